import { z } from 'zod';
import { noSuch } from '../wire-error.ts';
import { listOf, wholeNumber } from './params.ts';

const time = wholeNumber(0, 9_999_999_999);

/** The parameters of every list in the API. */
export const listParams = z.strictObject({
  limit: wholeNumber(1, 100).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: z
    .union([
      time.transform((exact) => ({ gte: exact, lte: exact })),
      z.strictObject({ gt: time, gte: time, lt: time, lte: time }).partial(),
    ])
    .optional(),
  expand: listOf(z.string()).optional(),
});

type ListParams = z.output<typeof listParams>;

interface Listed {
  id: string;
  created: number;
}

interface Page<Item> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: Item[];
}

/** One page of `all` (oldest first), newest first (docs.stripe.com/api/pagination). */
export function listPage<Item extends Listed>(all: Item[], params: ListParams, url: string): Page<Item> {
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity }: NonNullable<LooseRange> = params.created ?? {};
  const matching = all
    .filter(({ created }) => created > gt && created >= gte && created < lt && created <= lte)
    .reverse();
  // The cursor may name an item that the filters exclude, so it is looked up among all items.
  const newest = all.toReversed();
  const { starting_after: after, ending_before: before, limit } = params;
  const rank = new Map(newest.map(({ id }, index) => [id, index]));
  const rankOf = (id: string, param: string) => {
    const found = rank.get(id);
    if (found === undefined) throw noSuch('object', id, param);
    return found;
  };
  const from = after === undefined ? -1 : rankOf(after, 'starting_after');
  const to = before === undefined ? Infinity : rankOf(before, 'ending_before');
  const within = matching.filter(({ id }) => (rank.get(id) ?? 0) > from && (rank.get(id) ?? 0) < to);
  const data = before === undefined ? within.slice(0, limit) : within.slice(-limit);
  return { object: 'list', url, has_more: within.length > data.length, data };
}

type LooseRange = { gt?: number; gte?: number; lt?: number; lte?: number } | undefined;
