import type { BorderWish } from '../../../shared/print/print.ts';
import { forgetKeptPhoto, keepPhoto, readKept } from './kept-photo.ts';

/** What was chosen on the create page and has not been sent yet. */
export interface ChosenPhotos {
  /** Tells one choice from the next, in all tabs. */
  id: string;
  /** Who chose: nobody else gets to see it. */
  owner: string;
  /** More than one make a queue (features/generation/queue), whose journal says which of them are still to be sent. */
  files: File[];
  /** Of the one photo, where the person has decided. */
  wishes?: { border: BorderWish; restore: boolean | null };
}

/** What waits for the create page: its own choice, or a photo of the landing page that is to become a video at once. */
export type Waiting = { chosen: ChosenPhotos } | { tried: File } | null;

/** As long as the page is open, what it keeps stays kept: it is to be kept again so often. In milliseconds. */
export const renewEvery = 10 * 60 * 1000;

/** Choices that were sent from a tab, by their ids. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('memori.sent');

const isChosen = (value: unknown): value is ChosenPhotos =>
  typeof value === 'object' && value !== null && 'files' in value && Array.isArray(value.files);

/** Keeps a choice on this device until it is sent, for an hour after it was last kept. Never rejects. */
export const keepChosen = (chosen: ChosenPhotos): Promise<void> => keepPhoto(chosen);

/** What waits for this user; what somebody else has left is forgotten. Never rejects. */
export async function readWaiting(owner: string): Promise<Waiting> {
  const kept = await readKept();
  if (kept instanceof File) {
    await forgetKeptPhoto();
    return { tried: kept };
  }
  if (!isChosen(kept)) return null;
  if (kept.owner === owner) return { chosen: kept };
  await forgetKeptPhoto();
  return null;
}

/** Forgets a choice that was dropped; another one, of another tab, stays. Never rejects. */
export async function forgetChosen(id: string): Promise<void> {
  const kept = await readKept();
  if (isChosen(kept) && kept.id === id) await forgetKeptPhoto();
}

/** Says in the other tabs that a choice is being sent here. */
export const announceSending = (id: string): void => channel?.postMessage(id);

/** Forgets a choice that was sent, in all tabs. Never rejects. */
export async function settleChosen(id: string): Promise<void> {
  announceSending(id);
  await forgetChosen(id);
}

/** Calls `listener` with the id of each choice that another tab has sent, until the returned function is called. */
export function onSentElsewhere(listener: (id: string) => void): () => void {
  const hear = ({ data }: MessageEvent<string>) => listener(data);
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
