import { z } from 'zod';
import { familyLimits } from '../family-limits.ts';
import { plainLine, plainText } from '../plain-text.ts';
import { sharedKinds } from '../shared-page.ts';
import { code } from './code.ts';
import { inSaneYears } from './moment.ts';
import { writtenText } from './text.ts';

/** A video, by its task's id, or an album. */
export const filmRefSchema = z.object({
  kind: z.enum(sharedKinds, { error: code('invalid_request') }),
  id: z.string({ error: code('not_found') }).regex(/^[a-z2-7]{32}$/, code('not_found')),
});
export type FilmRef = z.output<typeof filmRefSchema>;

/** Null or only spaces for none. */
const optional = (text: z.ZodString) => text.transform((value) => value || null).nullable();

/** The settings of a film's public page: its text, and whether it is available. */
export const sharingSchema = z.object({
  /** The sender: one line. */
  sender: optional(
    writtenText({ clean: plainLine, max: familyLimits.share.maxSenderLength, tooLong: 'sender_too_long' }),
  ),
  /** A dedication to the recipient: plain text in lines. */
  dedication: optional(
    writtenText({
      clean: plainText,
      max: familyLimits.share.maxDedicationLength,
      tooLong: 'dedication_too_long',
    }),
  ),
  /** When the page ends for everyone but the owner (ISO 8601); null for no end. */
  until: z.iso
    .datetime({ error: code('invalid_request') })
    .refine(...inSaneYears)
    .nullable(),
  /** True while only the owner can see it. */
  stopped: z.boolean({ error: code('invalid_request') }),
});
export type Sharing = z.output<typeof sharingSchema>;

export const sharingStateSchema = sharingSchema.extend({
  /** True if the operator hides it from everyone but the owner, regardless of the other settings. */
  hidden: z.boolean(),
});
export type SharingState = z.output<typeof sharingStateSchema>;

export const setSharingSchema = filmRefSchema.extend(sharingSchema.shape);
