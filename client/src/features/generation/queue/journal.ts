import { z } from 'zod';
import { storedText } from '../../../lib/storage.ts';

const stored = storedText('local', 'memori.queue');

const journalSchema = z.object({
  /** The id of the choice. */
  id: z.string(),
  /** Indexes of the photos that were sent, refused or removed. */
  out: z.array(z.number()),
  /** Indexes of the photos that may have arrived but got no response yet. */
  leaving: z.array(z.number()),
  /** Tasks that existed before. */
  known: z.array(z.string()),
});

/**
 * What happened to the photos of a choice: written immediately, so that even if the page is closed, none is sent twice.
 */
export type Journal = z.infer<typeof journalSchema>;

/** The journal of a choice; an empty one if there is none. */
export function readJournal(id: string): Journal {
  const empty = { id, out: [], leaving: [], known: [] };
  try {
    const { data } = journalSchema.safeParse(JSON.parse(stored.read() ?? 'null'));
    return data?.id === id ? data : empty;
  } catch {
    return empty;
  }
}

/** Updates the journal of a choice. If the browser has no storage for it, the choice itself is not stored either. */
export function updateJournal(id: string, change: (journal: Journal) => Partial<Journal>): void {
  const journal = readJournal(id);
  stored.write(JSON.stringify({ ...journal, ...change(journal) }));
}

const without = (places: readonly number[], place: number) => places.filter((each) => each !== place);

/** Records that a photo was uploaded completely: it may have arrived. */
export const recordUploaded = (id: string, place: number) =>
  updateJournal(id, ({ leaving }) => ({ leaving: [...without(leaving, place), place] }));

/** Records that a photo was refused or put off: it has not become a task. */
export const recordNotAccepted = (id: string, place: number) =>
  updateJournal(id, ({ leaving }) => ({ leaving: without(leaving, place) }));

/** Records that a photo is out of the queue. */
export const recordDone = (id: string, place: number) =>
  updateJournal(id, ({ out, leaving }) => ({
    out: [...without(out, place), place],
    leaving: without(leaving, place),
  }));

/** Deletes the journal of a choice that is settled. */
export function deleteJournal(id: string): void {
  if (stored.read()?.includes(id)) stored.remove();
}

/** Runs `action` while no other tab sends photos (under a lock); immediately if the browser has no locks. */
export const withSendLock = <Result>(action: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? (navigator.locks.request('memori.queue', action) as Promise<Result>) : action();
