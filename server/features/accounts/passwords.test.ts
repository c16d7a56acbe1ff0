import { expect, test } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

const hasher = createPasswordHasher({ concurrency: 2 });

test('hashes with argon2id at OWASP cost, with a new salt each time', async () => {
  const [first, second] = await Promise.all([hasher.hash('nonna'), hasher.hash('nonna')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
});

test('tells the right password from a wrong one', async () => {
  const hash = await hasher.hash('così 👵');
  expect(await hasher.verify(hash, 'così 👵')).toBe(true);
  expect(await hasher.verify(hash, 'cosi 👵')).toBe(false);
  expect(await hasher.verify(hash, '')).toBe(false);
});

test('no password is right without an account', async () => {
  expect(await hasher.verify(null, 'nonna')).toBe(false);
  expect(await hasher.verify(null, '')).toBe(false);
});

test('an unknown account takes as long as a wrong password', async () => {
  const stored = { known: await hasher.hash('nonna'), unknown: null };
  const shortest = { known: Infinity, unknown: Infinity };
  const ratio = () => shortest.unknown / shortest.known;
  // Other load on the machine only adds to a time: with more rounds, the shortest ones approach the work itself.
  for (let round = 0; round < 500 && !(round >= 20 && ratio() > 0.6 && ratio() < 1.6); round++) {
    for (const kind of ['known', 'unknown'] as const) {
      const start = performance.now();
      await hasher.verify(stored[kind], 'wrong');
      shortest[kind] = Math.min(shortest[kind], performance.now() - start);
    }
  }
  expect(ratio()).toBeGreaterThan(0.6);
  expect(ratio()).toBeLessThan(1.6);
});

test('concurrent calls are queued, and refused when more than 64 are waiting', async () => {
  const busy = createPasswordHasher({ concurrency: 1 });
  const outcomes = await Promise.allSettled(Array.from({ length: 80 }, () => busy.hash('nonna')));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(15);
  expect(refused.length).toBeLessThanOrEqual(17);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'service_unavailable' });
  expect(await busy.verify(await busy.hash('nonna'), 'nonna')).toBe(true);
});
