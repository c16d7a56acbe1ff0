import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { path as ffprobe } from '@ffprobe-installer/ffprobe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { animationRequest } from '#tests/support/animation.ts';
import { packetsOf } from '#tests/support/clip-packets.ts';
import { expectMadeSince } from '#tests/support/mp4-times.ts';
import { framePrint } from '#scripts/bench/lib/framed-print.ts';
import { drawPortrait } from '#tests/support/drawn-portrait.ts';
import { type Ffmpeg, findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { sharp } from '#server/platform/image.ts';
import { createLocalProvider } from './local.ts';
import type { AnimationProgress, AnimationRequest, VideoProvider } from './types.ts';
import { isAlive } from '#server/platform/child-process/processes.ts';

const run = promisify(execFile);
let root: string;
let workDir: string;
let ffmpeg: Ffmpeg;
let provider: VideoProvider;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'memori local '));
  ffmpeg = await findFfmpeg();
  provider = createLocalProvider({ ffmpeg });
  await chmod(ffprobe, 0o755);
});
beforeEach(async () => {
  workDir = await mkdtemp(join(root, 'job '));
});
afterAll(async () => {
  await provider.close();
  await rm(root, { recursive: true, force: true });
});

async function request(changes: Partial<AnimationRequest> = {}): Promise<AnimationRequest> {
  const photoPath = join(workDir, 'photo.jpg');
  const { data, width, height } = drawPortrait(400, 500);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toFile(photoPath);
  return animationRequest({ photoPath, workDir, ...changes });
}

/** A fake ffmpeg that records its process id and then runs the script. */
async function fakeFfmpeg(script: string): Promise<{ path: string; pids: () => Promise<number[]> }> {
  const path = join(workDir, 'ffmpeg.sh');
  await mkdir(join(workDir, 'pids'));
  await writeFile(path, `#!/bin/sh\ntouch "${workDir}/pids/$$"\n${script}\n`);
  await chmod(path, 0o755);
  return { path, pids: async () => (await readdir(join(workDir, 'pids'))).map(Number) };
}

async function probe(
  file: string,
): Promise<{ streams: Record<string, unknown>[]; format: { tags: Record<string, string> } }> {
  const { stdout } = await run(ffprobe, [
    '-v',
    'error',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    file,
  ]);
  return JSON.parse(stdout) as Awaited<ReturnType<typeof probe>>;
}

/** Presentation times of a video's keyframes, in seconds. */
async function keyframes(file: string): Promise<number[]> {
  const { stdout } = await run(ffprobe, ['-v', 'error', '-show_packets', '-of', 'json', file]);
  const { packets } = JSON.parse(stdout) as { packets: { pts_time: string; flags: string }[] };
  return packets.filter((packet) => packet.flags.startsWith('K')).map((packet) => Number(packet.pts_time));
}

test('an animation leaves its caller’s thread free', async () => {
  const { photoPath } = await request();
  // In a process of its own, as other tests' leftovers take time of this one.
  const trial = `
    import { createLocalProvider } from ${JSON.stringify(join(import.meta.dirname, 'local.ts'))};
    import { animationRequest } from ${JSON.stringify(resolve(import.meta.dirname, '../../../tests/support/animation.ts'))};
    const provider = createLocalProvider({ ffmpeg: { path: ${JSON.stringify(ffmpeg.path)} } });
    const [photoPath, workDir] = ${JSON.stringify([photoPath, workDir])};
    const [before, start] = [process.threadCpuUsage(), performance.now()];
    await provider.animate(animationRequest({ photoPath, workDir }));
    const { user, system } = process.threadCpuUsage(before);
    console.log((user + system) / 1000 / (performance.now() - start));
    await provider.close();
    process.exit();`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', trial]);
  // CPU, not the event loop's utilization: that counts the time in which other processes had this thread's core.
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThan(0.25);
});

test('two concurrent jobs each make two identical videos and posters', async () => {
  const startedAt = new Date();
  const progress: AnimationProgress[] = [];
  const input = await request({ onProgress: (at) => progress.push(at) });
  const otherDir = await mkdtemp(join(root, 'job '));
  const [files, other] = await Promise.all([
    provider.animate(input),
    provider.animate({ ...input, workDir: otherDir, onProgress: () => undefined }),
  ]);
  expect(files).toMatchObject({ width: 768, height: 960, frames: 150 });

  for (const video of [files.clean, files.watermarked]) {
    const { streams, format } = await probe(video);
    expect(streams).toHaveLength(1);
    expect(streams[0]).toMatchObject({
      codec_name: 'h264',
      pix_fmt: 'yuv420p',
      width: 768,
      height: 960,
      nb_frames: '150',
      r_frame_rate: '25/1',
      time_base: '1/12800',
      color_space: 'bt709',
      color_range: 'tv',
    });
    expect(Number(streams[0]!.duration)).toBe(6);
    expect(format.tags.comment).toMatch(/^Made by software: Memori/);
    expect(await keyframes(video)).toEqual([0, 1, 5]);
    await expectMadeSince(startedAt, video);
    const head = (await readFile(video)).toString('latin1', 0, 64 * 1024);
    expect(head.indexOf('moov')).toBeGreaterThan(0);
    expect(head.indexOf('moov')).toBeLessThan(head.indexOf('mdat'));
  }
  for (const poster of [files.posterClean, files.posterWatermarked]) {
    expect(await sharp(poster).metadata()).toMatchObject({ format: 'jpeg', width: 768, height: 960 });
  }
  const packets = await packetsOf(ffmpeg.path, files.clean);
  expect(packets).not.toBe(await packetsOf(ffmpeg.path, files.watermarked));
  expect(packets).toBe(await packetsOf(ffmpeg.path, other.clean));

  const shares = progress.map((at) => at.progress ?? -1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect(new Set(progress.map((at) => at.stage))).toEqual(
    new Set(['preparing', 'analyzing', 'generating', 'effects', 'finalizing']),
  );
});

test('a print is cropped to its picture', async () => {
  const { picture } = framePrint(drawPortrait(400, 500), 'caption', 2, 0.04);
  const photoPath = join(workDir, 'photo.jpg');
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  await sharp(picture.data, { raw }).jpeg({ quality: 95 }).toFile(photoPath);
  const files = await provider.animate(animationRequest({ photoPath, workDir, sample: true }));
  expect(files.width).toBe(384);
  expect(Math.abs(files.height - 480)).toBeLessThan(6);
  // The print itself is taller because of its bottom border.
  expect((384 * picture.height) / picture.width).toBeGreaterThan(490);
});

test('an abort ends all processes with the reason of the signal', async () => {
  const abort = new AbortController();
  const reason = new Error('the user left');
  const { path, pids } = await fakeFfmpeg('exec cat > /dev/null');
  const slow = createLocalProvider({ ffmpeg: { path } });
  const input = await request({
    signal: abort.signal,
    onProgress: ({ stage }) => stage === 'generating' && abort.abort(reason),
  });
  await expect(slow.animate(input)).rejects.toBe(reason);
  const started = await pids();
  expect(started).toHaveLength(2);
  expect(started.filter(isAlive)).toEqual([]);
  await slow.close();
});

test.skipIf(process.platform !== 'linux')(
  'drawing runs at a lower priority than the web server (read from /proc: only on Linux)',
  async () => {
    const abort = new AbortController();
    const { path } = await fakeFfmpeg(
      `cut -d ' ' -f 19 "/proc/$PPID/stat" > "${workDir}/nice"\nexec cat > /dev/null`,
    );
    const slow = createLocalProvider({ ffmpeg: { path } });
    const input = await request({
      signal: abort.signal,
      onProgress: ({ stage }) => stage === 'generating' && abort.abort(new Error('seen')),
    });
    await expect(slow.animate(input)).rejects.toThrow('seen');
    expect(Number(await readFile(join(workDir, 'nice'), 'utf8'))).toBe(Math.max(5, getPriority()));
    await slow.close();
  },
);

test('nothing is started if the signal is already aborted', async () => {
  const { path, pids } = await fakeFfmpeg('exec cat > /dev/null');
  const other = createLocalProvider({ ffmpeg: { path } });
  const input = await request({ signal: AbortSignal.abort(new Error('gone')) });
  await expect(other.animate(input)).rejects.toThrow('gone');
  expect(await pids()).toEqual([]);
  await other.close();
});

test('a crashing process is a transient failure, and the next photo gets a new one', async () => {
  const cramped = createLocalProvider({ ffmpeg, heapMegabytes: 6 });
  for (const input of [await request(), await request()])
    await expect(cramped.animate(input)).rejects.toMatchObject({ name: 'ProviderError', kind: 'transient' });
  await cramped.close();
});

test('a failing ffmpeg is a transient failure with its reason', async () => {
  const { path, pids } = await fakeFfmpeg('echo "no space left on device" >&2; exit 1');
  const failing = createLocalProvider({ ffmpeg: { path } });
  await expect(failing.animate(await request())).rejects.toMatchObject({
    kind: 'transient',
    message: 'ffmpeg ended with exit status 1: no space left on device',
  });
  expect((await pids()).filter(isAlive)).toEqual([]);
  await failing.close();
});

test('a missing ffmpeg makes the provider unavailable', async () => {
  const without = createLocalProvider({ ffmpeg: { path: join(workDir, 'no-ffmpeg') } });
  await expect(without.animate(await request())).rejects.toMatchObject({ kind: 'provider-unavailable' });
  await without.close();
});

test('a photo that can’t be decoded is rejected', async () => {
  const input = await request();
  for (const content of ['this is no picture', (await readFile(input.photoPath)).subarray(0, 300)]) {
    await writeFile(input.photoPath, content);
    await expect(provider.animate(input)).rejects.toMatchObject({ kind: 'rejected-photo' });
  }
});

test('closing the provider ends a running job', async () => {
  const { path, pids } = await fakeFfmpeg('exec cat > /dev/null');
  const closing = createLocalProvider({ ffmpeg: { path } });
  const input = await request({ onProgress: ({ stage }) => stage === 'generating' && void closing.close() });
  await expect(closing.animate(input)).rejects.toMatchObject({ kind: 'transient' });
  expect((await pids()).filter(isAlive)).toEqual([]);
});
