import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { randomId } from '#shared/random-id.ts';
import { renewInterval } from '#client/lib/device.ts';
import { trpc } from '#client/api/trpc.ts';
import type { OutboxEffects } from './effects.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { OutboxView } from './photos.ts';
import { pauseInBrowser } from './pause.ts';
import { preparePhoto } from './prepare.ts';
import { addRows, changeRow, deleteOthers, readRows, renewRows } from './storage.ts';
import { uploadPhoto } from './upload-photo.ts';

// They live as long as the document: sending goes on while other pages are shown.
const outboxes = new WeakMap<QueryClient, { owner: string; outbox: Outbox }>();

/** The signed-in user's outbox, and what it shows now. */
export function useOutbox(): { outbox: Outbox; view: OutboxView } {
  const owner = trpc.auth.me.useQuery().data?.user?.id ?? '';
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const [outbox] = useState(() => {
    const known = outboxes.get(client);
    if (known?.owner === owner) return known.outbox;
    const created = createOutbox(owner, {
      ...inBrowser,
      reach: () => utils.video.tasks.fetch(undefined, { staleTime: 0 }),
      onSent({ consent }) {
        void utils.credits.balance.invalidate();
        void utils.video.tasks.invalidate();
        if (consent) void utils.video.consent.invalidate();
      },
    });
    outboxes.set(client, { owner, outbox: created });
    return created;
  });
  useEffect(() => outbox.open(), [outbox]);
  useEffect(() => {
    const timer = setInterval(() => outbox.renew(), renewInterval);
    return () => clearInterval(timer);
  }, [outbox]);
  return { outbox, view: useSyncExternalStore(outbox.subscribe, outbox.view) };
}

const inBrowser: Omit<OutboxEffects, 'reach' | 'onSent'> = {
  storage: { add: addRows, read: readRows, change: changeRow, deleteOthers, renew: renewRows },
  prepare: preparePhoto,
  upload: uploadPhoto,
  // On a plain http page there are none: two tabs may send the same photo at once, with the same key.
  lock: async (action) =>
    'locks' in navigator ? navigator.locks.request('memori.outbox', action) : action(),
  channel: overTabs(),
  newId: randomId,
  pause: pauseInBrowser,
};

function overTabs(): OutboxEffects['channel'] {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('memori.outbox');
  return {
    post: (ids) => channel?.postMessage(ids),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<readonly string[]>) => listener(data);
      channel?.addEventListener('message', onMessage);
      return () => channel?.removeEventListener('message', onMessage);
    },
  };
}
