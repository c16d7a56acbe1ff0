import { expect, test } from 'vitest';
import type { AppError } from '#server/platform/errors.ts';
import { createPasswordHasher, type HashingCaller } from './passwords.ts';

const hasher = createPasswordHasher();

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

test('one address has 32 calls waiting, one account ten, and all together 256', async () => {
  const busy = createPasswordHasher();
  const codesOf = async (calls: Promise<string>[]) => {
    const codes: Record<string, number> = {};
    for (const outcome of await Promise.allSettled(calls)) {
      const code = outcome.status === 'rejected' ? (outcome.reason as AppError).code : 'hashed';
      codes[code] = (codes[code] ?? 0) + 1;
    }
    return codes;
  };
  const many = (count: number, caller: (index: number) => HashingCaller) =>
    Array.from({ length: count }, (_each, index) => busy.for(caller(index)).hash('nonna'));
  // Two are being hashed, besides those that wait.
  const ofAccount = many(15, () => ({ address: '192.0.2.1', account: 'Nonna@example.com' }));
  expect(await codesOf(ofAccount)).toEqual({ hashed: 12, too_many_requests: 3 });
  const ofAddress = many(40, (index) => ({ address: '192.0.2.1', account: `${index}@example.com` }));
  expect(await codesOf(ofAddress)).toEqual({ hashed: 34, too_many_requests: 6 });
  const ofAll = many(262, (index) => ({ address: `192.0.2.${index}`, account: `${index}@example.com` }));
  expect(await codesOf(ofAll)).toEqual({ hashed: 258, service_unavailable: 4 });
});

test('a burst from one address does not hold up others', async () => {
  const busy = createPasswordHasher();
  const order: string[] = [];
  const burst = Array.from({ length: 30 }, (_each, index) =>
    busy
      .for({ address: '192.0.2.1', account: `${index % 8}@example.com` })
      .hash('nonna')
      .then(() => order.push('burst')),
  );
  await busy.for({ address: '198.51.100.1', account: 'new@example.com' }).hash('nonna');
  order.push('other');
  await Promise.all(burst);
  // Two were being hashed already, and one more may begin beside the other's and end before it.
  expect(order.indexOf('other')).toBeLessThanOrEqual(4);
});

test('attempts on an account from other addresses do not keep its owner waiting, or out', async () => {
  const busy = createPasswordHasher();
  const order: string[] = [];
  const guesses = Array.from({ length: 40 }, (_each, index) =>
    busy
      .for({ address: `192.0.2.${index % 4}`, account: 'nonna@example.com' })
      .hash('guess')
      .then(() => order.push('guess')),
  );
  await busy.for({ address: '198.51.100.1', account: 'nonna@example.com' }).hash('nonna');
  order.push('owner');
  await Promise.all(guesses);
  expect(order.indexOf('owner')).toBeLessThanOrEqual(8);
});
