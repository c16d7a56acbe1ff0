import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findFfmpeg } from './ffmpeg.ts';
import { type FfmpegJob, startFfmpeg } from './process.ts';
import { isAlive } from '#server/platform/child-process/processes.ts';

const frame = new Uint8Array((64 * 48 * 3) / 2).fill(128);
let root: string;
let folder: string;
let path: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'memori ffmpeg run '));
  ({ path } = await findFfmpeg());
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, "it's a folder "));
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rm(root, { recursive: true, force: true }));

function job(changes: Partial<FfmpegJob> = {}): FfmpegJob {
  return {
    path,
    input: ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', '64x48', '-r', '25', '-i', 'pipe:0'],
    encode: ['-c:v', 'libx264', '-f', 'mp4'],
    output: join(folder, 'out file.mp4'),
    timeLimitSeconds: 60,
    maxOutputBytes: 2 ** 24,
    maxAllocationBytes: 2 ** 26,
    ...changes,
  };
}

test('turns frames into one complete file, and counts progress', async () => {
  const counts: number[] = [];
  const run = startFfmpeg(job({ onFrames: (frames) => counts.push(frames) }));
  for (let n = 0; n < 30; n++) await run.write(frame);
  run.end();
  await run.done;
  expect(await readdir(folder)).toEqual(['out file.mp4']);
  expect((await stat(join(folder, 'out file.mp4'))).size).toBeGreaterThan(500);
  expect(counts.at(-1)).toBe(30);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
});

test('a failure reports ffmpeg’s output and leaves no file', async () => {
  const run = startFfmpeg(job({ encode: ['-c:v', 'libx264', '-crf', 'nonsense', '-f', 'mp4'] }));
  run.end();
  await expect(run.done).rejects.toMatchObject({
    reason: 'failed',
    message: expect.stringMatching(/^ffmpeg ended with exit status \d+: .+/) as string,
    log: expect.stringContaining('nonsense') as string,
  });
  expect(await readdir(folder)).toEqual([]);
});

test('writing to a failed ffmpeg does not hang', async () => {
  const run = startFfmpeg(job({ input: ['-f', 'no-such-format', '-i', 'pipe:0'] }));
  for (let n = 0; n < 200; n++) await run.write(frame);
  await expect(run.done).rejects.toMatchObject({ reason: 'failed' });
});

test('an ffmpeg killed from outside is told apart from one that fails', async () => {
  const run = startFfmpeg(job());
  process.kill(run.pid!, 'SIGKILL');
  await expect(run.done).rejects.toMatchObject({ reason: 'killed', message: 'ffmpeg ended with SIGKILL' });
  expect(await readdir(folder)).toEqual([]);
});

test('an abort ends the process at once with the signal’s reason, and leaves no file', async () => {
  const abort = new AbortController();
  const reason = new Error('no longer wanted');
  const run = startFfmpeg(job({ signal: abort.signal }));
  await run.write(frame);
  abort.abort(reason);
  await expect(run.done).rejects.toBe(reason);
  expect(isAlive(run.pid!)).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});

test('runs at a lower priority than the web server', async () => {
  const run = startFfmpeg(job());
  expect(getPriority(run.pid)).toBe(Math.max(5, getPriority()));
  run.end();
  await run.done;
});

test('a signal that is already aborted is honoured', async () => {
  const run = startFfmpeg(job({ signal: AbortSignal.abort(new Error('too late')) }));
  await expect(run.done).rejects.toThrow('too late');
});

test('a run over its time limit is killed', async () => {
  const run = startFfmpeg(job({ timeLimitSeconds: 0.2 }));
  await expect(run.done).rejects.toMatchObject({ reason: 'timeout' });
  expect(isAlive(run.pid!)).toBe(false);
});

test('exceeding the size limit is an error, not a shorter video', async () => {
  const noise = Uint8Array.from({ length: frame.length }, (_, i) => (i * 7919) % 251);
  const encode = ['-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast', '-g', '1', '-f', 'mp4'];
  const run = startFfmpeg(job({ maxOutputBytes: 20_000, encode }));
  for (let n = 0; n < 100; n++) await run.write(noise);
  run.end();
  await expect(run.done).rejects.toMatchObject({ reason: 'output-limit' });
  expect(await readdir(folder)).toEqual([]);
});

test('receives no settings and no secrets', async () => {
  const secrets = ['STRIPE_SECRET_KEY', 'DATABASE_URL', 'C2PA_KEY'];
  for (const name of secrets) vi.stubEnv(name, 'not to be told');
  const spy = join(folder, 'spy');
  await writeFile(spy, `#!/bin/sh\nenv >> '${join(root, 'environment')}'\nexec '${path}' "$@"\n`);
  await chmod(spy, 0o755);
  const run = startFfmpeg(job({ path: (await findFfmpeg(spy)).path }));
  await run.write(frame);
  run.end();
  await run.done;
  const seen = await readFile(join(root, 'environment'), 'utf8');
  const names = [...seen.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  // Ignores what `sh` sets by itself.
  const inherited = new Set(names.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? '')));
  expect(inherited).toEqual(new Set(['LC_ALL', 'PATH']));
  expect(seen).not.toContain('not to be told');
  // Two runs by the probe, one by the job.
  expect(names.filter((name) => name === 'LC_ALL')).toHaveLength(3);
});

test('does not open network addresses', async () => {
  const run = startFfmpeg(job({ input: ['-i', 'http://127.0.0.1:9/a.mp4'] }));
  run.end();
  await expect(run.done).rejects.toMatchObject({ log: expect.stringMatching(/whitelist/i) as string });
});

test('a missing program is told apart', async () => {
  const run = startFfmpeg(job({ path: join(folder, 'no-ffmpeg') }));
  run.end();
  await expect(run.done).rejects.toMatchObject({ reason: 'unavailable' });
});
