import { z } from 'zod';
import { limits } from '../limits.ts';
import { plainLine } from '../plain-text.ts';
import { code } from './code.ts';
import { writtenText } from './text.ts';

/** The owner's name for a video: one line of 1 to 80 characters; undefined for an empty one. */
export const videoNameSchema = writtenText({
  clean: plainLine,
  max: limits.video.maxNameLength,
  tooLong: 'name_too_long',
}).transform((name) => name || undefined);

/** The body that names a video; null removes its name. */
export const nameSchema = z.object({ name: videoNameSchema.nullable() });

/** An album's name, which it must have. */
export const albumNameSchema = writtenText({
  clean: plainLine,
  max: limits.album.maxNameLength,
  tooLong: 'album_name_too_long',
  missing: 'album_name_required',
}).min(1, code('album_name_required'));
