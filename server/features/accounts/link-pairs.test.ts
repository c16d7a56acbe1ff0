import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { clientOf } from '#tests/support/albums.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, password, type Visitor } from '#tests/support/visitor.ts';
import { hashOfSecret } from '#server/platform/secrets.ts';
import { issueToken, type TokenPurpose } from './account-tokens.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const day = 86_400_000;
const purposes = {
  verify: 'verify',
  reset: 'reset',
  keep: 'keep',
  change: 'change-email',
  longUndo: 'undo-email',
  briefUndo: 'undo-email',
} as const satisfies Record<string, TokenPurpose>;
type Kind = keyof typeof purposes;
type Links = Record<Kind, string>;
const kinds = Object.keys(purposes) as Kind[];
// A new purpose does not compile before it stands in the tables below.
expectTypeOf<(typeof purposes)[Kind]>().toEqualTypeOf<TokenPurpose>();

/**
 * A link of each kind. The first address of the account had it for 27 days, the second for two: both can still undo the
 * change that came then.
 */
async function linksOf({ userId, email }: Visitor): Promise<Links> {
  const { db } = server.deps;
  const ago = (days: number) => new Date(Date.now() - days * day);
  await db.user.update({ where: { id: userId }, data: { createdAt: ago(30), deletionAt: ago(-1) } });
  const other = () => `nonno-${crypto.randomUUID()}@example.com`;
  const issue = (kind: Kind, address: string) =>
    db.$transaction((tx) => issueToken(tx, { userId, purpose: purposes[kind], email: address }));
  const links: Links = {
    verify: await issue('verify', email),
    reset: await issue('reset', email),
    keep: await issue('keep', email),
    change: await issue('change', other()),
    longUndo: await issue('longUndo', other()),
    briefUndo: await issue('briefUndo', other()),
  };
  for (const [kind, days] of [
    ['longUndo', 3],
    ['briefUndo', 1],
  ] as const) {
    const where = { id: hashOfSecret(links[kind]) };
    await db.accountToken.update({ where, data: { createdAt: ago(days) } });
  }
  return links;
}

const anybody = () => clientOf(server, { cookie: '' });
const open = (token: string) => anybody().recovery.verify.mutate({ token });

/** What happens to an account, by the links above or its owner, and which of the links can still be used then. */
test.each<[event: string, act: (links: Links, visitor: Visitor) => Promise<unknown>, left: Kind[]]>([
  [
    'a reset by mail',
    ({ reset }) => anybody().recovery.reset.mutate({ token: reset, password: 'a brand new one' }),
    ['keep', 'longUndo'],
  ],
  ['a confirmed change of address', ({ change }) => open(change), ['keep', 'longUndo', 'briefUndo']],
  ['the last change undone', ({ briefUndo }) => open(briefUndo), ['longUndo']],
  ['an earlier change undone', ({ longUndo }) => open(longUndo), []],
  [
    'a change of password',
    (_, visitor) =>
      clientOf(server, visitor).account.changePassword.mutate({
        current: password,
        password: 'a new one for me',
      }),
    ['verify', 'keep', 'longUndo', 'briefUndo'],
  ],
  [
    'signing out elsewhere',
    (_, visitor) => clientOf(server, visitor).account.endOtherSessions.mutate(),
    ['verify', 'keep', 'longUndo', 'briefUndo'],
  ],
  ['a verified address', ({ verify }) => open(verify), ['reset', 'keep', 'change', 'longUndo', 'briefUndo']],
  [
    'a cancelled erasure',
    ({ keep }) => anybody().recovery.keep.mutate({ token: keep }),
    ['verify', 'reset', 'change', 'longUndo', 'briefUndo'],
  ],
])('links of an account after %s', async (_event, act, left) => {
  const visitor = await newVisitor(server.url);
  const links = await linksOf(visitor);
  await act(links, visitor);
  const { db } = server.deps;
  const found = await Promise.all(
    kinds.map((kind) => db.accountToken.count({ where: { id: hashOfSecret(links[kind]) } })),
  );
  expect(kinds.filter((_, i) => found[i] === 1)).toEqual(left);
});
