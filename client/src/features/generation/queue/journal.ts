import { type ErrorCode, errorCatalogue } from '#shared/errors.ts';
import { z } from 'zod';
import { storedText } from '#client/lib/storage.ts';

const stored = storedText('local', 'memori.queue');

const journalSchema = z.object({
  /** The id of the choice. */
  id: z.string(),
  /** Indexes of the photos that were sent, refused or removed. */
  out: z.array(z.number()),
  /** Indexes of the photos that were uploaded completely, and have not been answered yet. */
  leaving: z.array(z.number()),
  /** How often each photo's key was used up by an answer, by its index; 0 if left out. */
  answered: z.array(z.number()).default([]),
  /** What was sent with each photo that has not been answered yet, by its index. */
  pending: z.record(z.string(), z.looseObject({})).default({}),
});

/**
 * What happened to the photos of a choice: written immediately, so that even if the page is closed, none is sent twice.
 */
export type Journal = z.infer<typeof journalSchema>;

/** The journal of a choice; an empty one if there is none. */
export function readJournal(id: string): Journal {
  const empty = { id, out: [], leaving: [], answered: [], pending: {} };
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

/**
 * How a photo is sent: the `Idempotency-Key`, and what travels with it. Both stay the same until the server has
 * answered, whatever is lost, reloaded or opened in another tab meanwhile, and whatever else was chosen since: so the
 * photo becomes one task. After a failure the key is another one, because the server repeats its answer to a key.
 */
export function beginSending<Body extends object>(
  id: string,
  place: number,
  body: Body,
): { key: string; body: Body } {
  const { answered, pending } = readJournal(id);
  const before = pending[place];
  if (!before) updateJournal(id, () => ({ pending: { ...pending, [place]: { ...body } } }));
  return { key: `${id}-${place}-${answered[place] ?? 0}`, body: (before as Body | undefined) ?? body };
}

const without = (places: readonly number[], place: number) => places.filter((each) => each !== place);

/** Records that a photo was uploaded completely: it may have arrived. */
export const recordUploaded = (id: string, place: number) =>
  updateJournal(id, ({ leaving }) => ({ leaving: [...without(leaving, place), place] }));

/** Records that the server has put a photo off: it has not become a task, and is not sent by itself after a reload. */
export const recordPutOff = (id: string, place: number) =>
  updateJournal(id, ({ leaving }) => ({ leaving: without(leaving, place) }));

/** Records that the server answered with this error: the photo has not become a task, and may be sent with other fields. */
export const recordFailure = (id: string, place: number, code: ErrorCode) =>
  updateJournal(id, ({ leaving, answered, pending }) => ({
    leaving: without(leaving, place),
    pending: withoutKey(pending, place),
    ...(isRepeated(code) ? { answered: increased(answered, place) } : {}),
  }));

const withoutKey = (pending: Journal['pending'], place: number): Journal['pending'] =>
  Object.fromEntries(Object.entries(pending).filter(([each]) => each !== `${place}`));

const increased = (counts: readonly number[], place: number): number[] =>
  Array.from(
    { length: Math.max(counts.length, place + 1) },
    (_, each) => (counts[each] ?? 0) + (each === place ? 1 : 0),
  );

/** Whether the server answers the same key with the same error again. Others, a key may be sent again after. */
function isRepeated(code: ErrorCode): boolean {
  const { status } = errorCatalogue[code];
  return status < 500 && ![401, 409, 429].includes(status) && code !== 'upload_aborted';
}

/** Records that a photo has become a task: sent once more, it becomes another one. */
export const recordAccepted = (id: string, place: number) =>
  updateJournal(id, ({ answered, pending }) => ({
    answered: increased(answered, place),
    pending: withoutKey(pending, place),
  }));

/** Records that a photo is out of the queue. */
export const recordDone = (id: string, place: number) =>
  updateJournal(id, ({ out, leaving, pending }) => ({
    out: [...without(out, place), place],
    leaving: without(leaving, place),
    pending: withoutKey(pending, place),
  }));

/** Deletes the journal of a choice that is settled. */
export function deleteJournal(id: string): void {
  if (stored.read()?.includes(id)) stored.remove();
}

/** Runs `action` while no other tab sends photos (under a lock); immediately if the browser has no locks. */
export const withSendLock = <Result>(action: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? (navigator.locks.request('memori.queue', action) as Promise<Result>) : action();
