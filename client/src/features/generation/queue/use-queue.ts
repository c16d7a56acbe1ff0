import { randomId } from '#shared/random-id.ts';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appLimits } from '#shared/app-limits.ts';
import {
  announceSending,
  type ChosenPhotos,
  deleteChosen,
  storeChosen,
  onSentElsewhere,
  renewInterval,
  settleChosen,
} from '#client/lib/chosen-photos.ts';
import { showToast } from '#client/lib/toast.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { withSendLock, deleteJournal, recordDone, readJournal } from './journal.ts';
import { uniquelyNamed } from './names.ts';
import { nextQueue, type QueuedPhoto, sendable } from './queue.ts';
import { readQueued } from './read-queued.ts';
import { useSending } from './use-sending.ts';

const unread = (file: File, place: number): QueuedPhoto => ({
  place,
  file,
  thumb: null,
  state: { is: 'reading' },
});

/**
 * Several photos chosen together: read one after the other, stored on this device until they are sent, and each sent as
 * a task of its own. Null if there are none.
 */
export function useQueue() {
  const { t } = useTranslation();
  const owner = trpc.auth.me.useQuery().data?.user?.id ?? '';
  const [queue, dispatch] = useReducer(nextQueue, null);
  const [byHand, setByHand] = useState(false);
  const kept = useRef<ChosenPhotos | null>(null);
  const sending = useSending();

  async function open(chosen: ChosenPhotos, photos: QueuedPhoto[], isCut: boolean) {
    const { id } = chosen;
    kept.current = chosen;
    dispatch({ type: 'chosen', queue: { id, photos, isCut, isSending: false, block: null } });
    for (const { place, file } of photos) {
      // Another choice has replaced it.
      if (kept.current?.id !== id) return;
      dispatch({ type: 'read', id, place, read: await readQueued(file) });
    }
  }

  /** Adds newly chosen photos, up to the limit. */
  function choose(files: readonly File[]) {
    const { maxPhotos } = appLimits.upload;
    const chosen = { id: randomId(), owner, files: uniquelyNamed(files.slice(0, maxPhotos)) };
    setByHand(true);
    void storeChosen(chosen);
    void open(chosen, chosen.files.map(unread), files.length > maxPhotos);
  }

  /**
   * Resumes a stored choice, without the photos that were sent meanwhile, here or in another tab. Those that may have
   * arrived are sent at once: with the same key, so that they become one task.
   */
  async function resume(chosen: ChosenPhotos) {
    const { id, files } = chosen;
    const { out, leaving } = readJournal(id);
    const photos = files.map(unread).filter(({ place }) => !out.includes(place));
    if (photos.length === 0) return settle(id);
    await open(chosen, photos, false);
    const unanswered = photos.filter(({ place }) => leaving.includes(place));
    if (unanswered.length > 0) await sendPhotos(id, unanswered, photos.length);
  }

  async function settle(id: string) {
    await deleteChosen(id);
    deleteJournal(id);
  }

  function clear() {
    if (kept.current) void settle(kept.current.id);
    kept.current = null;
    dispatch({ type: 'chosen', queue: null });
  }

  function remove(place: number) {
    if (!queue) return;
    if (queue.photos.length === 1) return clear();
    recordDone(queue.id, place);
    dispatch({ type: 'removed', place });
  }

  /** Sends the first `count` of the photos that can be sent. */
  async function send(count: number) {
    if (!queue || queue.isSending) return;
    await sendPhotos(queue.id, sendable(queue).slice(0, count), sendable(queue).length);
  }

  /** Sends photos of a choice, of which `unsent` can be sent in all. */
  async function sendPhotos(id: string, photos: readonly QueuedPhoto[], unsent: number) {
    dispatch({ type: 'begun', places: photos.map(({ place }) => place) });
    announceSending(id);
    let left = unsent;
    await withSendLock(() =>
      sending.send({
        id,
        photos,
        tell(place, state) {
          if (state.is === 'sent' || state.is === 'declined') left -= 1;
          dispatch({ type: 'told', place, state });
        },
        onBlocked: (block) => dispatch({ type: 'blocked', block }),
      }),
    );
    dispatch({ type: 'ended' });
    if (left === 0) await settleChosen(id).then(() => deleteJournal(id));
  }

  const renew = useEffectEvent(() => {
    if (kept.current && queue && sendable(queue).length > 0) void storeChosen(kept.current);
  });
  const hear = useEffectEvent((id: string) => {
    if (kept.current?.id !== id || queue?.isSending) return;
    kept.current = null;
    dispatch({ type: 'chosen', queue: null });
    showToast({ title: t('upload.sentElsewhere'), message: t('queue.sentElsewhere') });
  });
  // Users who leave find the unsent photos here when they return.
  const leave = useEffectEvent(() => sending.stop());
  useEffect(() => {
    const timer = setInterval(renew, renewInterval);
    const deafen = onSentElsewhere((id) => hear(id));
    return () => {
      clearInterval(timer);
      deafen();
      leave();
    };
  }, []);

  return { queue, byHand, choose, resume, clear, remove, send, stop: sending.stop, sendNow: sending.sendNow };
}
