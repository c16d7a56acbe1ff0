import { z } from 'zod';
import { familyLimits } from '../family-limits.ts';
import { plainLine, plainText } from '../plain-text.ts';
import { sharedKinds } from '../shared-page.ts';
import { code } from './code.ts';

/** A video, by its task's id, or an album. */
export const filmRefSchema = z.object({
  kind: z.enum(sharedKinds, { error: code('invalid_request') }),
  id: z.string({ error: code('not_found') }).regex(/^[a-z2-7]{32}$/, code('not_found')),
});
export type FilmRef = z.output<typeof filmRefSchema>;

/** Null, or nothing but spaces, for none. */
const wished = (text: z.ZodString) => text.transform((value) => value || null).nullable();

/** What the public page of a film says beside it, and whether there is one. */
export const sharingSchema = z.object({
  /** Whom it is from: one line. */
  sender: wished(
    z
      .string({ error: code('invalid_request') })
      .overwrite(plainLine)
      .max(familyLimits.share.maxSenderLength, code('sender_too_long')),
  ),
  /** A few words to whoever gets it: plain text in lines. */
  dedication: wished(
    z
      .string({ error: code('invalid_request') })
      .overwrite(plainText)
      .max(familyLimits.share.maxDedicationLength, code('dedication_too_long')),
  ),
  /** From when on nobody but the owner sees it (ISO 8601); null for no end. */
  until: z.iso.datetime({ error: code('invalid_request') }).nullable(),
  /** True where nobody but the owner sees it now. */
  stopped: z.boolean({ error: code('invalid_request') }),
});
export type Sharing = z.output<typeof sharingSchema>;

export const sharingStateSchema = sharingSchema.extend({
  /** True where the operator lets nobody but the owner see it, whatever else is set. */
  hidden: z.boolean(),
});
export type SharingState = z.output<typeof sharingStateSchema>;

export const setSharingSchema = filmRefSchema.extend(sharingSchema.shape);
