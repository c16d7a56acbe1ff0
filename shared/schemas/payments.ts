import { z } from 'zod';
import { languages } from '../languages.ts';
import { packageIds } from '../packages.ts';
import { code } from './code.ts';

export const checkoutSchema = z.object({
  packageType: z.enum(packageIds, { error: code('invalid_package') }),
  language: z.enum(languages, { error: code('invalid_request') }).default('en'),
});

/** A checkout request as it is sent. */
export type CheckoutRequest = z.input<typeof checkoutSchema>;

export const checkoutAnswerSchema = z.object({ url: z.string() });

export const sessionRefSchema = z.object({
  sessionId: z
    .string({ error: code('payment_not_found') })
    .regex(/^cs_[A-Za-z0-9_]{8,200}$/, code('payment_not_found')),
});

/** The answer of the success call. Money in cents; `amountPaid` is what was really charged, after coupons. */
export const paymentAnswerSchema = z.object({
  success: z.boolean(),
  /** The new balance. */
  credits: z.number().int(),
  amountPaid: z.number().int(),
  packagePrice: z.number().int(),
  /** What happened instead, where `success` is false. */
  error: z.string().optional(),
  code: z.string().optional(),
});
export type PaymentAnswer = z.infer<typeof paymentAnswerSchema>;

export const historyRequestSchema = z.object({
  /** How many entries at most. */
  limit: z.number().int().min(1).max(200).default(50),
});

/** The user's ledger, newest first. */
export const creditHistorySchema = z.array(
  z.object({
    id: z.string(),
    /** ISO 8601 in UTC. */
    createdAt: z.string(),
    reason: z.enum(['signup', 'generation', 'refund', 'purchase', 'clawback', 'adjustment']),
    delta: z.number().int(),
    balanceAfter: z.number().int(),
  }),
);
export type CreditHistory = z.infer<typeof creditHistorySchema>;
