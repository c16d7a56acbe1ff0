import { z } from 'zod';
import { languages } from '../languages.ts';
import { packageIds } from '../packages.ts';
import { code } from './code.ts';

export const checkoutSchema = z.object({
  packageType: z.enum(packageIds, { error: code('invalid_package') }),
  language: z.enum(languages, { error: code('invalid_request') }).default('en'),
});

export const checkoutAnswerSchema = z.object({ url: z.string() });

export const sessionRefSchema = z.object({
  sessionId: z
    .string({ error: code('payment_not_found') })
    .regex(/^cs_[A-Za-z0-9_]{8,200}$/, code('payment_not_found')),
});

/** The response of the success call. Money in cents; `amountPaid` is the amount actually charged, after coupons. */
export const paymentAnswerSchema = z.object({
  success: z.boolean(),
  credits: z.number().int().describe('The new balance.'),
  amountPaid: z.number().int(),
  packagePrice: z.number().int(),
  error: z.string().optional().describe('Why the payment did not succeed. Present if `success` is false.'),
  code: z.string().optional(),
});
export type PaymentAnswer = z.infer<typeof paymentAnswerSchema>;

export const historyRequestSchema = z.object({
  limit: z.number().int().min(1).max(200).default(50).describe('Maximum number of entries.'),
});

/** The user's ledger, newest first. */
export const creditHistorySchema = z.array(
  z.object({
    id: z.string(),
    createdAt: z.string().describe('ISO 8601 in UTC.'),
    reason: z.enum(['signup', 'generation', 'refund', 'purchase', 'clawback', 'adjustment']),
    delta: z.number().int(),
    balanceAfter: z.number().int(),
  }),
);
export type CreditHistory = z.infer<typeof creditHistorySchema>;
