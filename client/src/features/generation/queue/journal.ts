import { z } from 'zod';
import { storedText } from '../../../lib/storage.ts';

const stored = storedText('local', 'memori.queue');

const journalSchema = z.object({
  /** Of the choice that it is about. */
  id: z.string(),
  /** Places of the photos that were sent, refused or taken out. */
  out: z.array(z.number()),
  /** Places of the photos that may have arrived, without an answer so far. */
  leaving: z.array(z.number()),
  /** Tasks that were there before. */
  known: z.array(z.string()),
});

/** What became of the photos of a choice: written at once, so that even a page that is closed sends none of them twice. */
export type Journal = z.infer<typeof journalSchema>;

/** The journal of a choice as it stands; an empty one where there is none. */
export function readJournal(id: string): Journal {
  const empty = { id, out: [], leaving: [], known: [] };
  try {
    const { data } = journalSchema.safeParse(JSON.parse(stored.read() ?? 'null'));
    return data?.id === id ? data : empty;
  } catch {
    return empty;
  }
}

/** Changes the journal of a choice; where the browser keeps nothing for us, nothing of the choice is kept either. */
export function note(id: string, change: (journal: Journal) => Partial<Journal>): void {
  const journal = readJournal(id);
  stored.write(JSON.stringify({ ...journal, ...change(journal) }));
}

const without = (places: readonly number[], place: number) => places.filter((each) => each !== place);

/** Notes that all of a photo has left: it may have arrived. */
export const noteLeaving = (id: string, place: number) =>
  note(id, ({ leaving }) => ({ leaving: [...without(leaving, place), place] }));

/** Notes that a photo was refused, or put off: it has not become a task. */
export const noteAnswered = (id: string, place: number) =>
  note(id, ({ leaving }) => ({ leaving: without(leaving, place) }));

/** Notes that a photo is out of the queue. */
export const noteOut = (id: string, place: number) =>
  note(id, ({ out, leaving }) => ({
    out: [...without(out, place), place],
    leaving: without(leaving, place),
  }));

/** Removes the journal of a choice that is settled. */
export function closeJournal(id: string): void {
  if (stored.read()?.includes(id)) stored.remove();
}

/** Runs `action` while no other tab sends photos; at once where the browser can't tell. */
export const alone = <Result>(action: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? (navigator.locks.request('memori.queue', action) as Promise<Result>) : action();
