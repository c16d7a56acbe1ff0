import { z } from 'zod';

/** Lets pages leave room for a film before it loads. */
export const frameSizeFields = {
  width: z.int().optional().describe('Of the finished film, in pixels; absent where it was not recorded.'),
  height: z.int().optional(),
};
