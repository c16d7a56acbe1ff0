import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createUserData } from '#tests/support/user-data.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import type { OperationMeta } from '#server/rpc/meta.ts';
import { appRouter } from './router.ts';

type Scope = 'read' | 'generate' | 'albums' | 'manage';
/** Who may call: anybody; signed-in people; or also tokens with the scope. */
type Access = 'anybody' | 'people' | Scope;

/** A call that names an object of its caller: how to create one, and the error code that everybody else gets. */
interface Named {
  own(): Promise<object>;
  unknown: string;
}

let memori: TestServer;
let owner: Visitor;
let other: Visitor;
/** Tokens of the other user, one for each scope and one with all. */
const tokens = new Map<string, string>();

beforeAll(async () => {
  memori = await startTestServer({ jobs: false });
  [owner, other] = [await newVisitor(memori.url), await newVisitor(memori.url)];
  const scopes: Scope[] = ['read', 'generate', 'albums', 'manage'];
  for (const each of [...scopes.map((scope) => [scope]), scopes]) {
    const made = await other.post('/api/tokens', { name: each.join(), scopes: each });
    tokens.set(each.join(), ((await made.json()) as { token: string }).token);
  }
});
afterAll(() => memori.close());

const {
  video,
  waitingTask,
  refusedTask,
  album,
  waitingAlbum,
  failedAlbum,
  audio,
  frame,
  box,
  boxPhoto,
  apiToken,
  passkey,
  webhook,
  delivery,
  session,
  purchase,
} = createUserData(() => ({ memori, owner }));

const named = (own: Named['own'], unknown: string, more: object = {}): Named => ({
  own: async () => ({ ...(await own()), ...more }),
  unknown,
});
/** Whoever may not use the videos doesn't learn whether there is the song. */
const newAlbum = async () => {
  const videoIds = [(await video()).taskId, (await video()).taskId];
  return { ...(await audio()), videoIds, albumName: 'A' };
};
const film = async () => ({ kind: 'video', id: (await video()).taskId });
const shared = { sender: null, dedication: null, until: null, stopped: false };

/** Everything that may be called without signing in. Any other operation requires it. */
const publicOperations = [
  'auth.me',
  'auth.signUp',
  'auth.signIn',
  'auth.signOut',
  'recovery.forgot',
  'recovery.reset',
  'recovery.link',
  'recovery.verify',
  'recovery.keep',
  'passkeys.challenge',
  'passkeys.signIn',
  'share.report',
  'mail.setWanted',
  'config.get',
  'frame.open',
];

/** The operations that name an object of their caller. One that takes an id and has no row here fails. */
const namedObjects: Record<string, Named> = {
  'account.endSession': named(session, 'not_found'),
  'passkeys.remove': named(passkey, 'passkey_not_found'),
  'video.status': named(video, 'task_not_found'),
  'video.watch': named(video, 'task_not_found'),
  'video.download': named(video, 'task_not_found'),
  'video.movements': named(video, 'task_not_found'),
  'video.move': named(video, 'task_not_found', { motion: 'arc' }),
  'video.task': named(video, 'task_not_found'),
  'video.cancel': named(waitingTask, 'task_not_found'),
  'video.animateLocally': named(() => refusedTask(), 'task_not_found'),
  'video.rename': named(video, 'task_not_found', { name: 'A' }),
  'video.deletePhoto': named(video, 'task_not_found'),
  'video.delete': named(video, 'task_not_found'),
  'video.restore': named(video, 'task_not_found'),
  'album.create': named(newAlbum, 'task_not_found'),
  'album.status': named(album, 'album_not_found'),
  'album.watch': named(album, 'album_not_found'),
  'album.cancel': named(waitingAlbum, 'album_not_found'),
  'album.retry': named(failedAlbum, 'album_not_found'),
  'album.rename': named(album, 'album_not_found', { name: 'B' }),
  'album.delete': named(album, 'album_not_found'),
  'album.restore': named(album, 'album_not_found'),
  'audio.delete': named(audio, 'audio_not_found'),
  'share.get': named(film, 'task_not_found'),
  'share.set': named(film, 'task_not_found', shared),
  'frame.change': named(frame, 'frame_not_found', { name: null, films: null, dim: null }),
  'frame.code': named(frame, 'frame_not_found'),
  'frame.stop': named(frame, 'frame_not_found'),
  'box.close': named(box, 'box_not_found'),
  'box.approve': named(boxPhoto, 'box_photo_not_found'),
  'box.refuse': named(boxPhoto, 'box_photo_not_found'),
  'credits.confirm': named(purchase, 'payment_not_found'),
  'purchases.withdraw': named(async () => ({ id: (await purchase()).sessionId }), 'withdrawal_not_possible'),
  'tokens.revoke': named(apiToken, 'token_not_found'),
  'webhooks.delete': named(webhook, 'webhook_not_found'),
  'webhooks.rotate': named(webhook, 'webhook_not_found'),
  'webhooks.test': named(webhook, 'webhook_not_found'),
  'webhooks.deliveries': named(webhook, 'webhook_not_found'),
  'webhooks.resend': named(delivery, 'delivery_not_found'),
};

interface Procedure {
  _def: { type: 'query' | 'mutation' | 'subscription'; meta: OperationMeta; inputs: z.ZodType[] };
}
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;

/** The code that a call is refused with; null if its first output shows that it is not. */
async function refusalOf(
  path: string,
  input: object,
  headers: Record<string, string>,
): Promise<string | null> {
  const type = procedures[path]?._def.type;
  const address = `${memori.url}/api/trpc/${path}`;
  const controller = new AbortController();
  const response =
    type === 'mutation'
      ? await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(input),
        })
      : await fetch(`${address}?input=${encodeURIComponent(JSON.stringify(input))}`, {
          headers: { ...headers, ...(type === 'subscription' ? { accept: 'text/event-stream' } : {}) },
          signal: controller.signal,
        });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    // A subscription never ends, but after its greeting the first message is a state or a refusal.
    if (type === 'subscription' && /"errorCode"|\nevent: serialized-error|data: \{"(?!errorCode)/.test(text))
      break;
  }
  controller.abort();
  return /"errorCode":"(\w+)"/.exec(text)?.[1] ?? null;
}

const bearer = (scopes: string) => ({ authorization: `Bearer ${tokens.get(scopes) ?? ''}` });
const every = 'read,generate,albums,manage';

const accessOf = ({ access }: OperationMeta): Access => {
  if (typeof access === 'object') return access.public ? 'anybody' : access.scope;
  return access === 'public' ? 'anybody' : 'people';
};
const rows = Object.entries(procedures).map(([path, { _def }]) => ({
  path,
  access: accessOf(_def.meta),
  input: namedObjects[path]?.own ?? (() => Promise.resolve({})),
}));

test('nothing else may be called without signing in', () => {
  const open = rows.filter(({ access }) => access === 'anybody').map(({ path }) => path);
  expect(open.toSorted()).toEqual(publicOperations.toSorted());
});

test('every operation that takes an id of something of its caller has an example of it', () => {
  const takesId = ({ _def: { inputs } }: Procedure) =>
    inputs.some(
      (input) =>
        input instanceof z.ZodObject && Object.keys(input.shape).some((name) => /^(id|\w+Id)$/.test(name)),
    );
  const withIds = Object.entries(procedures).filter(
    ([path, procedure]) => takesId(procedure) && !publicOperations.includes(path),
  );
  const missing = withIds.map(([path]) => path).filter((path) => !(path in namedObjects));
  expect(missing).toEqual([]);
});

const scopes = ['read', 'generate', 'albums', 'manage'];
const isForPrograms = ({ access }: { access: Access }) => scopes.includes(access);

test.each(rows.filter(({ access }) => access === 'anybody'))(
  '$path does not require signing in',
  async ({ path }) => {
    expect(await refusalOf(path, {}, {})).not.toBe('not_signed_in');
  },
);

test.each(rows.filter(({ access }) => access !== 'anybody'))(
  '$path requires signing in',
  async ({ path, input }) => {
    expect(await refusalOf(path, await input(), {})).toBe('not_signed_in');
    const unknown = { authorization: 'Bearer mem_live_unknown' };
    expect(await refusalOf(path, await input(), unknown)).toBe('invalid_token');
  },
);

test.each(rows.filter(({ access }) => access === 'people'))(
  '$path rejects API tokens',
  async ({ path, input }) => {
    expect(await refusalOf(path, await input(), bearer(every))).toBe('token_not_allowed');
  },
);

test.each(rows.filter(isForPrograms))('$path requires a token’s scope', async ({ path, access, input }) => {
  for (const scope of scopes.filter((each) => each !== access))
    expect(await refusalOf(path, await input(), bearer(scope))).toBe('token_scope_missing');
});

const namedRows = rows.flatMap((row) => {
  const about = namedObjects[row.path];
  return about ? [{ ...row, ...about }] : [];
});

test.each(namedRows)(
  '$path does not reveal the object to other users',
  async ({ path, access, own, unknown }) => {
    const owned = await own();
    expect(await refusalOf(path, owned, { cookie: other.cookie })).toBe(unknown);
    const program = access === 'people' ? 'token_not_allowed' : unknown;
    expect(await refusalOf(path, owned, bearer(every))).toBe(program);
  },
);

// Payments are covered by other tests: these purchases belong to no session at the payment provider.
const isAboutMoney = ({ path }: { path: string }) => /^(credits|purchases)\./.test(path);

test.each(namedRows.filter((row) => !isAboutMoney(row)))(
  '$path finds the object for its owner',
  async ({ path, own, unknown }) => {
    expect(await refusalOf(path, await own(), { cookie: owner.cookie })).not.toBe(unknown);
  },
);
