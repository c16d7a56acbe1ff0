import { treeSeed } from '#scripts/lib/tree-seed.ts';

/** What random tests draw from: the same in all files of a run, and repeatable with `MEMORI_TEST_SEED`. */
export const seed = treeSeed();
