import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCredentials } from '#tests/support/content-credentials.ts';
import { drawNoise } from '#tests/support/noise.ts';
import type { ProvenanceRecord } from '#shared/schemas/provenance.ts';
import { ownIdentity } from '#server/engine/credentials/certificate.ts';
import { createCredentials } from '#server/engine/credentials/credentials.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { createFilmMaker } from '#server/engine/join/film-maker.ts';
import { makeSmall } from './small-version.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori-small-'));
});
afterAll(() => rm(folder, { recursive: true }));

const faults: object[] = [];
const logger = { warn: (fault: object) => faults.push(fault), error: (fault: object) => faults.push(fault) };
const making: ProvenanceRecord = {
  makers: [{ name: 'local', version: '1.2.3', model: null }],
  photos: [],
  steps: ['animated', 'joined'],
};

test('the signed small version stays below the limit, and names the film as its ingredient', async () => {
  const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
  const [film, output] = [path.join(folder, 'film.mp4'), path.join(folder, 'small.mp4')];
  await drawNoise(ffmpeg.path, film, { sound: true });
  const { size: unsealed } = await stat(film);
  const credentials = createCredentials({
    identity: () => ownIdentity(path.join(folder, 'own')),
    version: '1.2.3',
    logger,
  });
  await credentials.write(film, { making, ingredients: [] });
  const small = (maxBytes: number) =>
    makeSmall(
      { films: createFilmMaker({ ffmpeg }), credentials, logger },
      {
        ...{
          film,
          unsealed,
          output,
          maxBytes,
          sound: true,
          rendition: 'watermarked',
          making,
        },
        onProgress: () => undefined,
        signal: new AbortController().signal,
      },
    );
  expect(await small(500_000)).toBe(true);
  const file = await readFile(output);
  expect(file.length).toBeLessThanOrEqual(500_000);
  expect(readCredentials(file)).toMatchObject({
    faults: [],
    ingredients: ['Film'],
    manifests: 2,
    making: { ...making, steps: ['animated', 'joined', 'compressed', 'watermarked'] },
  });
  expect(faults).toEqual([]);
  // Better no small version than one that messengers reject.
  expect(await small(100_000)).toBe(false);
  await expect(stat(output)).rejects.toThrow('ENOENT');
  expect(faults).toEqual([{ bytes: expect.any(Number) as number }]);
});
