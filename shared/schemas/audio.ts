import { z } from 'zod';
import { limits } from '../limits.ts';
import { code } from './code.ts';
import { taskIdSchema } from './video.ts';

/** What a recording is for: the song of a film, or words spoken in it. */
export const audioPurposes = ['music', 'voice'] as const;
export type AudioPurpose = (typeof audioPurposes)[number];

/** The form that a recording is sent with. */
export const audioFieldsSchema = z.object({
  purpose: z
    .enum(audioPurposes, { error: code('invalid_request') })
    .describe('`music`: a song of at most 10 minutes. `voice`: spoken words, at most 60 seconds.'),
  rights: z
    .literal('true', { error: code('audio_rights_required') })
    .describe('Confirms that you may use the recording, and that whoever speaks in it agrees.'),
});

export const audioIdSchema = z
  .string({ error: code('audio_not_found') })
  .regex(/^[a-z2-7]{32}$/, code('audio_not_found'));

export const audioRefSchema = z.object({ audioId: audioIdSchema });

/** The videos of an album, to find what is told about them. */
export const storiesSchema = z.object({
  videoIds: z
    .array(taskIdSchema, { error: code('invalid_request') })
    .max(limits.album.maxVideos, code('invalid_request')),
});

export const addedAudioSchema = z.object({
  audioId: z.string(),
  seconds: z.number().describe('Its length.'),
  purpose: z.enum(audioPurposes),
});

/** What is known of a recording that was just sent. */
export type AddedAudio = z.infer<typeof addedAudioSchema>;

export const audioSchema = addedAudioSchema.extend({
  createdAt: z.string().describe('ISO 8601 in UTC.'),
  story: z
    .object({
      videoId: z.string(),
      speaker: z.string(),
      text: z.string().nullable().describe('The spoken words, if they were typed.'),
    })
    .nullable()
    .describe('For what a relative tells about a photo that they sent to a box: the video of that photo.'),
});
/** A recording that its owner keeps. */
export type Audio = z.infer<typeof audioSchema>;
