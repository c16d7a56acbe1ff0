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

/** No letter or digit that looks like another one on a television: neither I, L, O, 0 nor 1. */
export const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const codeLength = 6;

/** What a television takes in place of a display's link, as typed: case, spaces and dashes don't matter. */
export const typedCodeSchema = z.object({
  code: z
    .string({ error: code('frame_code_unknown') })
    .max(40, code('frame_code_unknown'))
    .transform((typed) => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .refine((typed) => typed.length === codeLength, code('frame_code_unknown')),
});

export const displayCodeSchema = z.object({
  code: z.string().describe('Six characters in two groups, such as `K7M 2QX`.'),
  expiresAt: z.iso.datetime(),
});

/** The secret is returned only here. */
export const newDisplaySchema = z.object({ frame: displaySchema, secret: z.string() });

/** The path segments that name a film. */
export const displayedFilmSchema = filmRefSchema.extend({
  kind: z.enum(sharedKinds, { error: code('not_found') }),
});
