import type { RestPoint } from '#shared/motion/found-faces.ts';
import type { Turn } from '#shared/motion/turn.ts';
import type { BorderMode } from '#shared/print/print.ts';
import { deleteStoredPhoto, storePhoto, readStored } from './stored-photo.ts';

/** Photos chosen on the create page that have not been sent yet. */
export interface ChosenPhotos {
  /** Identifies the choice across tabs. */
  id: string;
  /** The user who chose them; they are never shown to anyone else. */
  owner: string;
  /**
   * Several files form a queue (features/generation/queue), whose journal records which of them are still to be sent.
   */
  files: File[];
  /** The options of a single photo, if any; under the name by which browsers have stored them. */
  wishes?: {
    turn?: Turn | null;
    rest?: { turn: Turn; points: readonly RestPoint[] };
    border: BorderMode;
    restore: boolean | null;
  };
}

/**
 * What is stored for the create page: a choice made there, or a photo from the landing page to be animated right away.
 */
export type StoredChoice = { chosen: ChosenPhotos } | { tried: File } | null;

/** How often an open page renews what it stored, so that it does not expire. In milliseconds. */
export const renewInterval = 10 * 60 * 1000;

/** Broadcasts the ids of choices that were sent. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('memori.sent');

const isChosen = (value: unknown): value is ChosenPhotos =>
  typeof value === 'object' && value !== null && 'files' in value && Array.isArray(value.files);

/** Stores a choice on this device until it is sent, for an hour after the last call. Never rejects. */
export const storeChosen = (chosen: ChosenPhotos): Promise<void> => storePhoto(chosen);

/** Reads what is stored for this user; deletes it if it belongs to someone else. Never rejects. */
export async function readStoredChoice(owner: string): Promise<StoredChoice> {
  const kept = await readStored();
  if (kept instanceof File) {
    await deleteStoredPhoto();
    return { tried: kept };
  }
  if (!isChosen(kept)) return null;
  if (kept.owner === owner) return { chosen: kept };
  await deleteStoredPhoto();
  return null;
}

/** Deletes a choice that was dropped, unless another tab has replaced it. Never rejects. */
export async function deleteChosen(id: string): Promise<void> {
  const kept = await readStored();
  if (isChosen(kept) && kept.id === id) await deleteStoredPhoto();
}

/** Tells the other tabs that this choice is being sent here. */
export const announceSending = (id: string): void => channel?.postMessage(id);

/** Deletes a choice that was sent, in all tabs. Never rejects. */
export async function settleChosen(id: string): Promise<void> {
  announceSending(id);
  await deleteChosen(id);
}

/** Calls `listener` with the id of each choice that another tab has sent, until the returned function is called. */
export function onSentElsewhere(listener: (id: string) => void): () => void {
  const onMessage = ({ data }: MessageEvent<string>) => listener(data);
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
