import { z } from 'zod';

/** The JSON body of a REST error as clients parse it: a newer server may send codes that this page doesn't know. */
export const errorBodySchema = z.object({
  error: z.string(),
  code: z.string().optional(),
  requiresPayment: z.literal(true).optional(),
});
