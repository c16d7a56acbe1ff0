import { readFile } from 'node:fs/promises';
import type { MusicTrackId } from '#shared/music.ts';
import { type MusicForm, musicFormSchema, type Placement, placementSchema } from '#shared/music-form.ts';
import { musicFormFile, musicPlacementFile, musicSectionsFile } from './installation.ts';

/** A piece that can be arranged, with its sections' recording. */
export interface SectionedMusic {
  readonly form: MusicForm;
  readonly placement: Placement;
  /** Path of the Ogg Opus file. */
  readonly sections: string;
}

/** Reads a piece's form and where its sections are recorded, which are part of every installation. */
export async function loadMusic(id: MusicTrackId): Promise<SectionedMusic> {
  const [form, placement] = await Promise.all([musicFormFile(id), musicPlacementFile(id)].map(readJson));
  return {
    form: musicFormSchema.parse(form),
    placement: placementSchema.parse(placement),
    sections: musicSectionsFile(id),
  };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}
