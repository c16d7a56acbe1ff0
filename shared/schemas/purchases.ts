import { z } from 'zod';
import { code } from './code.ts';

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
  /** What was given back, or is about to be. */
  amountReturned: z.number().int(),
  /** What was said about VAT. */
  priceNote: z.string(),
  state: z.enum(purchaseStates),
  /** A page to be read and printed. */
  receiptUrl: z.string(),
  /** What a withdrawal would give back now, and until when; null where there can be none. */
  withdrawal: z.object({ until: z.string(), credits: z.number().int(), amount: z.number().int() }).nullable(),
});
export const purchaseRefSchema = z.object({ id: z.string().max(255, code('not_found')) });

/** What was withdrawn from, and when. */
export const withdrawalSchema = z.object({
  credits: z.number().int(),
  amount: z.number().int(),
  declaredAt: z.string(),
});
export type PurchaseEntry = z.infer<typeof purchaseEntrySchema>;
