import { z } from 'zod';

/** The sum of the ledger. */
export const balanceSchema = z.object({ credits: z.number().int() });

export const purchaseCountSchema = z.number().int();
