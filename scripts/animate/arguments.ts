import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  livelinesses,
  motions,
  type AnimationOptions,
  defaultAnimationOptions,
} from '#shared/motion/movements.ts';
import type { RestPoint } from '#shared/motion/found-faces.ts';
import { turnOptions } from '#shared/motion/turn.ts';
import { borderModes } from '#shared/print/print.ts';
import type { RenditionName } from '#server/engine/animate/animation.ts';

export const usage = `Usage: npm run animate -- PHOTO [OUT.mp4] [OPTIONS]
       npm run animate -- FOLDER [OUTFOLDER] [OPTIONS]
Options: --motion ${motions.join('|')}
         --liveliness ${livelinesses.join('|')}
         --turn ${turnOptions.join('|')}
         --rest X,Y    keeps the face there still, from 0,0 (upper left) to 1,1; can be repeated
         --border ${borderModes.join('|')}
         --restore
         --watermark
         --remote URL  has the Memori there make them, with the API token in MEMORI_TOKEN`;

/** Invalid command-line arguments. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Work {
  readonly items: readonly { readonly photo: string; readonly video: string }[];
  /** Where the videos go; may not exist yet. */
  readonly outputFolder: string;
  readonly rendition: RenditionName;
  readonly options: AnimationOptions;
  /** The URL of the Memori that makes them; null for this machine. */
  readonly remote: string | null;
}

const photoName = /\.(jpe?g|png|webp)$/i;

/**
 * Parses the command line into a list of photos and their videos. Relative paths are resolved against `here`. In a
 * folder, only files with a photo's extension are used; a single photo may have any name. Throws UsageError.
 */
export async function planWork(args: readonly string[], here: string): Promise<Work> {
  const { source, target, watermark, ...how } = readArguments(args);
  const rendition = watermark ? 'watermarked' : 'clean';
  const path = resolve(here, source);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`There is no ${source}.`);
  if (!found.isDirectory()) {
    const video = resolve(here, target ?? `${basename(path, extname(path))}.mp4`);
    if (!video.toLowerCase().endsWith('.mp4')) throw new UsageError(`${target} should end with .mp4.`);
    return { items: [{ photo: path, video }], outputFolder: dirname(video), rendition, ...how };
  }
  const names = (await readdir(path)).filter((name) => photoName.test(name)).sort();
  if (names.length === 0) throw new UsageError(`${source} contains no JPG, PNG or WEBP photos.`);
  const outputFolder = target === undefined ? `${path}-animated` : resolve(here, target);
  const items = names.map((name) => ({
    photo: join(path, name),
    video: join(outputFolder, videoName(name, names)),
  }));
  return { items, outputFolder, rendition, ...how };
}

function readArguments(args: readonly string[]): {
  source: string;
  target: string | undefined;
  watermark: boolean;
  options: AnimationOptions;
  remote: string | null;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        watermark: { type: 'boolean', default: false },
        motion: { type: 'string', default: defaultAnimationOptions.motion },
        liveliness: { type: 'string', default: defaultAnimationOptions.liveliness },
        turn: { type: 'string', default: defaultAnimationOptions.turn },
        rest: { type: 'string', multiple: true, default: [] },
        border: { type: 'string', default: defaultAnimationOptions.border },
        restore: { type: 'boolean', default: defaultAnimationOptions.restore },
        remote: { type: 'string' },
      },
    });
    const [source, target, ...others] = positionals;
    if (source === undefined || others.length > 0) throw new UsageError('Name one photo or folder.');
    const motion = oneOf(motions, values.motion, '--motion');
    const liveliness = oneOf(livelinesses, values.liveliness, '--liveliness');
    const turn = oneOf(turnOptions, values.turn, '--turn');
    const rest = values.rest.map(readPoint);
    const border = oneOf(borderModes, values.border, '--border');
    return {
      source,
      target,
      watermark: values.watermark,
      options: { motion, liveliness, turn, rest, border, restore: values.restore },
      remote: readRemote(values.remote, values.watermark),
    };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

function readPoint(given: string): RestPoint {
  const [x, y, ...more] = given.split(',').map((text) => (/^[\d.]+$/.test(text) ? Number(text) : Number.NaN));
  const isShare = (value: number | undefined): value is number =>
    value !== undefined && value >= 0 && value <= 1;
  if (isShare(x) && isShare(y) && more.length === 0) return [x, y];
  throw new UsageError('--rest needs two numbers from 0 to 1, such as 0.31,0.42.');
}

function readRemote(address: string | undefined, watermark: boolean): string | null {
  if (address === undefined) return null;
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
    throw new UsageError('--remote needs an address such as https://memori.example.');
  }
  if (watermark) throw new UsageError('--watermark can’t be combined with --remote.');
  return address;
}

function oneOf<Value extends string>(values: readonly Value[], given: string, option: string): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw new UsageError(`${option} must be one of ${values.join(', ')}.`);
  return found;
}

/** `anna.jpg` becomes `anna.mp4`, but `anna.jpg.mp4` if there is an `anna.png` as well. */
function videoName(name: string, all: readonly string[]): string {
  const stem = (file: string): string => basename(file, extname(file)).toLowerCase();
  const shared = all.filter((other) => stem(other) === stem(name)).length > 1;
  return `${shared ? name : basename(name, extname(name))}.mp4`;
}
