import { hash, verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createTurnstile } from '#tests/support/turnstile.ts';
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

test('an unknown account takes the same work as a wrong password', async () => {
  const verified: string[] = [];
  const watched = createPasswordHasher({
    hash,
    verify(stored, password) {
      verified.push(String(stored));
      return verify(stored, password);
    },
  });
  const stored = await watched.hash('nonna');
  for (const known of [stored, null]) expect(await watched.verify(known, 'wrong')).toBe(false);
  expect(verified[0]).toBe(stored);
  expect(verified).toHaveLength(2);
  // The algorithm, its cost, a salt of 16 bytes and a hash of 32.
  for (const each of verified)
    expect(each).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
});

test('one address has 32 calls waiting, one account ten, and all together 256', async () => {
  const busy = createPasswordHasher({ hash: () => Promise.resolve('hashed'), verify });
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

/** A hasher that shows whose passwords it begins to hash, in order: a password here is the name of its owner. */
function watchedHasher() {
  const turnstile = createTurnstile();
  const watched = createPasswordHasher({
    verify,
    async hash(owner, options) {
      await turnstile.enter(String(owner));
      return hash(owner, options);
    },
  });
  return { turnstile, watched };
}

test('a burst from one address does not hold up others', async () => {
  const { turnstile, watched } = watchedHasher();
  const burst = Array.from({ length: 30 }, (_each, index) =>
    watched.for({ address: '192.0.2.1', account: `${index % 8}@example.com` }).hash('burst'),
  );
  const other = watched.for({ address: '198.51.100.1', account: 'new@example.com' }).hash('other');
  await turnstile.open(31);
  await Promise.all([...burst, other]);
  // Two are being hashed already when the other comes, and one more is served before it.
  expect(turnstile.begun.indexOf('other')).toBe(3);
});

test('attempts on an account from other addresses do not keep its owner waiting, or out', async () => {
  const { turnstile, watched } = watchedHasher();
  const guesses = Array.from({ length: 40 }, (_each, index) =>
    watched.for({ address: `192.0.2.${index % 4}`, account: 'nonna@example.com' }).hash('guess'),
  );
  const owner = watched.for({ address: '198.51.100.1', account: 'nonna@example.com' }).hash('owner');
  await turnstile.open(41);
  await Promise.all([...guesses, owner]);
  // Two are being hashed already, and the other addresses have one turn each.
  expect(turnstile.begun.indexOf('owner')).toBeLessThanOrEqual(6);
});

test('a password is the same in the Unicode forms of all keyboards, also one hashed before they were alike', async () => {
  const [composed, decomposed] = ['p\u00e9p\u00e8re', 'pe\u0301pe\u0300re'];
  for (const stored of [await hasher.hash(composed), await hasher.hash(decomposed)]) {
    expect(await hasher.verify(stored, composed)).toBe(true);
    expect(await hasher.verify(stored, decomposed)).toBe(true);
    expect(await hasher.verify(stored, 'pepere')).toBe(false);
  }
  const asTyped = await hash(decomposed);
  expect(await hasher.verify(asTyped, decomposed)).toBe(true);
});
