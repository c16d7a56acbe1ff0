import { z } from 'zod';

export const balanceSchema = z.object({ credits: z.number().int() });
/** What the ledger adds up to. */
export type Balance = z.infer<typeof balanceSchema>;
