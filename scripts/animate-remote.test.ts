import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grant } from '#server/features/credits/ledger.ts';
import type { CreatedToken } from '#shared/schemas/tokens.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';

let here: string;
let memori: TestServer;
/** Accepts photos but animates none. */
let idle: TestServer;
beforeAll(async () => {
  [here, memori, idle] = await Promise.all([
    mkdtemp(join(tmpdir(), 'memori remote ')),
    startTestServer(),
    startTestServer({ jobs: false }),
  ]);
  const photo = await portrait();
  for (const name of ['anna', 'refuse_insufficient_credits', 'fail_photo_unsuitable']) {
    await writeFile(join(here, `${name}.jpg`), photo);
  }
});
afterAll(async () => {
  await Promise.all([memori.close(), idle.close()]);
  // Videos of a whole folder are written beside it.
  for (const folder of [here, `${here}-animated`]) await rm(folder, { recursive: true, force: true });
});

async function tokenAt({ url }: TestServer, test: boolean) {
  const visitor = await newVisitor(url);
  const asked = { name: 'Command line', scopes: ['read', 'generate'], test };
  const { token } = (await (await visitor.post('/api/tokens', asked)).json()) as CreatedToken;
  return { visitor, token };
}

/** Runs the command as npm does, with `here` as the working directory. */
function animate(args: string[], token?: string) {
  const { MEMORI_TOKEN: _, ...environment } = process.env;
  const env = { ...environment, INIT_CWD: here, ...(token !== undefined && { MEMORI_TOKEN: token }) };
  const script = join(import.meta.dirname, 'animate.ts');
  const child = spawn(process.execPath, [script, ...args], {
    cwd: here,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.error += text));
  const ended = new Promise<{ status: number | null; out: string; error: string }>((resolve) => {
    child.on('close', (status) => resolve({ status, ...said }));
  });
  return { child, ended };
}

test('a remote Memori makes the video', async () => {
  const { token } = await tokenAt(memori, true);
  const { status, out, error } = await animate(['anna.jpg', '--remote', memori.url], token).ended;
  expect(out).toMatch(/^anna\.mp4 {2}\d+\.\d s\n$/);
  expect(error).toMatch(/100 % {2}anna\.jpg\n$/);
  expect(status).toBe(0);
  expect((await readFile(join(here, 'anna.mp4'))).subarray(4, 8).toString('latin1')).toBe('ftyp');
});

test.each([
  ['refuse_insufficient_credits.jpg', 'Insufficient credits. More are sold on URL/packages'],
  ['fail_photo_unsuitable.jpg', 'The video service can’t work with this photo. Please try another one.'],
])('the error of %s is reported unchanged', async (photo, line) => {
  const { token } = await tokenAt(memori, true);
  const { status, error } = await animate([photo, '--remote', memori.url], token).ended;
  expect(error.split('\n')).toContain(`${photo}: ${line.replace('URL', memori.url)}`);
  expect(status).toBe(1);
});

test('an invalid or missing token is reported at once', async () => {
  const wrong = await animate(['.', '--remote', memori.url], 'mem_live_nonsense').ended;
  expect(wrong.error).toMatch(
    /^\w+\.jpg: http:\S+ does not know MEMORI_TOKEN\. Tokens are made on its account page\.\n$/,
  );
  expect(wrong.status).toBe(1);
  const none = await animate(['anna.jpg', '--remote', memori.url]).ended;
  expect(none.error).toBe(
    'MEMORI_TOKEN is not set: --remote needs an API token, made on the account page there\n',
  );
  expect(none.status).toBe(2);
});

test('an unreachable Memori is reported in one line', async () => {
  const { status, error } = await animate(['anna.jpg', '--remote', 'http://127.0.0.1:9'], 'mem_test_x').ended;
  expect(error).toBe('anna.jpg: http://127.0.0.1:9 can’t be reached.\n');
  expect(status).toBe(1);
});

test('several photos are sent at once, and an interrupt cancels waiting tasks and refunds their credits', async () => {
  const { visitor, token } = await tokenAt(idle, false);
  await grant(idle.deps.db, { userId: visitor.userId, amount: 1, reference: 'one more' });
  await mkdir(join(here, 'album'));
  for (const name of ['berta.jpg', 'carla.jpg']) await writeFile(join(here, 'album', name), await portrait());
  const { child, ended } = animate(['album', '--remote', idle.url], token);
  await expect.poll(() => visitor.credits()).toBe(0);
  child.kill('SIGINT');
  const { status, error } = await ended;
  expect(error.trim().split('\n').sort()).toEqual(['album/berta.jpg: Stopped.', 'album/carla.jpg: Stopped.']);
  expect(status).toBe(1);
  expect(await visitor.credits()).toBe(2);
  expect(await readdir(join(here, 'album-animated'))).toEqual([]);
});

test('the help mentions --remote', async () => {
  const { status, out } = await animate(['--help']).ended;
  expect(out).toContain('--remote URL  has the Memori there make them, with the API token in MEMORI_TOKEN');
  expect(status).toBe(0);
});
