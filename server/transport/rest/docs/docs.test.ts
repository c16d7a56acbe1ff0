import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAlbum, addVideo } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { makeRecording } from '#tests/support/recordings.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createUserData } from '#tests/support/user-data.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { grant } from '#server/features/credits/ledger.ts';
import { createId } from '#server/platform/ids.ts';
import { operations } from '../operations.ts';
import { examplesOf } from './examples.ts';

const execute = promisify(execFile);
const missing = (program: string) => spawnSync(program, ['--version']).error !== undefined;

let server: TestServer;
let owner: Visitor;
let token: string;
let folder: string;
let photo: Buffer;

beforeAll(async () => {
  // No jobs, so nothing is sent to the webhooks of the examples.
  server = await startTestServer({ jobs: false, settings: { LIMIT_GENERATE: '5000/1m' } });
  owner = await newVisitor(server.url);
  await grant(server.deps.db, { userId: owner.userId, amount: 50, reference: createId() });
  token = await makeToken(server, owner, { scopes: ['read', 'generate', 'albums', 'manage'] });
  folder = await mkdtemp(path.join(tmpdir(), 'memori-docs-'));
  photo = await portrait();
  for (const name of ['nonna.jpg', 'nonno.jpg']) await writeFile(path.join(folder, name), photo);
  await makeRecording(path.join(folder, 'song.mp3'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function makeToken({ url }: TestServer, visitor: Visitor, options: object): Promise<string> {
  const made = await visitor.post('/api/tokens', { name: 'Docs', ...options });
  expect([made.status, url]).toEqual([201, server.url]);
  return ((await made.json()) as { token: string }).token;
}

const finishedVideo = () => addVideo(server, owner.userId, { clean: photo, watermarked: photo });

const finishedAlbum = () => addAlbum(server, owner.userId, { clean: photo, watermarked: photo });

async function waitingTask(): Promise<string> {
  const answer = await owner.generate(photo);
  return ((await answer.json()) as { taskId: string }).taskId;
}

async function webhook(): Promise<{ webhookId: string; deliveryId: string }> {
  // With the token that the examples use, which manages only its own.
  const headers = { authorization: `Bearer ${token}` };
  const made = await owner.post(
    '/api/webhooks',
    { url: 'http://127.0.0.1:9/', events: ['video.failed'] },
    headers,
  );
  const { id: webhookId } = (await made.json()) as { id: string };
  const sent = await owner.post(`/api/webhooks/${webhookId}/test`);
  return { webhookId, deliveryId: ((await sent.json()) as { deliveryId: string }).deliveryId };
}

/** The code with real objects for its example ids, new for each run because some examples delete them. */
async function withRealIds(code: string, operationId: string): Promise<string> {
  const hook = code.includes('messaggi2') ? await webhook() : { webhookId: '', deliveryId: '' };
  const real: Record<string, () => Promise<string> | string> = {
    nonnarosa2222222222222222222aaaa:
      operationId === 'cancelTask'
        ? waitingTask
        : operationId === 'animateLocally'
          ? refusedTask
          : finishedVideo,
    nonnopino2222222222222222222aaaa: finishedVideo,
    famiglia22222222222222222222aaaa: finishedAlbum,
    canzone222222222222222222222aaaa: recording,
    messaggi22222222222222222222aaaa: () => hook.webhookId,
    msg_novella222222222222222222222aaaa: () => hook.deliveryId,
  };
  let replaced = code;
  for (const [example, make] of Object.entries(real))
    if (code.includes(example)) replaced = replaced.replaceAll(example, await make());
  return replaced;
}

async function recording(): Promise<string> {
  const { audioId } = await createUserData(() => ({ memori: server, owner })).audio();
  return audioId;
}

async function refusedTask(): Promise<string> {
  const { taskId } = await createUserData(() => ({ memori: server, owner })).refusedTask();
  return taskId;
}

/** Runs the programs the way their readers would. */
const runners = {
  curl: { file: 'example.sh', run: ['sh'] },
  TypeScript: { file: 'example.mts', run: [process.execPath] },
  Python: { file: 'example.py', run: ['python3'] },
} as const;

const callable = operations.flatMap((operation) => {
  const examples = examplesOf(operation, 'https://memori.example');
  return examples ? [[operation.id, operation] as const] : [];
});

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const fetchPage = async () => (await fetch(`${server.url}/api/docs`)).text();

/** The code in a language from an operation's section of the page. */
function codeOn(page: string, id: string, language: string): string {
  const section = page.split(`<section id="${id}">`)[1]?.split('</section>')[0] ?? '';
  const [, code = ''] =
    new RegExp(`<summary>${language}</summary><pre tabindex="0"><code>([^<]*)</code>`).exec(section) ?? [];
  return unescaped(code);
}

test('the description is encoded once, not for each caller', async () => {
  const encode = vi.spyOn(JSON, 'stringify');
  const ask = (headers = {}) => fetch(`${server.url}/api/openapi.json`, { headers });
  const first = await ask();
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await first.json()).toMatchObject({ openapi: '3.1.0' });
  const encoded = encode.mock.calls.filter(([value]: unknown[]) => Object.hasOwn(Object(value), 'openapi'));
  encode.mockRestore();
  expect(encoded).toHaveLength(0);
  expect((await ask({ 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304);
});

test('most operations accept tokens, and each of them has an example', () => {
  expect(callable.length).toBeGreaterThan(25);
  expect(operations.filter(({ scope }) => scope).length).toBeLessThanOrEqual(callable.length);
});

describe.each(Object.entries(runners))('%s', (language, { file, run: [program, ...args] }) => {
  const needed = language === 'curl' ? 'curl' : program;
  test.skipIf(missing(needed))(`every example runs as shown on the page`, async () => {
    const page = await fetchPage();
    for (const [id, operation] of callable) {
      const shown = codeOn(page, id, language);
      expect(shown, id).not.toBe('');
      const code = await withRealIds(shown, id);
      await writeFile(path.join(folder, file), code);
      const env = { ...process.env, MEMORI_TOKEN: token, NODE_NO_WARNINGS: '1' };
      const { stdout } = await execute(program, [...args, file], { cwd: folder, env }).catch(
        (error: unknown) => {
          throw new Error(`${id} in ${language}:\n${code}`, { cause: error });
        },
      );
      const isJson = operation.response.type === 'application/json';
      expect(stdout.trim() !== '', `${id} says something`).toBe(isJson);
      if (isJson && language === 'curl') expect(() => JSON.parse(stdout) as unknown).not.toThrow();
      // Stays below the limit of ten webhooks.
      await server.deps.db.webhook.deleteMany();
    }
  });
});

test('the three languages send the same request', async () => {
  const page = await fetchPage();
  for (const language of Object.keys(runners)) {
    const code = codeOn(page, 'createAlbum', language);
    for (const word of ['/api/video/merge', 'Summer of 1962', 'nonnopino2222222222222222222aaaa'])
      expect(code).toContain(word);
  }
});

test.skipIf(missing('python3'))(
  'the complete program animates a photo, receives and verifies its webhook, and saves the film',
  async () => {
    const working = await startTestServer();
    try {
      const person = await newVisitor(working.url);
      const made = await person.post('/api/tokens', {
        name: 'Docs',
        scopes: ['read', 'generate'],
        test: true,
      });
      const { token: testToken } = (await made.json()) as { token: string };
      const page = await (await fetch(`${working.url}/api/docs`)).text();
      const code = unescaped(/<code id="whole-program">([^<]*)<\/code>/.exec(page)?.[1] ?? '');
      await writeFile(path.join(folder, 'animate.py'), code);
      const env = { ...process.env, MEMORI_TOKEN: testToken, PORT: String(await freePort()) };
      const run = (name: string) =>
        execute('python3', ['animate.py', name, 'film.mp4'], { cwd: folder, env });
      expect((await run('nonna.jpg')).stdout).toBe('film.mp4\n');
      const film = await readFile(path.join(folder, 'film.mp4'));
      expect(film.subarray(4, 8).toString()).toBe('ftyp');
      expect(film.length).toBeGreaterThan(10_000);

      await writeFile(path.join(folder, 'fail_photo_unsuitable.jpg'), photo);
      await expect(run('fail_photo_unsuitable.jpg')).rejects.toMatchObject({ code: 1 });
      expect(await (await person.get('/api/webhooks')).json()).toEqual([]);
      await expectForgeryRefused(code);
    } finally {
      await working.close();
    }
  },
);

/** Runs the program's own check against messages that are not signed with the secret, or too old. */
async function expectForgeryRefused(code: string): Promise<void> {
  const check = /^def is_genuine[\s\S]*?\n\n\n/m.exec(code)?.[0] ?? '';
  const program = `import base64, hashlib, hmac, time
${check}
def headers(stamp, key=b"key", body=b"{}"):
    signed = f"msg_a.{stamp}.".encode() + body
    signature = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return {"webhook-id": "msg_a", "webhook-timestamp": str(stamp), "webhook-signature": signature}
now = int(time.time())
secret = "whsec_" + base64.b64encode(b"key").decode()
print([
    is_genuine(headers(now), b"{}", secret),
    is_genuine(headers(now), b"{ }", secret),
    is_genuine(headers(now, b"other"), b"{}", secret),
    is_genuine(headers(now - 301), b"{}", secret),
])`;
  const { stdout } = await execute('python3', ['-c', program]);
  expect(stdout.trim()).toBe('[True, False, False, False]');
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

test('language models find every part of the documentation as Markdown', async () => {
  const response = await fetch(`${server.url}/llms.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const index = await response.text();
  expect(index).toMatch(/^# Memori\n\n> Memori turns a family, portrait or pet photo into /);
  const addresses = [...index.matchAll(/\]\((.+?)\)/g)].map(([, address = '']) => address);
  expect(addresses.map((address) => address.replace(server.url, ''))).toEqual([
    '/api/docs/guide.md',
    '/api/docs/sign-in.md',
    '/api/docs/account.md',
    '/api/docs/videos.md',
    '/api/docs/albums.md',
    '/api/docs/media.md',
    '/api/docs/credits.md',
    '/api/docs/tokens.md',
    '/api/docs/webhooks.md',
    '/api/docs/errors.md',
    '/api/openapi.json',
    '/en',
    '/en/packages',
  ]);
  let all = '';
  for (const address of addresses.filter((each) => each.endsWith('.md'))) {
    const part = await fetch(address);
    expect([part.status, part.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    all += await part.text();
  }
  for (const { method, path: at } of operations)
    expect(all).toContain(`### \`${method.toUpperCase()}\` \`${at}\``);
  expect(all).toContain('- `insufficient_credits` 402: ');
  // Neither HTML nor links into a page that isn't there.
  expect(all).not.toMatch(/<\/?[a-z]+>|\]\(#/);
  expect(all).toContain(`](${server.url}/api/docs#not_signed_in)`);
  expect((await fetch(`${server.url}/api/docs/nothing.md`)).status).toBe(404);
});
