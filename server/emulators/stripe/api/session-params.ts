import { z } from 'zod';
import { languages } from '#shared/languages.ts';
import { address, flag, listOf, metadata, wholeNumber } from './params.ts';

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency: z
      .string()
      .transform((text) => text.toLowerCase())
      .refine((text) => ['eur', 'usd', 'gbp', 'chf'].includes(text), 'Invalid currency'),
    unit_amount: wholeNumber(1),
    product_data: z.strictObject({
      name: z.string().min(1).max(250),
      description: z.string().min(1).optional(),
      metadata: metadata.optional(),
      images: listOf(address).optional(),
    }),
    tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  }),
  quantity: wholeNumber(1, 999_999),
});

const locales = ['auto', 'en-GB', ...languages];

/**
 * The supported parameters of POST /v1/checkout/sessions (docs.stripe.com/api/checkout/sessions/create): those that a
 * one-time payment needs. Anything else is rejected, so that no code relies on behaviour that the sandbox lacks.
 */
export const sessionParams = z.strictObject({
  mode: z.literal('payment', 'Invalid mode: the sandbox knows payment only'),
  ui_mode: z.literal('hosted_page', 'Invalid ui_mode: the sandbox knows hosted_page only').optional(),
  line_items: listOf(lineItem).refine((items) => items.length > 0, 'Missing required param: line_items.'),
  success_url: address,
  cancel_url: address.optional(),
  locale: z.enum(locales, `Invalid locale: the sandbox knows ${locales.join(', ')}`).optional(),
  allow_promotion_codes: flag.optional(),
  adaptive_pricing: z.strictObject({ enabled: flag.optional() }).optional(),
  client_reference_id: z.string().min(1).max(200).optional(),
  customer_email: z.email('email_invalid:Invalid email address').optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  submit_type: z.enum(['auto', 'pay', 'book', 'donate']).optional(),
  payment_method_types: listOf(z.string()).optional(),
  custom_text: z
    .strictObject({ submit: z.strictObject({ message: z.string().min(1).max(1200) }).optional() })
    .optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({ metadata: metadata.optional(), description: z.string().min(1).optional() })
    .optional(),
  // Between half an hour and a day from now.
  expires_at: wholeNumber(0, 9_999_999_999)
    .refine((time) => {
      const wait = time - Date.now() / 1000;
      return wait >= 30 * 60 - 5 && wait <= 24 * 60 * 60 + 5;
    }, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.')
    .optional(),
  expand: listOf(z.string()).optional(),
});

export type SessionParams = z.output<typeof sessionParams>;
