import packageJson from '../../package.json' with { type: 'json' };
import path from 'node:path';
import type { MusicTrackId } from '#shared/music.ts';

/** The product's version, from package.json. */
export const version: string = packageJson.version;

const folder = path.resolve(import.meta.dirname, '../music');

/** @returns the absolute path of a piece's mp3 file, which is part of every installation. */
export function musicFile(id: MusicTrackId): string {
  return path.join(folder, `${id}.mp3`);
}

/** @returns the absolute path of the Ogg Opus file of a piece's sections, each recorded on its own. */
export function musicSectionsFile(id: MusicTrackId): string {
  return path.join(folder, `${id}.sections.opus`);
}

/** @returns the absolute path of the JSON file that says where sections are in their recording. */
export function musicPlacementFile(id: MusicTrackId): string {
  return path.join(folder, `${id}.sections.json`);
}

/** @returns the absolute path of a piece's form, a JSON file as in `#shared/music-form.ts`. */
export function musicFormFile(id: MusicTrackId): string {
  return path.join(folder, `${id}.json`);
}
