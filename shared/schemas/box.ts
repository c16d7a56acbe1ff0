import { z } from 'zod';
import { audioLimits } from '../audio-limits.ts';
import { defaultLanguage, languages } from '../languages.ts';
import { familyLimits } from '../family-limits.ts';
import { plainLine, plainText } from '../plain-text.ts';
import { code } from './code.ts';
import { photoFactsFields } from './photo-facts.ts';
import { writtenText } from './text.ts';

/** A new box, as its senders see it. */
export const newBoxSchema = z.object({
  name: writtenText({ clean: plainLine, max: familyLimits.box.maxNameLength, tooLong: 'name_too_long' }).min(
    1,
    code('invalid_request'),
  ),
  /** Whether its senders are asked to tell the story of their photo. */
  asksForStory: z.boolean({ error: code('invalid_request') }).default(false),
});

export const boxRefSchema = z.object({
  id: z.string({ error: code('box_not_found') }).regex(/^[a-z2-7]{32}$/, code('box_not_found')),
});

export const boxSchema = newBoxSchema.extend({
  id: z.string(),
  createdAt: z.iso.datetime(),
  closesAt: z.iso.datetime(),
});
export type Box = z.output<typeof boxSchema>;

/** The secret is returned only here. */
export const boxMadeSchema = z.object({ box: boxSchema, secret: z.string() });

/** A photo waiting for the owner's decision. */
export const waitingPhotoSchema = z.object({
  id: z.string(),
  boxName: z.string(),
  sender: z.string(),
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Its address for the owner. */
  photoUrl: z.string(),
  /** What its sender tells about it: the address of the recording, for the owner, its length, and its words if typed. */
  story: z.object({ url: z.string(), seconds: z.number(), words: z.string().nullable() }).nullable(),
});
export type WaitingPhoto = z.output<typeof waitingPhotoSchema>;

export const boxPhotoRefSchema = z.object({
  id: z.string({ error: code('box_photo_not_found') }).regex(/^[a-z2-7]{32}$/, code('box_photo_not_found')),
});

export const approveSchema = boxPhotoRefSchema.extend({
  language: z.enum(languages, { error: code('invalid_request') }).default(defaultLanguage),
  /** Whether its story is kept, as a voice of the video. Its owner has heard it. */
  story: z.boolean({ error: code('invalid_request') }).default(false),
});
export const refuseSchema = boxPhotoRefSchema.extend({
  /** Whether this sender's future photos are refused automatically. */
  block: z.boolean({ error: code('invalid_request') }).default(false),
});
export const answeredSchema = z.object({ id: z.string() });

/** The fields that accompany a photo sent to a box. */
export const sentFieldsSchema = z.object({
  sender: writtenText({
    clean: plainLine,
    max: familyLimits.share.maxSenderLength,
    tooLong: 'sender_too_long',
  }).min(1, code('invalid_request')),
  note: writtenText({ clean: plainText, max: familyLimits.box.maxNoteLength, tooLong: 'note_too_long' })
    .transform((note) => note || null)
    .default(null),
  /** The words of the story, if one is sent with the photo. */
  words: writtenText({ clean: plainLine, max: audioLimits.maxTextLength, tooLong: 'voice_text_too_long' })
    .transform((words) => words || null)
    .default(null),
  /**
   * Confirms that the photo is the sender's or may be used; for photos of children, given by someone entitled to; and that
   * whoever speaks in the recording agrees.
   */
  consent: z.literal('yes', { error: code('consent_required') }),
  language: z.enum(languages, { error: code('invalid_request') }).default(defaultLanguage),
  ...photoFactsFields,
});
export type SentFields = z.output<typeof sentFieldsSchema>;
