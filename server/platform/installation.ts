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
