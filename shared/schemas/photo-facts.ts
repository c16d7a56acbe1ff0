import { z } from 'zod';
import { maxSeed } from '../motion/seed.ts';
import { canBeTakenOn } from '../taken-on.ts';
import { code } from './code.ts';

/**
 * What is known about the file that was chosen, where the one that is sent was made from it: smaller, or in another
 * format. As fields of a form.
 */
export const photoFactsFields = {
  takenOn: z.iso
    .date(code('invalid_request'))
    .refine(canBeTakenOn, code('invalid_request'))
    .optional()
    .describe(
      'Day on which the photo was taken, such as `2019-08-21`. Taken from the photo’s metadata by default.',
    ),
  seed: z
    .string({ error: code('invalid_request') })
    .regex(/^\d{1,10}$/, code('invalid_request'))
    .transform(Number)
    .refine((seed) => seed <= maxSeed, code('invalid_request'))
    .optional()
    .describe(
      'Determines how the photo moves, where the other fields leave it open: the same seed, the same movement. Left out, the file does.',
    ),
};

const photoFactsSchema = z.object(photoFactsFields);

export type PhotoFacts = z.output<typeof photoFactsSchema>;
