import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUserData } from '../../tests/support/user-data.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { newVisitor, type Visitor } from '../../tests/support/visitor.ts';
import { appRouter } from './router.ts';

type Scope = 'read' | 'generate' | 'albums' | 'manage';
/** Who may call: anybody; signed-in people; or also tokens with the scope. */
type Access = 'anybody' | 'people' | Scope;

/** A call that names an object of its caller: how to create one, and the error code that everybody else gets. */
interface Named {
  access: Exclude<Access, 'anybody'>;
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

const named = (access: Named['access'], own: Named['own'], unknown: string, more: object = {}): Named => ({
  access,
  own: async () => ({ ...(await own()), ...more }),
  unknown,
});
const film = async () => ({ kind: 'video', id: (await video()).taskId });
const shared = { sender: null, dedication: null, until: null, stopped: false };

/** Who may call each procedure. A new procedure without a row here fails. */
const matrix: Record<string, Access | Named> = {
  'auth.me': 'anybody',
  'auth.signUp': 'anybody',
  'auth.signIn': 'anybody',
  'auth.signOut': 'anybody',
  'recovery.forgot': 'anybody',
  'recovery.reset': 'anybody',
  'recovery.verify': 'anybody',
  'recovery.keep': 'anybody',
  'recovery.sendVerification': 'people',
  'account.changePassword': 'people',
  'account.changeEmail': 'people',
  'account.confirmPassword': 'people',
  'account.accesses': 'people',
  'account.answerAccesses': 'people',
  'account.sessions': 'people',
  'account.endSession': named('people', session, 'not_found'),
  'account.endOtherSessions': 'people',
  'account.requestDeletion': 'people',
  'account.keep': 'people',
  'account.requestExport': 'people',
  'account.export': 'people',
  'account.mail': 'people',
  'account.setMail': 'people',
  'passkeys.list': 'people',
  'passkeys.begin': 'people',
  'passkeys.add': 'people',
  'passkeys.remove': named('people', passkey, 'passkey_not_found'),
  'passkeys.beginConfirm': 'people',
  'passkeys.confirm': 'people',
  'passkeys.challenge': 'anybody',
  'passkeys.signIn': 'anybody',
  'video.generate': 'generate',
  'video.generateBatch': 'generate',
  'video.preview': 'generate',
  'video.consent': 'people',
  'video.status': named('read', video, 'task_not_found'),
  'video.watch': named('read', video, 'task_not_found'),
  'video.download': named('read', video, 'task_not_found'),
  'video.movements': named('read', video, 'task_not_found'),
  'video.move': named('generate', video, 'task_not_found', { motion: 'arc' }),
  'video.task': named('read', video, 'task_not_found'),
  'video.cancel': named('generate', waitingTask, 'task_not_found'),
  'video.animateLocally': named('generate', () => refusedTask(), 'task_not_found'),
  'video.tasks': 'read',
  'video.rename': named('generate', video, 'task_not_found', { name: 'A' }),
  'video.deletePhoto': named('manage', video, 'task_not_found'),
  'video.delete': named('manage', video, 'task_not_found'),
  'video.restore': named('manage', video, 'task_not_found'),
  'album.create': 'albums',
  'album.status': named('read', album, 'album_not_found'),
  'album.watch': named('read', album, 'album_not_found'),
  'album.list': 'read',
  'album.cancel': named('albums', waitingAlbum, 'album_not_found'),
  'album.retry': named('albums', failedAlbum, 'album_not_found'),
  'album.rename': named('albums', album, 'album_not_found', { name: 'B' }),
  'album.delete': named('manage', album, 'album_not_found'),
  'album.restore': named('manage', album, 'album_not_found'),
  'share.get': named('read', film, 'task_not_found'),
  'share.set': named('people', film, 'task_not_found', shared),
  'share.report': 'anybody',
  'frame.list': 'people',
  'frame.create': 'people',
  'frame.change': named('people', frame, 'frame_not_found', { name: null, films: null, dim: null }),
  'frame.stop': named('people', frame, 'frame_not_found'),
  'box.list': 'people',
  'box.open': 'people',
  'box.close': named('people', box, 'box_not_found'),
  'box.waiting': 'people',
  'box.approve': named('people', boxPhoto, 'box_photo_not_found'),
  'box.refuse': named('people', boxPhoto, 'box_photo_not_found'),
  'credits.balance': 'read',
  'credits.watch': 'read',
  'credits.purchases': 'people',
  'credits.history': 'read',
  'credits.checkout': 'people',
  'credits.confirm': named('people', purchase, 'payment_not_found'),
  'purchases.list': 'people',
  'purchases.withdraw': named(
    'people',
    async () => ({ id: (await purchase()).sessionId }),
    'withdrawal_not_possible',
  ),
  'changes.watch': 'read',
  'tokens.create': 'people',
  'tokens.list': 'people',
  'tokens.revoke': named('people', apiToken, 'token_not_found'),
  'webhooks.create': 'generate',
  'webhooks.list': 'read',
  'webhooks.delete': named('generate', webhook, 'webhook_not_found'),
  'webhooks.rotate': named('generate', webhook, 'webhook_not_found'),
  'webhooks.test': named('generate', webhook, 'webhook_not_found'),
  'webhooks.deliveries': named('read', webhook, 'webhook_not_found'),
  'webhooks.resend': named('generate', delivery, 'delivery_not_found'),
  'mail.setWanted': 'anybody',
  'config.get': 'anybody',
};

interface Procedure {
  _def: { type: 'query' | 'mutation' | 'subscription' };
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

test('the matrix has exactly one row per procedure of the router', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(Object.keys(procedures).toSorted());
});

const rows = Object.entries(matrix).map(([path, row]) => ({
  path,
  access: typeof row === 'string' ? row : row.access,
  input: typeof row === 'string' ? () => Promise.resolve({}) : row.own,
}));
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

const namedRows = Object.entries(matrix).flatMap(([path, row]) =>
  typeof row === 'string' ? [] : [{ path, ...row }],
);

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
