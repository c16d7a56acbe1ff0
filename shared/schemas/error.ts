import { z } from 'zod';

/** The JSON body of a REST error, as a client reads it: a newer server may know codes that this page doesn't. */
export const errorBodySchema = z.object({
  error: z.string(),
  code: z.string().optional(),
  requiresPayment: z.literal(true).optional(),
});
