import type { Tx } from '../../platform/db.ts';

/** Jobs that nobody pays for, such as tests, start after all others: no person has so many unfinished. */
const afterOthers = -1_000_000;

/**
 * The priority of a person's next job in its queue: lower for each unfinished one, so that persons take turns, whoever
 * asked for more first. `countUnfinished` counts those of the user, including the new one. Concurrent requests of one
 * user wait for each other here until their transactions end.
 */
export async function takeTurn(
  tx: Tx,
  userId: string,
  { isLast, countUnfinished }: { isLast: boolean; countUnfinished: () => Promise<number> },
): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`turn ${userId}`}, 0))`;
  return -(await countUnfinished()) + (isLast ? afterOthers : 0);
}
