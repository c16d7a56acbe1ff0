import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { makeRecording, type RecordingOptions } from '#tests/support/recordings.ts';
import { withAudio } from '../join/clip.ts';
import { conformRecording, type RecordingSource } from './conform-recording.ts';

const ffmpegs = await everyFfmpeg();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori-recordings-'));
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string) => path.join(folder, name);
const output = () => at('output');

const conform = (source: string, more: Partial<RecordingSource> = {}): Promise<number> =>
  conformRecording({
    ffmpegPath: ffmpegs[0]!.path,
    source,
    output: output(),
    maxSeconds: 60,
    channels: 2,
    signal: new AbortController().signal,
    ...more,
  });

const write = async (name: string, content: string | Uint8Array): Promise<string> => {
  await writeFile(at(name), content);
  return at(name);
};

const kinds: [string, RecordingOptions][] = [
  ['song.mp3', {}],
  ['song.m4a', {}],
  ['lossless.m4a', { encode: ['-c:a', 'alac'] }],
  ['song.wav', {}],
  ['deep.wav', { encode: ['-c:a', 'pcm_s24le'] }],
  ['song.flac', {}],
  ['song.ogg', { encode: ['-c:a', 'libvorbis'] }],
  ['song.opus', { encode: ['-c:a', 'libopus'] }],
  ['recorded.webm', { encode: ['-c:a', 'libopus'] }],
  ['untagged.mp3', { encode: ['-write_id3v2', '0', '-id3v2_version', '0', '-write_xing', '0'] }],
];

for (const ffmpeg of ffmpegs)
  test.each(kinds)(
    `%s is converted with ffmpeg ${ffmpeg.version}, whatever its name`,
    async (name, options) => {
      const content = await makeRecording(at(name), options);
      const seconds = await conform(await write('a.txt', content), { ffmpegPath: ffmpeg.path });
      expect(Math.abs(seconds - 3)).toBeLessThan(0.1);
      await withAudio(output(), async (track) => {
        expect(await track.getCodec()).toBe('aac');
        expect([await track.getNumberOfChannels(), await track.getSampleRate()]).toEqual([2, 44_100]);
      });
    },
  );

test('a voice has one channel', async () => {
  await makeRecording(at('voice.wav'), { encode: ['-ac', '2'] });
  await conform(at('voice.wav'), { channels: 1 });
  expect(await withAudio(output(), (track) => track.getNumberOfChannels())).toBe(1);
});

test('metadata is dropped: where it was recorded, and its title', async () => {
  const tags = ['-metadata', 'location=+45.4384+010.9916/', '-metadata', 'title=Nonna at home'];
  const original = await makeRecording(at('tagged.m4a'), {
    encode: [...tags, '-movflags', 'use_metadata_tags'],
  });
  expect(original.includes('+45.4384') && original.includes('Nonna')).toBe(true);
  await conform(at('tagged.m4a'));
  const content = await readFile(output());
  expect(content.includes('+45.4384') || content.includes('Nonna')).toBe(false);
});

test('a recording may be half a second longer than allowed', async () => {
  await makeRecording(at('late.wav'), { seconds: 3.4 });
  expect(await conform(at('late.wav'), { maxSeconds: 3 })).toBeCloseTo(3.4, 1);
});

const random = Buffer.from(
  Array.from({ length: 50_000 }, (_, index) => (index * index * 31 + index * 7) % 251),
);
const faulty: [string, string, () => Promise<string>][] = [
  ['nothing', 'type', () => write('a.mp3', '')],
  ['a picture', 'type', () => write('a.mp3', Buffer.from('89504e470d0a1a0a0000000d', 'hex'))],
  ['a playlist', 'type', () => write('a.mp3', '#EXTM3U\nhttp://localhost/secret.mp3\n')],
  ['a list of files', 'type', () => write('a.mp3', "ffconcat version 1.0\nfile '/etc/passwd'\n")],
  [
    'noise that begins like Ogg',
    'broken',
    () => write('a.mp3', Buffer.concat([Buffer.from('OggS'), random])),
  ],
  [
    'noise that begins like FLAC',
    'broken',
    () => write('a.mp3', Buffer.concat([Buffer.from('fLaC'), random])),
  ],
  ['a tag alone', 'broken', () => write('a.mp3', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(20)]))],
  [
    'an M4A without its end',
    'broken',
    async () => write('a.m4a', (await makeRecording(at('whole.m4a'))).subarray(0, 9000)),
  ],
  [
    'a film without sound',
    'broken',
    async () => {
      await makeRecording(at('film.mp4'), {
        source: 'testsrc=size=64x64:rate=5',
        encode: ['-c:v', 'libx264'],
      });
      return at('film.mp4');
    },
  ],
  [
    'silence',
    'silent',
    async () => {
      await makeRecording(at('silence.wav'), { source: 'anullsrc' });
      return at('silence.wav');
    },
  ],
  [
    'what is too short to be heard',
    'silent',
    async () => {
      await makeRecording(at('short.wav'), { seconds: 0.2 });
      return at('short.wav');
    },
  ],
  [
    'more than allowed',
    'too-long',
    async () => {
      await makeRecording(at('long.mp3'), { seconds: 61 });
      return at('long.mp3');
    },
  ],
];

test.each(faulty)('%s is refused: %s', async (_what, fault, make) => {
  const source = await make();
  await rm(output(), { force: true });
  await expect(conform(source)).rejects.toMatchObject({ name: 'RecordingError', fault });
});

test('an abort ends the conversion, and leaves no file', async () => {
  await makeRecording(at('long.wav'), { seconds: 59 });
  await rm(output(), { force: true });
  const before = await readdir(folder);
  const stop = new AbortController();
  const converting = conform(at('long.wav'), { signal: stop.signal });
  stop.abort(new Error('the sender has left'));
  await expect(converting).rejects.toThrow('the sender has left');
  expect(await readdir(folder)).toEqual(before);
});
