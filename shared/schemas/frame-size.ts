import { z } from 'zod';

/** Lets pages leave room for a film before it loads. */
export const frameSizeFields = {
  width: z.int().optional().describe('Width of the finished film in pixels. Absent if it was not recorded.'),
  height: z.int().optional(),
};
