import { z } from 'zod';
import { familyLimits } from '../family-limits.ts';
import { sharedKinds } from '../shared-page.ts';
import { code } from './code.ts';
import { videoNameSchema } from './name.ts';
import { filmRefSchema } from './share.ts';

const minutesADay = 24 * 60;
/** Minutes since midnight, by the clock of the frame. */
const minuteSchema = z
  .int({ error: code('invalid_request') })
  .min(0, code('invalid_request'))
  .max(minutesADay - 1, code('invalid_request'));

/** From when until when a frame is dimmed; past midnight where the end is the earlier one. */
const dimSchema = z
  .object({ from: minuteSchema, until: minuteSchema })
  .refine(({ from, until }) => from !== until, code('invalid_request'));

/** What its owner decides of a frame. */
export const frameSettingsSchema = z.object({
  name: videoNameSchema.nullable().transform((name) => name ?? null),
  /** Null for all videos, those to come included. */
  films: z
    .array(filmRefSchema, { error: code('invalid_request') })
    .min(1, code('invalid_request'))
    .max(familyLimits.frame.mostFilms, code('invalid_request'))
    .refine(
      (films) => new Set(films.map(({ kind, id }) => `${kind}/${id}`)).size === films.length,
      code('invalid_request'),
    )
    .nullable(),
  dim: dimSchema.nullable(),
});
export type FrameSettings = z.output<typeof frameSettingsSchema>;

export const frameRefSchema = z.object({
  id: z.string({ error: code('frame_not_found') }).regex(/^[a-z2-7]{32}$/, code('frame_not_found')),
});
export const changeFrameSchema = frameSettingsSchema.extend(frameRefSchema.shape);

export const frameSchema = changeFrameSchema.extend({
  createdAt: z.iso.datetime(),
  /** When it last asked what it is to show; null if it never did. */
  seenAt: z.iso.datetime().nullable(),
});
export type Frame = z.output<typeof frameSchema>;

/** The secret is returned only here. */
export const newFrameSchema = z.object({ frame: frameSchema, secret: z.string() });

/** Whether this is a path segment for a kind of film. */
export const framedKindSchema = z.enum(sharedKinds, { error: code('not_found') });
