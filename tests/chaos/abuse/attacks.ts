import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { deflateSync } from 'node:zlib';
import {
  insertJpegSegments,
  insertPngChunks,
  jpeg,
  jpegSegment,
  png,
  pngChunk,
} from '#tests/fixtures/evil-photos/pictures.ts';
import { asJson, ask, many, megabyte, untilAnswered } from './calls.ts';

/** The password of all accounts. */
const password = 'correct horse';

/** The target of an attack, and the attacker's sessions. */
export interface Target {
  url: string;
  cookies: readonly string[];
  emails: readonly string[];
  videoIds: readonly string[];
}

interface Round {
  random: () => number;
  /** Aborts what stays open between rounds. */
  signal: AbortSignal;
}

/** One round of an attack; resolves with the status of each response. */
export type Attack = (target: Target, round: Round) => Promise<number[]>;

async function evilPhotos(): Promise<Buffer[]> {
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(20_000_000))]);
  const profile = Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(100_000_000))]);
  const segments = Buffer.alloc(10_000_000, jpegSegment(0xed, Buffer.from('x')));
  return [
    insertPngChunks(await png(), ...Array<Buffer>(100).fill(pngChunk('zTXt', text))),
    insertPngChunks(await png(), pngChunk('iCCP', profile)),
    insertJpegSegments(await jpeg(), segments),
  ];
}
let evil: Promise<Buffer[]> | undefined;

/** Each account uploads photos that are expensive to decode. */
const bombs: Attack = async ({ url, cookies }, { random }) => {
  const photos = await (evil ??= evilPhotos());
  return many(cookies.length, (index) => {
    const form = new FormData();
    const photo = photos[Math.floor(random() * photos.length)] ?? Buffer.alloc(0);
    form.set('image', new File([Uint8Array.from(photo)], 'photo.png'));
    const headers = { cookie: cookies[index] ?? '' };
    return ask(`${url}/api/video/generate`, { method: 'POST', headers, body: form });
  });
};

/**
 * Keep-alive, like browsers: a client that announces it will close can lose a response that comes before its last byte.
 */
const keptAlive = new Agent({ keepAlive: true });

const formHead = 'Content-Disposition: form-data; name="image"; filename="photo.jpg"';

/** Begins to send a photo of 19 MB, and pauses after this many bytes of it. */
export function beginUpload({ url }: Pick<Target, 'url'>, cookie: string, bytes: number) {
  const headers = {
    cookie,
    'content-type': 'multipart/form-data; boundary=B',
    'content-length': 19 * megabyte,
  };
  const sending = request(`${url}/api/video/generate`, { method: 'POST', headers, agent: keptAlive });
  sending.on('error', () => {});
  sending.write(`--B\r\n${formHead}\r\n\r\n`);
  sending.write(Buffer.alloc(bytes));
  return sending;
}

/** The first account has no credit and announces 30 photos of 19 MB; the second has one and never finishes its 20. */
const parked: Attack = async (target, { signal }) => {
  const stalled = Array.from({ length: 20 }, () => beginUpload(target, target.cookies[1] ?? '', megabyte));
  const statuses = await many(30, () =>
    untilAnswered(async () => {
      const sending = beginUpload(target, target.cookies[0] ?? '', megabyte);
      const [response] = (await once(sending, 'response', { signal })) as [IncomingMessage];
      sending.destroy();
      return response.statusCode ?? 0;
    }),
  );
  for (const each of stalled) each.destroy();
  return statuses;
};

/** Batches of a thousand calls, and batches of allowed size without end, without a session. */
const batches: Attack = ({ url }) => {
  const batch = (calls: number) => ask(`${url}/api/trpc/${Array(calls).fill('auth.me').join()}?batch=1`);
  return many(8, (index) => batch(index < 4 ? 1000 : 10));
};

const bodies: Attack = ({ url, cookies }) => {
  const body = JSON.stringify({ email: 'a@example.com', password: 'a'.repeat(19 * megabyte) });
  const paths = ['/api/trpc/auth.signIn', '/api/auth/login', '/api/stripe/webhook', '/api/trpc/album.create'];
  return many(paths.length, (index) => ask(`${url}${paths[index]}`, asJson(cookies[0] ?? '', body)));
};

/** Wrong passwords for many accounts from all over one IPv6 site. */
const guesses: Attack = ({ url }, { random }) =>
  many(4, () => {
    const network = Math.floor(random() * 65_536).toString(16);
    const email = `user${Math.floor(random() * 1e6)}@example.com`;
    const from = { 'x-forwarded-for': `2001:db8:1:${network}::1` };
    return ask(`${url}/api/auth/login`, asJson('', { email, password: 'wrong horse' }, from));
  });

const albums: Attack = ({ url, cookies, videoIds }) =>
  many(4, () => ask(`${url}/api/video/merge`, asJson(cookies[0] ?? '', { videoIds, albumName: 'Nonna' })));

/** Requests with forged headers: payments, other sites' calls, a loopback address. */
const forgeries: Attack = ({ url, cookies }) => {
  const cookie = cookies[0] ?? '';
  const calls = [
    () => ask(`${url}/api/stripe/webhook`, asJson('', {}, { 'stripe-signature': 't=1,v1=forged' })),
    () => ask(`${url}/api/auth/logout`, asJson(cookie, {}, { origin: 'https://evil.example' })),
    () => ask(`${url}/metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } }),
    () => ask(`${url}/metrics`, { headers: { authorization: 'Bearer guessed-token' } }),
  ];
  return many(calls.length, (index) => calls[index]?.() ?? Promise.resolve(0));
};

/** The right passwords of all accounts, ten times each, from one address. */
const signIns: Attack = ({ url, emails }) =>
  many(10 * emails.length, (index) => {
    const credentials = { email: emails[index % emails.length], password };
    return ask(`${url}/api/auth/login`, asJson('', credentials, { 'x-forwarded-for': '203.0.113.80' }));
  });

/** A person's calls without end, each refused for what it says. */
const changes: Attack = ({ url, cookies }) =>
  many(50, () => ask(`${url}/api/tokens`, asJson(cookies[0] ?? '', {})));

const lateChecks = new Set<string>();

/** The parts of which `/readyz` has said that they did not answer in time. */
export const findLateChecks = (): string[] => [...lateChecks];

/** Anybody's questions whether the server is ready. */
const readiness: Attack = ({ url }) =>
  many(100, async () => {
    const response = await fetch(`${url}/readyz`);
    const { status: _, ...parts } = (await response.json()) as Record<string, string>;
    const failing = Object.keys(parts).filter((part) => parts[part] === 'failing');
    if ((response.status === 503) !== failing.length > 0)
      throw new Error(`/readyz answered ${response.status}: ${JSON.stringify(parts)}`);
    for (const part of failing) lateChecks.add(part);
    return response.status;
  });

/** A webhook, and tests of it without end. */
const webhooks: Attack = async ({ url, cookies }) => {
  const [cookie = ''] = cookies;
  const body = { url: 'https://example.com/', events: ['credits.low'] };
  const made = await fetch(`${url}/api/webhooks`, asJson(cookie, body));
  const { id } = (await made.json()) as { id?: string };
  if (id === undefined) return [made.status];
  return [made.status, ...(await many(10, () => ask(`${url}/api/webhooks/${id}/test`, asJson(cookie, {}))))];
};

/** A person's reads without end. */
const queries: Attack = ({ url, cookies }) =>
  many(60, () => ask(`${url}/api/video/tasks`, { headers: { cookie: cookies[0] ?? '' } }));

let token: string | undefined;

/** Tokens that a person asks for all at once, and calls with one of them without end. */
const tokens: Attack = async ({ url, cookies }) => {
  const made = await many(10, async () => {
    const body = { name: 'A', scopes: ['read'] };
    const response = await fetch(`${url}/api/tokens`, asJson(cookies[0] ?? '', body));
    token = ((await response.json()) as { token?: string }).token ?? token;
    return response.status;
  });
  const headers = { authorization: `Bearer ${token}` };
  return [...made, ...(await many(60, () => ask(`${url}/api/video/tasks`, { headers })))];
};

/** One call of each kind that has a limit of its own, ten times over; what it says is refused. */
const limited =
  (...procedures: string[]): Attack =>
  ({ url, cookies }) => {
    const call = (name: string) => ask(`${url}/api/trpc/${name}`, asJson(cookies[0] ?? '', {}));
    return many(10 * procedures.length, (index) => call(procedures[index % procedures.length] ?? ''));
  };

/** Requests for a new password to one address, from one network. */
const recoveries: Attack = ({ url }) => {
  const from = { 'x-forwarded-for': '203.0.113.81' };
  return many(10, () => ask(`${url}/api/auth/forgot`, asJson('', { email: 'nonna@example.com' }, from)));
};

/** Files that are no photos, to be previewed without end. */
const previews: Attack = ({ url, cookies }) =>
  many(8, () => {
    const form = new FormData();
    form.set('image', new File([new Uint8Array(megabyte)], 'photo.jpg'));
    const headers = { cookie: cookies[0] ?? '' };
    return ask(`${url}/api/video/preview`, { method: 'POST', body: form, headers });
  });

/** Files that are no recordings, without end. */
const recordings: Attack = ({ url, cookies }) =>
  many(8, () => {
    const form = new FormData();
    form.set('audio', new File([new Uint8Array(megabyte)], 'song.mp3'));
    form.set('purpose', 'music');
    form.set('rights', 'true');
    const headers = { cookie: cookies[0] ?? '' };
    return ask(`${url}/api/audio`, { method: 'POST', body: form, headers });
  });

let box: string | undefined;

/** Files sent to a box from one network that are no photos, and ever more boxes. */
const boxes: Attack = async ({ url, cookies }) => {
  const opened = await fetch(`${url}/api/trpc/box.open`, asJson(cookies[0] ?? '', { name: 'A' }));
  const { result } = (await opened.json()) as { result?: { data: { secret: string } } };
  box ??= result?.data.secret;
  const sent = await many(8, () => {
    const form = new FormData();
    form.set('image', new File([new Uint8Array(megabyte)], 'photo.jpg'));
    form.set('sender', 'A');
    form.set('consent', 'yes');
    const headers = { 'x-forwarded-for': '203.0.113.82' };
    return ask(`${url}/api/box/${box}`, { method: 'POST', body: form, headers });
  });
  return [opened.status, ...sent];
};

/** Opens another hundred streams of one account. */
const streams: Attack = ({ url, cookies }, { signal }) =>
  many(100, async () => {
    const headers = { cookie: cookies[0] ?? '', accept: 'text/event-stream' };
    const response = await fetch(`${url}/api/trpc/changes.watch`, { headers, signal });
    openStreams += 1;
    void response
      .text()
      .catch(() => {})
      .then(() => (openStreams -= 1));
    return response.status;
  });

let openStreams = 0;

/** The number of streams that this process has open. */
export const countOpenStreams = (): number => openStreams;

export const attacks = {
  bombs,
  parked,
  batches,
  bodies,
  guesses,
  albums,
  forgeries,
  streams,
  previews,
  recordings,
  signIns,
  changes,
  readiness,
  webhooks,
  queries,
  tokens,
  recoveries,
  boxes,
  reports: limited('share.report'),
  purchases: limited('credits.checkout', 'credits.confirm'),
  movements: limited('video.move'),
};
export type AttackName = keyof typeof attacks;
