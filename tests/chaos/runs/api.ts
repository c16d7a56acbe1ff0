import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FuzzTarget, fuzzRest, fuzzTrpc } from '#tests/support/api-fuzz.ts';
import { openFuzzTarget } from '#tests/support/fuzz-target.ts';
import { runOptions } from '../run-options.ts';

const { seed, runs } = runOptions(5000, 500);

let target: FuzzTarget & { close(): Promise<void> };
beforeAll(async () => {
  target = await openFuzzTarget();
});
afterAll(() => target.close());

test(`${runs} calls generated from the OpenAPI document: no 5xx, nothing undocumented`, async () => {
  await expect(fuzzRest(target, { seed, runs })).resolves.toBeUndefined();
});

const bodies = Math.ceil(0.4 * runs);
test(`${bodies} random bodies for the tRPC procedures: no 5xx`, async () => {
  await expect(fuzzTrpc(target, { seed, runs: bodies })).resolves.toBeUndefined();
});
