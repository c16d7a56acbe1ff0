import { useRef } from 'react';
import { appLimits } from '#shared/app-limits.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { errorCodeOf, RequestFailure } from '#client/lib/error-code.ts';
import { restoredOf } from '#client/lib/living-photo/restored-of.ts';
import { readPhoto } from '#client/lib/photo/read-photo.ts';
import { photoToSend } from '#client/lib/photo/shrink-photo.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useConsent } from '../use-consent.ts';
import { type PhotoFields, sendPhoto } from '../send-photo.ts';
import { type SendBlock, sendWithRetries } from '../send-with-retries.ts';
import {
  beginSending,
  recordDone,
  recordFailure,
  recordPutOff,
  recordUploaded,
  readJournal,
} from './journal.ts';
import type { PhotoState, QueuedPhoto } from './queue.ts';
import { sendAll } from './send-all.ts';

interface Run {
  /** Aborts when no further photo may be started. */
  over: AbortController;
  nudge: EventTarget;
  /** Controllers of the uploads in progress that can't have arrived yet. */
  stoppable: Set<AbortController>;
}

interface RunOptions {
  id: string;
  photos: readonly QueuedPhoto[];
  tell: (place: number, state: PhotoState) => void;
  onBlocked: (block: SendBlock | null) => void;
}

/** Sends the photos of a queue, each as a task of its own, in the same way as a single photo. */
export function useSending() {
  const language = useLanguage();
  const { says: consent } = useConsent();
  const utils = trpc.useUtils();
  const current = useRef<Run | null>(null);

  const reach = () => utils.video.tasks.fetch(undefined, { staleTime: 0 });

  async function sendOne(run: Run, { id, onBlocked, tell }: RunOptions, { place, file }: QueuedPhoto) {
    // Another tab may have sent it while this one waited.
    if (readJournal(id).out.includes(place)) return null;
    const stop = new AbortController();
    run.stoppable.add(stop);
    tell(place, { is: 'sending', fraction: null });
    try {
      const read = await readPhoto(file);
      if (!read.ok) throw new RequestFailure(read.code, read.code);
      // As for a single photo: restored if it is clearly damaged.
      const restored = await restoredOf(read.photo.views.crop);
      const restore = restored?.isPlain ?? false;
      const travelling = await photoToSend(read.photo);
      const { signal } = stop;
      const fields: PhotoFields = { language, turn: 'auto', rest: [], border: 'crop', restore, consent };
      const { key, body } = beginSending(id, place, fields);
      return await sendWithRetries({
        signal,
        nudge: run.nudge,
        send: (onProgress) => sendPhoto(travelling, { key, fields: body, signal, onProgress }),
        reach,
        onProgress(fraction) {
          if (fraction === 1) {
            run.stoppable.delete(stop);
            recordUploaded(id, place);
          }
          tell(place, { is: 'sending', fraction });
        },
        onBlocked(block) {
          if (block) run.stoppable.add(stop);
          if (block?.is === 'lost') tell(place, { is: 'sending', fraction: null });
          if (block?.is === 'resting') {
            recordPutOff(id, place);
            tell(place, { is: 'waiting' });
          }
          onBlocked(block);
        },
      });
    } catch (error) {
      const code = errorCodeOf(error);
      if (code !== null) recordFailure(id, place, code);
      throw error;
    } finally {
      run.stoppable.delete(stop);
    }
  }

  /** Sends the photos, two at a time. Resolves when no upload is in progress any more. Never rejects. */
  async function send(options: RunOptions): Promise<void> {
    const { id, photos } = options;
    const run: Run = { over: new AbortController(), nudge: new EventTarget(), stoppable: new Set() };
    current.current = run;
    const tell = (place: number, state: PhotoState) => {
      if (state.is === 'sent' || state.is === 'declined') recordDone(id, place);
      options.tell(place, state);
      if (state.is !== 'sent') return;
      void utils.credits.balance.invalidate();
      void utils.video.tasks.invalidate();
    };
    const byPlace = new Map(photos.map((photo) => [photo.place, photo]));
    await sendAll({
      places: [...byPlace.keys()],
      atOnce: appLimits.upload.maxAtOnce,
      signal: run.over.signal,
      tell,
      async send(place) {
        const photo = byPlace.get(place);
        if (photo) await sendOne(run, { ...options, tell }, photo);
      },
    });
    void utils.credits.balance.invalidate();
  }

  return {
    send,
    /** Starts no further photo; uploads that can't have arrived yet are aborted and stay in the queue. */
    stop() {
      current.current?.over.abort();
      for (const each of current.current?.stoppable ?? []) each.abort();
    },
    sendNow: () => current.current?.nudge.dispatchEvent(new Event('now')),
  };
}
