import { z } from 'zod';
import { code } from './code.ts';

export const purchaseStates = ['paid', 'partly_refunded', 'refunded', 'withdrawn'] as const;

/** A paid purchase. Money in cents, times in ISO 8601. */
export const purchaseEntrySchema = z.object({
  id: z.string(),
  /** The receipt's number. */
  number: z.string(),
  paidAt: z.string(),
  packageId: z.string(),
  credits: z.number().int(),
  /** The amount actually charged, after coupons. */
  amountPaid: z.number().int(),
  /** The amount refunded, or about to be. */
  amountReturned: z.number().int(),
  /** The note on VAT. */
  priceNote: z.string(),
  state: z.enum(purchaseStates),
  /** A page for reading and printing the receipt. */
  receiptUrl: z.string(),
  /**
   * What a withdrawal would refund now, and the deadline for it; null if there can be none. `unlocked`: how many credits
   * then count as used, for videos that were seen or saved without the watermark thanks to this purchase.
   */
  withdrawal: z
    .object({
      until: z.string(),
      credits: z.number().int(),
      amount: z.number().int(),
      unlocked: z.number().int(),
    })
    .nullable(),
});
export const purchaseRefSchema = z.object({
  id: z.string({ error: code('not_found') }).regex(/^cs_\w{1,252}$/, code('not_found')),
});

/** The withdrawn credits and their price, and when. */
export const withdrawalSchema = z.object({
  credits: z.number().int(),
  amount: z.number().int(),
  declaredAt: z.string(),
});
export type PurchaseEntry = z.infer<typeof purchaseEntrySchema>;
