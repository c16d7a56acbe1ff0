import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAlbum, addVideo, clientOf } from '#tests/support/albums.ts';
import { createUserData } from '#tests/support/user-data.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { createApp } from './app.ts';
import { createId } from '../platform/ids.ts';
import { createSecret } from '../platform/secrets.ts';

type Ids = Record<string, string>;
type Headers = Record<string, string>;
/** Who may use a path: anybody; signed-in people; also tokens with the scope; or callers with Stripe's signature. */
type Access = 'anybody' | 'people' | 'programs' | 'signed by Stripe';

/** A path to an object that only its owner may access, and the error code that everybody else gets. */
interface Named {
  access: 'people' | 'programs';
  own(): Promise<Ids>;
  unknown: string;
}
/** A path that anybody who knows the id may open, while the object is shared. */
interface Shared {
  access: 'shared';
  own(): Promise<Ids>;
  unknown: string;
}
/** A path that anybody who knows the secret may open. */
interface Secret {
  access: 'secret';
  own(): Promise<Ids>;
  unknown: string;
}

let memori: TestServer;
let owner: Visitor;
let other: Visitor;
/** A token of the other user, with every scope. */
let token: string;
let photo: Buffer;

beforeAll(async () => {
  memori = await startTestServer({ jobs: false });
  [owner, other] = [await newVisitor(memori.url), await newVisitor(memori.url)];
  const made = await other.post('/api/tokens', {
    name: 'A',
    scopes: ['read', 'generate', 'albums', 'manage'],
  });
  ({ token } = (await made.json()) as { token: string });
  photo = await portrait();
});
afterAll(() => memori.close());

const has = createUserData(() => ({ memori, owner }));
const taskId = async () => ({
  taskId: await addVideo(memori, owner.userId, { clean: photo, watermarked: photo }),
});
const mergeId = async () => ({
  mergeId: await addAlbum(memori, owner.userId, { clean: photo, watermarked: photo }),
});

async function archive() {
  const row = { userId: owner.userId, status: 'Success', language: 'en', finishedAt: new Date() };
  const id = createId();
  await memori.deps.db.dataExport.create({ data: { id, ...row, renditionPrefix: `exports/${id}` } });
  return { id };
}

/** A frame serves only its chosen films, not the owner's others. */
async function framed(): Promise<Ids> {
  const { taskId: id } = await taskId();
  const settings = { name: null, dim: null, films: [{ kind: 'video' as const, id }] };
  const { secret } = await clientOf(memori, owner).frame.create.mutate(settings);
  return { secret, kind: 'video', id };
}

async function sent() {
  return { secret: (await has.boxPhoto()).secret };
}

const named =
  (access: Named['access']) =>
  (own: Named['own'], unknown: string): Named => ({ access, own, unknown });
const people = named('people');
const programs = named('programs');
const shared = (own: Shared['own'], unknown: string): Shared => ({ access: 'shared', own, unknown });
const secret = (own: Secret['own'], unknown: string): Secret => ({ access: 'secret', own, unknown });
type Row = Access | Named | Shared | Secret;

/**
 * Who may use each path, except those of the sandbox, which does not exist in production. A new path without a row here
 * fails.
 */
const matrix: Record<string, Row> = {
  'GET /healthz': 'anybody',
  'GET /readyz': 'anybody',
  'GET /metrics': 'anybody',
  'POST /api/stripe/webhook/': 'signed by Stripe',
  'GET /api/public/video/:taskId': shared(taskId, 'task_not_found'),
  'GET /api/public/video/:taskId/poster.jpg': shared(taskId, 'task_not_found'),
  'GET /api/public/video/:taskId/card.jpg': shared(taskId, 'task_not_found'),
  'GET /api/public/video/:taskId/provenance': shared(taskId, 'task_not_found'),
  'GET /api/public/album/:mergeId': shared(mergeId, 'album_not_found'),
  'GET /api/public/album/:mergeId/poster.jpg': shared(mergeId, 'album_not_found'),
  'GET /api/public/album/:mergeId/card.jpg': shared(mergeId, 'album_not_found'),
  'GET /api/public/album/:mergeId/provenance': shared(mergeId, 'album_not_found'),
  'GET /api/keepsakes': programs(async () => ({ '?videos': (await taskId()).taskId }), 'task_not_found'),
  'POST /api/frame': 'anybody',
  'GET /api/frame/:secret': secret(framed, 'frame_not_found'),
  'GET /api/frame/:secret/:kind/:id': secret(framed, 'frame_not_found'),
  'GET /api/account/export/:id/memori.zip': people(archive, 'not_found'),
  'GET /api/purchases/:session/receipt': people(
    async () => ({ session: (await has.purchase()).sessionId }),
    'not_found',
  ),
  'GET /api/box/:secret': secret(has.box, 'box_not_found'),
  'POST /api/box/:secret': secret(has.box, 'box_not_found'),
  'GET /api/sent/:secret': secret(sent, 'box_photo_not_found'),
  'GET /api/box-photos/:id.jpg': people(has.boxPhoto, 'box_photo_not_found'),
  'GET /api/box-photos/:id/story.m4a': people(has.boxStory, 'box_photo_not_found'),
  'GET /api/openapi.json': 'anybody',
  'GET /api/docs': 'anybody',
  'GET /api/docs/guide.md': 'anybody',
  'GET /api/docs/sign-in.md': 'anybody',
  'GET /api/docs/account.md': 'anybody',
  'GET /api/docs/videos.md': 'anybody',
  'GET /api/docs/albums.md': 'anybody',
  'GET /api/docs/media.md': 'anybody',
  'GET /api/docs/credits.md': 'anybody',
  'GET /api/docs/tokens.md': 'anybody',
  'GET /api/docs/webhooks.md': 'anybody',
  'GET /api/docs/errors.md': 'anybody',
  'GET /llms.txt': 'anybody',
  'GET /mcp': 'programs',
  'POST /mcp': 'programs',
  'DELETE /mcp': 'programs',
  'GET /api/docs/try': 'anybody',
  'GET /api/docs/try.js': 'anybody',
  'GET /api/docs/swagger-ui-bundle.js': 'anybody',
  'GET /api/docs/swagger-ui.css': 'anybody',
  'POST /api/video/generate': 'programs',
  'POST /api/video/preview': 'programs',
  'POST /api/video/generate/batch': 'programs',
  'GET /api/video/status/:taskId': programs(taskId, 'task_not_found'),
  'GET /api/video/download/:taskId': programs(taskId, 'task_not_found'),
  'GET /api/video/tasks': 'programs',
  'GET /api/video/tasks/:taskId': programs(taskId, 'task_not_found'),
  'PATCH /api/video/tasks/:taskId': programs(taskId, 'task_not_found'),
  'DELETE /api/video/tasks/:taskId': programs(taskId, 'task_not_found'),
  'DELETE /api/video/tasks/:taskId/photo': programs(taskId, 'task_not_found'),
  'GET /api/video/tasks/:taskId/events': programs(taskId, 'task_not_found'),
  'POST /api/video/tasks/:taskId/cancel': programs(has.waitingTask, 'task_not_found'),
  'POST /api/video/tasks/:taskId/local': programs(() => has.refusedTask(), 'task_not_found'),
  'GET /api/audio': 'programs',
  'POST /api/audio': 'programs',
  'DELETE /api/audio/:audioId': programs(has.audio, 'audio_not_found'),
  'POST /api/video/merge': 'programs',
  'GET /api/video/merge/:mergeId': programs(mergeId, 'album_not_found'),
  'PATCH /api/video/merge/:mergeId': programs(mergeId, 'album_not_found'),
  'DELETE /api/video/merge/:mergeId': programs(mergeId, 'album_not_found'),
  // Films that are not shared can't be reported.
  'POST /api/public/video/:taskId/report': 'anybody',
  'POST /api/public/album/:mergeId/report': 'anybody',
  'POST /api/auth/signup': 'anybody',
  'POST /api/auth/login': 'anybody',
  'POST /api/auth/logout': 'anybody',
  'POST /api/auth/forgot': 'anybody',
  'POST /api/auth/reset': 'anybody',
  'POST /api/auth/verify': 'anybody',
  'GET /api/auth/me': 'people',
  'POST /api/auth/password': 'people',
  'GET /api/auth/sessions': 'people',
  'DELETE /api/auth/sessions/:id': people(has.session, 'not_found'),
  'POST /api/account/export': 'people',
  'GET /api/account/export': 'people',
  'DELETE /api/account': 'people',
  'GET /api/credits/balance': 'programs',
  'GET /api/usage': 'programs',
  'GET /api/video/estimate': 'programs',
  'POST /api/credits/checkout': 'people',
  'GET /api/checkout/success': 'people',
  'GET /api/tokens': 'people',
  'POST /api/tokens': 'people',
  'DELETE /api/tokens/:id': people(has.apiToken, 'token_not_found'),
  'GET /api/webhooks': 'programs',
  'POST /api/webhooks': 'programs',
  'DELETE /api/webhooks/:id': programs(has.webhook, 'webhook_not_found'),
  'POST /api/webhooks/:id/test': programs(has.webhook, 'webhook_not_found'),
  'POST /api/webhooks/:id/rotate': programs(has.webhook, 'webhook_not_found'),
  'GET /api/webhooks/:id/deliveries': programs(has.webhook, 'webhook_not_found'),
  'POST /api/webhooks/:id/deliveries/:deliveryId/resend': programs(has.delivery, 'delivery_not_found'),
  'POST /api/mail/unsubscribe': 'anybody',
  'GET /api/mail/unsubscribe': 'anybody',
  'GET /music/:id.mp3': 'anybody',
  'GET /music/:id.json': 'anybody',
  'GET /music/:id.sections.json': 'anybody',
  'GET /music/:id.sections.opus': 'anybody',
  'GET /share-photo/:id': 'anybody',
};

/** The part of Express's router that lists its routes. */
interface Listing {
  listRoutes(): { path: string; methods?: string[]; router?: Listing }[];
}

function pathsOf(listing: Listing, at = ''): string[] {
  return listing.listRoutes().flatMap(({ path, methods = [], router }) => {
    if (router) return pathsOf(router, at + (path === '/' ? '' : path));
    return methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${at}${path}`);
  });
}

test('the matrix has exactly one row per path that the server answers', () => {
  const listed = pathsOf(createApp(memori.deps).router as unknown as Listing);
  const paths = listed.filter((path) => !path.includes(' /sandbox/'));
  expect(Object.keys(matrix).toSorted()).toEqual([...new Set(paths)].toSorted());
});

const bearer = (): Headers => ({ authorization: `Bearer ${token}` });

/** Everybody but its owner. */
const others = (): Headers[] => [{}, { cookie: other.cookie }, bearer()];

/** The stable error code of a failed call, else the status. */
async function answerOf(row: string, ids: Ids, headers: Headers = {}) {
  const [method = '', path = ''] = row.split(' ');
  const query = Object.entries(ids).filter(([name]) => name.startsWith('?'));
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? 'a'.repeat(32));
  const given = method === 'PATCH' ? { name: 'A' } : {};
  const json = method !== 'GET' && !/generate|preview|\/box\/|\/audio$/.test(path);
  const asked =
    query.length > 0 ? `?${new URLSearchParams(query.map(([name, id]) => [name.slice(1), id]))}` : '';
  const response = await fetch(memori.url + address + asked, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(given) }),
  });
  const body = await response.text();
  return /"code":"(\w+)"/.exec(body)?.[1] ?? response.status;
}

const rows = Object.entries(matrix).map(([row, access]) => ({
  row,
  ...(typeof access === 'string' ? { access, own: async (): Promise<Ids> => ({}), unknown: null } : access),
}));
const needsAccount = rows.filter(({ access }) => access === 'people' || access === 'programs');

test.each(needsAccount)('$row requires signing in', async ({ row, own }) => {
  const ids = await own();
  expect(await answerOf(row, ids)).toBe('not_signed_in');
  expect(await answerOf(row, ids, { authorization: 'Bearer mem_live_unknown' })).toBe('invalid_token');
});

test.each(rows.filter(({ access }) => access === 'people'))(
  '$row rejects API tokens',
  async ({ row, own }) => {
    expect(await answerOf(row, await own(), bearer())).toBe('token_not_allowed');
  },
);

test.each(rows.filter(({ access }) => access === 'anybody'))(
  '$row does not require signing in',
  async ({ row }) => {
    expect(['not_signed_in', 'internal_error']).not.toContain(await answerOf(row, {}));
  },
);

const namedRows = needsAccount.filter(({ unknown }) => unknown !== null);

test.each(namedRows)(
  '$row does not reveal the object to other users',
  async ({ row, access, own, unknown }) => {
    const ids = await own();
    expect(await answerOf(row, ids, { cookie: other.cookie })).toBe(unknown);
    expect(await answerOf(row, ids, bearer())).toBe(access === 'people' ? 'token_not_allowed' : unknown);
  },
);

// Paid purchases are covered by other tests.
test.each(namedRows.filter(({ row }) => !row.includes('/purchases/')))(
  '$row finds the object for its owner',
  async ({ row, own, unknown }) => {
    const answer = await answerOf(row, await own(), { cookie: owner.cookie });
    const missingFile = row.includes('.zip') || row.includes('.jpg');
    expect(['not_signed_in', 'internal_error', ...(missingFile ? [] : [unknown])]).not.toContain(answer);
  },
);

test.each(rows.filter(({ access }) => access === 'shared'))(
  '$row is open to anybody with the id while shared, then to its owner only',
  async ({ row, own, unknown }) => {
    const ids = await own();
    const [name = '', id = ''] = Object.entries(ids)[0] ?? [];
    expect(await answerOf(row, { [name]: createId() })).toBe(unknown);
    for (const headers of others()) expect(await answerOf(row, ids, headers)).toBe(200);
    const stopped = { where: { id }, data: { shareStoppedAt: new Date() } };
    if (row.includes('/album/')) await memori.deps.db.album.update(stopped);
    else await memori.deps.db.videoTask.update(stopped);
    for (const headers of others()) expect(await answerOf(row, ids, headers)).toBe(unknown);
    expect(await answerOf(row, ids, { cookie: owner.cookie })).toBe(200);
  },
);

test.each(rows.filter(({ access }) => access === 'secret'))(
  '$row is open with the secret only',
  async ({ row, own, unknown }) => {
    const ids = await own();
    expect(await answerOf(row, ids)).not.toBe(unknown);
    for (const wrong of [createSecret(), ids['id'] ?? createId()])
      for (const headers of [{}, { cookie: owner.cookie }] as Headers[])
        expect(await answerOf(row, { ...ids, secret: wrong }, headers)).toBe(unknown);
  },
);

test.each(rows.filter(({ unknown }) => unknown !== null))(
  '$row refuses ids that can’t be stored or decoded',
  async ({ row, own }) => {
    for (const name of [...row.matchAll(/:(\w+)/g)].map(([, param = '']) => param))
      for (const id of ['%00', '%ff', '100%']) {
        const answer = await answerOf(row, { ...(await own()), [name]: id }, { cookie: owner.cookie });
        expect(String(answer), `${name} ${id}`).toMatch(
          id === '%00' ? /^\w*not_found$/ : /^(invalid_request|\w*not_found)$/,
        );
      }
  },
);

test('a frame serves only its chosen films, and the Stripe webhook requires a signature', async () => {
  const ids = await framed();
  const path = 'GET /api/frame/:secret/:kind/:id';
  expect(await answerOf(path, ids)).toBe(200);
  expect(await answerOf(path, { ...ids, id: (await taskId()).taskId })).toBe('not_found');
  const stranger = await addVideo(memori, other.userId, { clean: photo, watermarked: photo });
  expect(await answerOf(path, { ...ids, id: stranger })).toBe('not_found');
  expect(await answerOf('POST /api/stripe/webhook/', {})).toBe('invalid_signature');
});
