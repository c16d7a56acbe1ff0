import { z } from 'zod';

export const purchaseStates = ['paid', 'partly_refunded', 'refunded', 'withdrawn'] as const;

/** Something that a user has paid for. Money in cents, times in ISO 8601. */
export const purchaseEntrySchema = z.object({
  id: z.string(),
  /** Of its receipt. */
  number: z.string(),
  paidAt: z.string(),
  packageId: z.string(),
  credits: z.number().int(),
  /** What was really charged, after coupons. */
  amountPaid: z.number().int(),
  amountRefunded: z.number().int(),
  /** What was said about VAT. */
  priceNote: z.string(),
  state: z.enum(purchaseStates),
  /** A page to be read and printed. */
  receiptUrl: z.string(),
});
export type PurchaseEntry = z.infer<typeof purchaseEntrySchema>;
