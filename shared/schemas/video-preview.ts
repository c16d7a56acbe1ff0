import { z } from 'zod';
import { cameraMovements } from '../motion/movements.ts';
import { stillReasons } from '../motion/forecast.ts';
import { petSpecies } from '../vision/vision-models.ts';
import { turns } from '../motion/turn.ts';

const share = z.number().min(0).max(1);

const forecastFaceSchema = z.object({
  kind: z.enum(['person', 'pet']),
  species: z.enum(petSpecies).optional().describe('Species of a pet.'),
  x: share.describe(
    'The left edge of its box; all four as shares of the width and height of the upright photo.',
  ),
  y: share.describe('The upper edge.'),
  width: share,
  height: share,
  blinks: z.boolean(),
  gazes: z.boolean().describe('Whether its eyes look around. Those of pets never do.'),
  turns: z.boolean().describe('Whether its head turns, nods and tilts.'),
  why: z
    .enum(stillReasons)
    .optional()
    .describe(
      'Why it does not move, or does not blink: `resting` (asked for), `too_small`; of a pet `face_not_found` (only its body moves) and `eyes_not_found`; of a person `eyes_outside` (of the picture), `eyes_too_small`, `turned_away`, `eyes_shut` (asleep, laughing), `eyes_unequal`, `eyes_covered` (by hair or shadow) and `glasses`.',
    ),
});

export const videoPreviewSchema = z.object({
  turn: z
    .literal(turns)
    .describe(
      'Clockwise degrees by which the photo would be turned; all places are those in the turned photo.',
    ),
  print: z.object({
    found: z.boolean().describe('Whether the photo shows a print with a border.'),
    cropped: z.boolean().describe('Whether the border would be cropped.'),
  }),
  restoration: z.object({
    suggested: z
      .boolean()
      .describe('Whether the photo is damaged or faded enough for restoring to make a visible difference.'),
  }),
  motion: z.enum(cameraMovements).describe('The camera movement.'),
  faces: z.array(forecastFaceSchema).describe('People first, then pets.'),
  credits: z.number().int().describe('Price of the video in credits.'),
});
/** What would happen in the video of a photo. */
export type VideoPreview = z.infer<typeof videoPreviewSchema>;
