import { z } from 'zod';

/** The output of operations that have nothing to tell. */
export const successSchema = z.object({ success: z.literal(true) });

export const success = { success: true } as const;
