import { balanceSchema } from '../../../shared/schemas/credits.ts';
import {
  checkoutAnswerSchema,
  type CheckoutRequest,
  checkoutSchema,
  paymentAnswerSchema,
} from '../../../shared/schemas/payments.ts';
import { json, type Operation, output } from './operation.ts';

export const creditsOperations: readonly Operation[] = [
  {
    id: 'getBalance',
    tag: 'Credits',
    method: 'get',
    path: '/api/credits/balance',
    summary: 'How many credits are left.',
    signedIn: true,
    scope: 'read',
    status: 200,
    answer: output(balanceSchema, { credits: 12 }),
    errors: [],
    handle: ({ caller }) => caller.credits.balance(),
  },
  {
    id: 'startCheckout',
    tag: 'Credits',
    method: 'post',
    path: '/api/credits/checkout',
    summary: 'The address of the payment page for a package, in the language asked for.',
    signedIn: true,
    body: json(checkoutSchema, { packageType: 'legacy', language: 'it' }),
    status: 200,
    answer: output(checkoutAnswerSchema, { url: 'https://checkout.stripe.com/c/pay/cs_live_a1' }),
    errors: ['invalid_package', 'invalid_request', 'too_many_requests', 'payments_unavailable'],
    handle: ({ caller, req }) => caller.credits.checkout(req.body as CheckoutRequest),
  },
  {
    id: 'confirmPayment',
    tag: 'Credits',
    method: 'get',
    path: '/api/checkout/success',
    summary:
      'What became of a payment: credits it once, to whoever paid, and repeats its answer afterwards. Amounts in cents.',
    signedIn: true,
    query: { session_id: { description: 'The checkout session, as the payment page handed it back' } },
    status: 200,
    answer: output(paymentAnswerSchema, { success: true, credits: 13, amountPaid: 2900, packagePrice: 2900 }),
    errors: ['payment_not_found', 'too_many_requests', 'payments_unavailable'],
    handle: ({ caller, req }) => caller.credits.confirm({ sessionId: req.query['session_id'] as string }),
  },
];
