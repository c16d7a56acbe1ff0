import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as client from '#sdk/memori.ts';
import type { CreatedToken } from '#shared/schemas/tokens.ts';
import { type ClientProject, compile, installClient } from '#tests/support/installed-client.ts';
import { makeRecording } from '#tests/support/recordings.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';
import { launchBrowser } from './bench/lib/browser.ts';

const root = resolve(import.meta.dirname, '..');
const run = promisify(execFile);

let project: ClientProject;
let memori: TestServer;
let token: string;

const page = `<!doctype html><link rel="icon" href="data:,"><title>Elsewhere</title>
<script type="module">import * as client from '/client.js'; globalThis.memoriClient = client;</script>`;

/** A site on another origin whose page uses the installed client. */
const site = createServer((req, res) => {
  const isScript = req.url === '/client.js';
  res.setHeader('content-type', isScript ? 'text/javascript' : 'text/html').end(isScript ? script : page);
});
let script: Buffer;
let origin: string;

beforeAll(async () => {
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  [project, memori] = await Promise.all([
    installClient(),
    startTestServer({ settings: { CORS_ORIGINS: origin, LIMIT_GENERATE: '100/1m' } }),
  ]);
  script = await readFile(join(project.folder, 'node_modules/memori/dist/sdk/client.js'));
  const visitor = await newVisitor(memori.url);
  const asked = { name: 'Trying out', scopes: ['read', 'generate', 'albums', 'manage'], test: true };
  ({ token } = (await (await visitor.post('/api/tokens', asked)).json()) as CreatedToken);
  await writeFile(join(project.folder, 'photo.jpg'), await portrait());
  await makeRecording(join(project.folder, 'voice.webm'), { encode: ['-c:a', 'libopus'] });
});
afterAll(async () => {
  site.close();
  await memori.close();
  await rm(project.folder, { recursive: true, force: true });
});

/** Runs a file of the project in Node; resolves with its output. */
async function runFile(name: string): Promise<string> {
  const env = { PATH: process.env['PATH'], MEMORI_URL: memori.url, MEMORI_TOKEN: token };
  const { stdout } = await run(process.execPath, [name], { cwd: project.folder, env });
  return stdout.trim();
}

test('the package contains the client only, and has no dependencies', async () => {
  expect(project.packed).toEqual([
    'README.md',
    'dist/sdk/LICENSES.txt',
    'dist/sdk/client.cjs',
    'dist/sdk/client.d.cts',
    'dist/sdk/client.d.ts',
    'dist/sdk/client.js',
    'docs/sdk.md',
    'package.json',
  ]);
  const installed = await readdir(join(project.folder, 'node_modules'));
  expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['memori']);
});

/** Writes the TypeScript of docs/sdk.md, each block as a file of the project. */
async function writeExamples(): Promise<string[]> {
  const page = await readFile(join(root, 'docs/sdk.md'), 'utf8');
  const blocks = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
  const names = blocks.map((_, index) => `example-${index + 1}.ts`);
  await Promise.all(blocks.map((code, index) => writeFile(join(project.folder, names[index] ?? ''), code)));
  return names;
}

test('the examples in its docs compile, and the first one makes a video', async () => {
  const examples = await writeExamples();
  expect(examples).toHaveLength(10);
  expect(await compile(project, examples, ['node'])).toBe('');
  expect(await runFile('example-1.ts')).toMatch(/^[a-z2-7]{32}$/);
  const video = await readFile(join(project.folder, 'video.mp4'));
  expect(video.subarray(4, 8).toString('latin1')).toBe('ftyp');
});

const wrongCalls = `
import { createMemori, verifyWebhook } from 'memori/client';
const memori = createMemori({ baseUrl: 'http://localhost' });
// @ts-expect-error a movement that there is not
await memori.animate(new Blob(), { motion: 'spin' });
// @ts-expect-error a path instead of a photo
await memori.animate('photo.jpg');
// @ts-expect-error no address
createMemori({ token: 'mem_test_x' });
// @ts-expect-error a track that there is not
await memori.merge(['a', 'b'], { name: 'Album', musicTrack: 'jingle' });
// @ts-expect-error a recording without the right to use it
await memori.audio.create(new Blob(), { purpose: 'voice', rights: false });
// @ts-expect-error a field with a spelling mistake
await memori.trpc.video.status.query({ taskid: 'a' });
// @ts-expect-error a procedure that there is not
await memori.trpc.video.explode.mutate({ taskId: 'a' });
// @ts-expect-error a number where a name is
const percent: string = (await memori.trpc.video.status.query({ taskId: 'a' })).progress;
const message = await verifyWebhook('', {}, 'whsec_');
// @ts-expect-error an event without a film
if (message.type === 'credits.low') message.data.downloadUrl;
// @ts-expect-error an event that there is not
if (message.type === 'video.lost') throw new Error();
// What the types infer is neither any nor unknown.
const progress: number = (await memori.trpc.video.status.query({ taskId: 'a' })).progress;
const status: 'Queued' | 'Processing' | 'Success' | 'Fail' = (await memori.videos.wait('a')).status;
`;

test('wrong calls do not compile, and no other package is needed for types', async () => {
  await writeFile(join(project.folder, 'wrong.ts'), wrongCalls);
  expect(await compile(project, ['wrong.ts'], [])).toBe('');
});

const common = `
import client = require('memori/client');
const memori: client.Memori = client.createMemori({ baseUrl: 'http://localhost' });
const secret = 'whsec_' + Buffer.from('a secret').toString('base64');
client.verifyWebhook('', {}, secret).catch((error: client.MemoriError) => {
  console.log(typeof memori.animate, error instanceof client.MemoriError, error.code);
});
`;

test('works from CommonJS, with types', async () => {
  await writeFile(join(project.folder, 'common.cts'), common);
  expect(await compile(project, ['common.cts'], ['node'], { noEmit: false })).toBe('');
  expect(await runFile('common.cjs')).toBe('function true invalid_webhook');
});

test('works from CommonJS, with types that are found without exports (moduleResolution node10)', async () => {
  const folder = join(project.folder, 'older');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"type": "commonjs"}');
  await writeFile(join(folder, 'older.ts'), common);
  await writeFile(join(folder, 'wrong.ts'), "import { animate } from 'memori/client';\nanimate();\n");
  const options = { noEmit: false, module: 'commonjs', moduleResolution: 'node10' };
  const older = (file: string) => compile(project, [file], ['node'], options, 'typescript-5');
  expect(await older('older/wrong.ts')).toContain("has no exported member 'animate'");
  expect(await older('older/older.ts')).toBe('');
  expect(await runFile('older/older.js')).toBe('function true invalid_webhook');
});

const main = `
import { openAsBlob } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createMemori, verifyWebhook } from 'memori/client';
const memori = createMemori({ baseUrl: process.env.MEMORI_URL, token: process.env.MEMORI_TOKEN });
let secret;
const arrived = Promise.withResolvers();
const receiver = createServer(async (req, res) => {
  arrived.resolve(verifyWebhook(await buffer(req), req.headers, secret));
  res.writeHead(204).end();
});
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const url = 'http://127.0.0.1:' + receiver.address().port;
({ secret } = await memori.trpc.webhooks.create.mutate({ url, events: ['video.succeeded'] }));
const photo = await openAsBlob('photo.jpg');
const sent = [];
const seen = [];
const animate = (filename, more) => memori.animate(photo, { filename, ...more });
const told = { onUpload: (share) => sent.push(share), onProgress: ({ status }) => seen.push(status) };
const films = await Promise.all([animate('one.jpg', told), animate('two.jpg')]);
const ids = films.map(({ taskId }) => taskId);
const merged = await memori.merge(ids, { name: 'Both', musicTrack: 'solo-piano' });
const codes = await Promise.all(
  ['fail_photo_unsuitable.jpg', 'refuse_insufficient_credits.jpg'].map((name) =>
    animate(name).catch(({ name, code, status }) => ({ name, code, status })),
  ),
);
let lost = 0;
const losing = createMemori({
  baseUrl: process.env.MEMORI_URL,
  token: process.env.MEMORI_TOKEN,
  async fetch(...call) {
    const response = await fetch(...call);
    if (response.status !== 202 || lost++ > 0) return response;
    throw new TypeError('The answer was lost');
  },
});
const again = await losing.videos.generate(photo, { filename: 'lost.jpg' });
await memori.videos.wait(again.taskId);
const tooLarge = await memori
  .animate(new Blob([new Uint8Array(21 * 2 ** 20)]))
  .catch(({ code, status }) => ({ code, status }));
const some = await memori.videos.generateAll([photo, photo]);
const broken = await memori.videos
  .generateAll([photo, new Blob(['none'])])
  .catch(({ code, image }) => ({ code, image }));
const { tasks } = await memori.trpc.video.tasks.query({ status: 'Success' });
const watched = await new Promise((resolve, reject) =>
  memori.trpc.video.watch.subscribe(
    { taskId: ids[0] },
    { onData: ({ data }) => resolve(data.status), onError: reject },
  ),
);
const renamed = await memori.trpc.video.rename.mutate({ taskId: ids[0], name: 'Nonna' });
const forbidden = await memori.trpc.tokens.list.query().catch((error) => error.data.errorCode);
const { audioId, purpose } = await memori.audio.create(await openAsBlob('voice.webm'), {
  purpose: 'voice',
  rights: true,
});
await memori.audio.delete(audioId);
const gone = await memori.audio.delete(audioId).catch(({ code, status }) => ({ code, status }));
const type = async (blob) => Buffer.from(await blob.arrayBuffer()).toString('latin1', 4, 8);
console.log(JSON.stringify({
  types: await Promise.all([...films, merged].map(({ video }) => type(video))),
  inOrder: sent.every((share, index) => index === 0 || share >= sent[index - 1]),
  sent: sent.at(-1), first: seen[0] === 'Success', last: seen.at(-1),
  album: merged.album.albumName, codes, own: ids.every((id) => tasks.some(({ taskId }) => taskId === id)),
  lost, made: tasks.filter(({ originalFilename }) => originalFilename === 'lost.jpg').length,
  told: await arrived.promise.then(({ type, data }) => [type, data.status, data.test]),
  tooLarge, some: some.length, broken,
  watched, renamed: renamed.name, forbidden, purpose, gone,
}));
process.exit();
`;

test('works in Node against a running Memori', async () => {
  await writeFile(join(project.folder, 'main.mjs'), main);
  expect(JSON.parse(await runFile('main.mjs'))).toEqual({
    types: ['ftyp', 'ftyp', 'ftyp'],
    inOrder: true,
    sent: 1,
    first: false,
    last: 'Success',
    album: 'Both',
    codes: [
      { name: 'MemoriError', code: 'photo_unsuitable' },
      { name: 'MemoriError', code: 'insufficient_credits', status: 402 },
    ],
    own: true,
    told: ['video.succeeded', 'Success', true],
    tooLarge: { code: 'file_too_large', status: 413 },
    some: 2,
    broken: { code: 'invalid_file_type', image: 2 },
    // Sent twice, made once.
    lost: 2,
    made: 1,
    watched: 'Success',
    renamed: 'Nonna',
    forbidden: 'token_not_allowed',
    purpose: 'voice',
    gone: { code: 'audio_not_found', status: 404 },
  });
});

test('works on a page of another origin against a running Memori', async () => {
  const browser = await launchBrowser();
  try {
    const tab = await browser.newPage();
    await tab.goto(origin);
    const photo = (await portrait({ brightness: 0.8 })).toString('base64');
    const seen = await tab.evaluate(
      async ({ url, secret, base64 }) => {
        const { memoriClient } = globalThis as unknown as {
          memoriClient: typeof client;
        };
        const there = memoriClient.createMemori({ baseUrl: url, token: secret });
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const sent: number[] = [];
        const film = await there.animate(new File([bytes], 'page.jpg', { type: 'image/jpeg' }), {
          onUpload: (share) => sent.push(share),
        });
        const code = await there
          .animate(new File([bytes], 'refuse_insufficient_credits.jpg'))
          .catch((error: unknown) => (error as { code: string }).code);
        const { originalFilename } = await there.trpc.video.task.query({ taskId: film.taskId });
        return {
          type: film.video.type,
          isThere: film.video.size > 1000,
          sent: sent.at(-1),
          code,
          originalFilename,
        };
      },
      { url: memori.url, secret: token, base64: photo },
    );
    expect(seen).toEqual({
      type: 'video/mp4',
      isThere: true,
      sent: 1,
      code: 'insufficient_credits',
      originalFilename: 'page.jpg',
    });
  } finally {
    await browser.close();
  }
});
