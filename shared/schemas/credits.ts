import { z } from 'zod';

/** What the ledger adds up to. */
export const balanceSchema = z.object({ credits: z.number().int() });

export const purchaseCountSchema = z.number().int();
