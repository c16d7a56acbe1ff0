import { z } from 'zod';
import { audioIdSchema } from '#shared/schemas/audio.ts';

/** A recording that was sent for a film. */
export const ownRecordingSchema = z.object({
  audioId: audioIdSchema,
  seconds: z.number(),
  /** What the form calls it. */
  name: z.string(),
});
export type OwnRecording = z.infer<typeof ownRecordingSchema>;

/** A voice in a film. */
export const ownVoiceSchema = ownRecordingSchema.extend({
  /** The video that is seen meanwhile; null for the whole film. */
  videoId: z.string().nullable(),
  /** The spoken words; may be empty. */
  text: z.string(),
  /** Whether a relative told it in a box: it is kept if it is taken out of the film. */
  told: z.boolean().optional(),
});
export type OwnVoice = z.infer<typeof ownVoiceSchema>;

/** What can be seen while another voice speaks: the whole film and each video have one at most. */
export function freePlaces(voices: readonly OwnVoice[], videoIds: readonly string[]): (string | null)[] {
  const taken = voices.map(({ videoId }) => videoId);
  return [null, ...videoIds].filter((place) => !taken.includes(place));
}
