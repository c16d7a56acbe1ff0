import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo, paperVideo } from '../../tests/support/albums.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { newVisitor, type Visitor } from '../../tests/support/visitor.ts';
import { createId } from '../platform/ids.ts';
import { appRouter } from './router.ts';

type Scope = 'read' | 'generate' | 'albums';
/** Who may call: anybody at all; people who are signed in; programs with the scope as well. */
type Access = 'anybody' | 'people' | Scope;

/** A call that names something of its caller's: how there is one, and what everybody else is told of it. */
interface Named {
  access: Exclude<Access, 'anybody'>;
  own(): Promise<object>;
  unknown: string;
}

let memori: TestServer;
let owner: Visitor;
let other: Visitor;
/** A token of the other's for each scope alone, and one with all. */
const tokens = new Map<string, string>();

beforeAll(async () => {
  memori = await startTestServer({ jobs: false });
  [owner, other] = [await newVisitor(memori.url), await newVisitor(memori.url)];
  const scopes: Scope[] = ['read', 'generate', 'albums'];
  for (const each of [...scopes.map((scope) => [scope]), scopes]) {
    const made = await other.post('/api/tokens', { name: each.join(), scopes: each });
    tokens.set(each.join(), ((await made.json()) as { token: string }).token);
  }
});
afterAll(() => memori.close());

const db = () => memori.deps.db;
const fingerprint = () => createHash('sha256').update(createId()).digest('hex');
const video = async () => ({ taskId: await addVideo(memori, owner.userId, paperVideo('a')) });

async function waitingTask() {
  const id = createId();
  const row = { userId: owner.userId, provider: 'local', prompt: '', originalFilename: 'a.jpg' };
  await db().videoTask.create({ data: { id, ...row, photoKey: 'p' } });
  return { taskId: id };
}

async function album(data: object = {}) {
  const id = createId();
  const done = { status: 'completed', progress: 1, renditionPrefix: 'runs/x', finishedAt: new Date() };
  await db().album.create({ data: { id, userId: owner.userId, name: 'A', ...done, ...data } });
  return { mergeId: id };
}
const waitingAlbum = () => album({ status: 'pending', renditionPrefix: null, finishedAt: null, progress: 0 });
const failedAlbum = () =>
  album({ status: 'failed', renditionPrefix: null, errorCode: 'album_failed', progress: 0 });

async function frame() {
  const { id } = await db().frame.create({
    data: { id: createId(), userId: owner.userId, secretHash: fingerprint(), films: [] },
  });
  return { id };
}

async function box() {
  const closesAt = new Date(Date.now() + 86_400_000);
  const { id } = await db().box.create({
    data: { id: createId(), userId: owner.userId, secretHash: fingerprint(), name: 'Zii', closesAt },
  });
  return { id };
}

async function boxPhoto() {
  const { id: boxId } = await box();
  const row = { boxId, secretHash: fingerprint(), sender: 'Zia', senderKey: 'k', seed: 1, language: 'it' };
  const { id } = await db().boxPhoto.create({ data: { id: createId(), ...row, photoHash: 'a'.repeat(64) } });
  return { id };
}

async function apiToken() {
  const row = { userId: owner.userId, name: 'A', hash: fingerprint(), ending: 'abcd', scopes: ['read'] };
  const { id } = await db().apiToken.create({ data: { id: createId(), ...row } });
  return { id };
}

async function webhook() {
  const row = {
    userId: owner.userId,
    url: 'http://127.0.0.1:9/',
    events: ['credits.low'],
    secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
  };
  const { id } = await db().webhook.create({ data: { id: createId(), ...row } });
  return { id };
}

async function delivery() {
  const { id: webhookId } = await webhook();
  const row = { webhookId, userId: owner.userId, event: 'credits.low', data: '{}', deliveredAt: new Date() };
  const { id: deliveryId } = await db().webhookDelivery.create({ data: { id: `msg_${createId()}`, ...row } });
  return { id: webhookId, deliveryId };
}

async function session() {
  const row = { userId: owner.userId, expiresAt: new Date(Date.now() + 86_400_000) };
  const { publicId } = await db().session.create({ data: { id: createId(), ...row } });
  return { id: publicId };
}

async function purchase() {
  const sessionId = `cs_test_${createId()}`;
  const row = { userId: owner.userId, packageId: 'legacy', credits: 15, price: 1900, language: 'en' };
  const paid = { status: 'paid', amountPaid: 1900, paidAt: new Date(), paymentIntentId: `pi_${sessionId}` };
  await db().purchase.create({ data: { sessionId, ...row, ...paid } });
  return { sessionId };
}

const named = (access: Named['access'], own: Named['own'], unknown: string, more: object = {}): Named => ({
  access,
  own: async () => ({ ...(await own()), ...more }),
  unknown,
});
const film = async () => ({ kind: 'video', id: (await video()).taskId });
const shared = { sender: null, dedication: null, until: null, stopped: false };

/** Each procedure, and who may call it. A new one without a row here fails. */
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
  'account.sessions': 'people',
  'account.endSession': named('people', session, 'not_found'),
  'account.endOtherSessions': 'people',
  'account.requestDeletion': 'people',
  'account.keep': 'people',
  'account.requestExport': 'people',
  'account.export': 'people',
  'account.mail': 'people',
  'account.setMail': 'people',
  'video.generate': 'generate',
  'video.generateBatch': 'generate',
  'video.consent': 'people',
  'video.status': named('read', video, 'task_not_found'),
  'video.watch': named('read', video, 'task_not_found'),
  'video.download': named('read', video, 'task_not_found'),
  'video.movements': named('read', video, 'task_not_found'),
  'video.move': named('generate', video, 'task_not_found', { motion: 'arc' }),
  'video.task': named('read', video, 'task_not_found'),
  'video.cancel': named('generate', waitingTask, 'task_not_found'),
  'video.tasks': 'read',
  'video.rename': named('generate', video, 'task_not_found', { name: 'A' }),
  'video.deletePhoto': named('generate', video, 'task_not_found'),
  'video.delete': named('generate', video, 'task_not_found'),
  'video.restore': named('generate', video, 'task_not_found'),
  'album.create': 'albums',
  'album.status': named('read', album, 'album_not_found'),
  'album.watch': named('read', album, 'album_not_found'),
  'album.list': 'read',
  'album.cancel': named('albums', waitingAlbum, 'album_not_found'),
  'album.retry': named('albums', failedAlbum, 'album_not_found'),
  'album.rename': named('albums', album, 'album_not_found', { name: 'B' }),
  'album.delete': named('albums', album, 'album_not_found'),
  'album.restore': named('albums', album, 'album_not_found'),
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

/** The code that a call is refused with; null where it is not, as far as its first words say. */
async function refusalOf(
  path: string,
  input: object,
  headers: Record<string, string>,
): Promise<string | null> {
  const type = procedures[path]?._def.type;
  const address = `${memori.url}/api/trpc/${path}`;
  const asked = new AbortController();
  const response =
    type === 'mutation'
      ? await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(input),
        })
      : await fetch(`${address}?input=${encodeURIComponent(JSON.stringify(input))}`, {
          headers: { ...headers, ...(type === 'subscription' ? { accept: 'text/event-stream' } : {}) },
          signal: asked.signal,
        });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    // What goes on for ever says at once whether it does: after its greeting comes a state or a refusal.
    if (type === 'subscription' && /"errorCode"|\nevent: serialized-error|data: \{"(?!errorCode)/.test(text))
      break;
  }
  asked.abort();
  return /"errorCode":"(\w+)"/.exec(text)?.[1] ?? null;
}

const bearer = (scopes: string) => ({ authorization: `Bearer ${tokens.get(scopes) ?? ''}` });
const every = 'read,generate,albums';

test('the matrix has a row for each procedure of the router, and no other', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(Object.keys(procedures).toSorted());
});

const rows = Object.entries(matrix).map(([path, row]) => ({
  path,
  access: typeof row === 'string' ? row : row.access,
  input: typeof row === 'string' ? () => Promise.resolve({}) : row.own,
}));
const scopes = ['read', 'generate', 'albums'];
const isForPrograms = ({ access }: { access: Access }) => scopes.includes(access);

test.each(rows.filter(({ access }) => access === 'anybody'))(
  '$path asks nobody to sign in',
  async ({ path }) => {
    expect(await refusalOf(path, {}, {})).not.toBe('not_signed_in');
  },
);

test.each(rows.filter(({ access }) => access !== 'anybody'))(
  '$path asks whoever is not signed in to sign in',
  async ({ path, input }) => {
    expect(await refusalOf(path, await input(), {})).toBe('not_signed_in');
    const unknown = { authorization: 'Bearer mem_live_unknown' };
    expect(await refusalOf(path, await input(), unknown)).toBe('invalid_token');
  },
);

test.each(rows.filter(({ access }) => access === 'people'))(
  '$path is for people only',
  async ({ path, input }) => {
    expect(await refusalOf(path, await input(), bearer(every))).toBe('token_not_allowed');
  },
);

test.each(rows.filter(isForPrograms))(
  '$path asks a program for its scope',
  async ({ path, access, input }) => {
    for (const scope of scopes.filter((each) => each !== access))
      expect(await refusalOf(path, await input(), bearer(scope))).toBe('token_scope_missing');
  },
);

const namedRows = Object.entries(matrix).flatMap(([path, row]) =>
  typeof row === 'string' ? [] : [{ path, ...row }],
);

test.each(namedRows)('$path tells nobody else of what it names', async ({ path, access, own, unknown }) => {
  const owned = await own();
  expect(await refusalOf(path, owned, { cookie: other.cookie })).toBe(unknown);
  const program = access === 'people' ? 'token_not_allowed' : unknown;
  expect(await refusalOf(path, owned, bearer(every))).toBe(program);
});

// Money is another test's matter: these purchases are of no session that the payment provider knows.
const isAboutMoney = ({ path }: { path: string }) => /^(credits|purchases)\./.test(path);

test.each(namedRows.filter((row) => !isAboutMoney(row)))(
  '$path finds it for its owner',
  async ({ path, own, unknown }) => {
    expect(await refusalOf(path, await own(), { cookie: owner.cookie })).not.toBe(unknown);
  },
);
