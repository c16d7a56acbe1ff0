import { z } from 'zod';
import { musicTrackIds } from './music.ts';

/** Seconds in the recording, to the millisecond. */
const time = z.number().nonnegative();

export const musicFormSchema = z.object({
  id: z.enum(musicTrackIds),
  /** The recording's length. */
  seconds: time,
  /** In the score's order. The first one begins on the recording's first bar line, after the upbeat. */
  sections: z.array(
    z.object({
      name: z.string(),
      /** Its first bar line. */
      from: time,
      /** The bar line after its last bar. The last section rings on until the recording's end. */
      to: time,
      /** The sections that may follow it, in the score's order. */
      next: z.array(z.string()),
      /** Whether a film's music may begin with it. */
      begins: z.boolean(),
      /** Whether it ends the piece. */
      ends: z.boolean(),
    }),
  ),
  /** The beginning of each bar. */
  bars: z.array(time),
  /** Every beat, those on bar lines included. */
  beats: z.array(time),
});

/**
 * The form of a piece of music: sections of a few bars that may be joined at their bar lines. Times are of its recording,
 * rubato included, so that a bar line is where one hears it.
 */
export type MusicForm = z.infer<typeof musicFormSchema>;

/** Where sections are in the recording that has each on its own. Seconds. */
export const placementSchema = z.object({
  /** The time from the beginning of a section's sound to its first bar line. Earlier notes begin within it. */
  lead: z.number().positive(),
  sections: z.array(
    z.object({
      name: z.string(),
      /** Where its sound begins in the file, after silence. */
      offset: z.number().nonnegative(),
      /** The length of its sound, until it has died away after its last bar line. */
      seconds: z.number().positive(),
    }),
  ),
});
export type Placement = z.infer<typeof placementSchema>;
