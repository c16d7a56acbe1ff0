import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ownIdentity } from '#server/engine/credentials/certificate.ts';
import { createCredentials } from '#server/engine/credentials/credentials.ts';
import type { Maker, ProvenanceRecord } from '#shared/schemas/provenance.ts';
import { type Cost, measure } from './measure.ts';

const makers: Maker[] = [{ name: 'local', version: null, model: null }];
const clip: ProvenanceRecord = { makers, photos: [], steps: ['animated'] };
const album: ProvenanceRecord = { makers, photos: [], steps: ['animated', 'joined', 'music'] };

/** The cost of signing a clip, and an album whose clips are signed. */
export interface SigningCost {
  /** Of one clip, on average. */
  clip: Cost;
  album: Cost;
  /** The bytes that signing adds to a clip and to an album. */
  bytes: { clip: number; album: number };
}

/** Signs copies of the clips, then a copy of the film made from them. */
export async function signAlbum(
  folder: string,
  clips: readonly string[],
  film: string,
): Promise<SigningCost> {
  const identity = () => ownIdentity(join(folder, 'credentials'));
  const credentials = createCredentials({ identity, version: 'benchmark', logger: console });
  const signed = await copies(folder, clips, 'signed');
  const [first = ''] = await copies(folder, clips.slice(0, 1), 'warm-up');
  await credentials.write(first, { making: clip, ingredients: [] });
  const each = await measure(async () => {
    for (const file of signed) await credentials.write(file, { making: clip, ingredients: [] });
  });
  const [output = ''] = await copies(folder, [film], 'signed-film');
  const ingredients = signed.map((path) => ({
    path,
    type: 'video/mp4' as const,
    title: 'Video' as const,
    makers,
  }));
  const whole = await measure(() => credentials.write(output, { making: album, ingredients }));
  const size = async (path: string) => (await stat(path)).size;
  return {
    clip: { wall: each.wall / clips.length, cpu: each.cpu / clips.length },
    album: whole,
    bytes: {
      clip: (await size(signed[0]!)) - (await size(clips[0]!)),
      album: (await size(output)) - (await size(film)),
    },
  };
}

async function copies(folder: string, files: readonly string[], name: string): Promise<string[]> {
  const made = files.map((_, index) => join(folder, `${name} ${index}.mp4`));
  for (const [index, file] of files.entries()) await copyFile(file, made[index]!);
  return made;
}
