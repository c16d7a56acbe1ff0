import { z } from 'zod';
import { milliseconds } from '../durations.ts';
import { familyLimits } from '../family-limits.ts';
import { sharedKinds } from '../shared-page.ts';
import { code } from './code.ts';
import { videoNameSchema } from './name.ts';
import { filmRefSchema } from './share.ts';

const minutesADay = milliseconds.day / milliseconds.minute;
/** Minutes since midnight by the display's clock. */
const minuteSchema = z
  .int({ error: code('invalid_request') })
  .min(0, code('invalid_request'))
  .max(minutesADay - 1, code('invalid_request'));

/** When a display is dimmed; past midnight if the end is earlier than the start. */
const dimSchema = z
  .object({ from: minuteSchema, until: minuteSchema })
  .refine(({ from, until }) => from !== until, code('invalid_request'));

/** A display's settings, chosen by its owner. */
export const displaySettingsSchema = z.object({
  name: videoNameSchema.nullable().transform((name) => name ?? null),
  /** Null for all videos, including future ones. */
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
export type DisplaySettings = z.output<typeof displaySettingsSchema>;

export const displayRefSchema = z.object({
  id: z.string({ error: code('frame_not_found') }).regex(/^[a-z2-7]{32}$/, code('frame_not_found')),
});
export const changeDisplaySchema = displaySettingsSchema.extend(displayRefSchema.shape);

export const displaySchema = changeDisplaySchema.extend({
  createdAt: z.iso.datetime(),
  /** When it last fetched its playlist; null if it never did. */
  seenAt: z.iso.datetime().nullable(),
});
export type Display = z.output<typeof displaySchema>;

/** The secret is returned only here. */
export const newDisplaySchema = z.object({ frame: displaySchema, secret: z.string() });

/** The path segments that name a film. */
export const displayedFilmSchema = filmRefSchema.extend({
  kind: z.enum(sharedKinds, { error: code('not_found') }),
});
