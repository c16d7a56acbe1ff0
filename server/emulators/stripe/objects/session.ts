import type { Stripe } from 'stripe';
import { createId } from '#server/platform/ids.ts';
import type { SessionParams } from '../api/session-params.ts';
import { type CheckoutRecord, unixNow } from '../state.ts';

const daySeconds = 24 * 60 * 60;

/** An open session according to `params`, with its hosted page under `pagesUrl`. */
export function createCheckoutRecord(params: SessionParams, pagesUrl: string): CheckoutRecord {
  // The id is part of the page's address, so it must be unguessable.
  const id = `cs_test_${createId()}${createId()}`;
  const lineItems = params.line_items.map(createLineItem);
  const total = lineItems.reduce((sum, { amount_total }) => sum + amount_total, 0);
  return {
    session: createSession(id, params, total, `${pagesUrl}/pay/${id}`),
    lineItems,
    lineNotes: params.line_items.map((item) => item.price_data.product_data.description ?? null),
    paymentMetadata: params.payment_intent_data?.metadata ?? {},
    paymentDescription: params.payment_intent_data?.description ?? null,
  };
}

function createLineItem({ price_data, quantity }: SessionParams['line_items'][number]): Stripe.LineItem {
  const total = price_data.unit_amount * quantity;
  return {
    id: `li_${createId()}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: price_data.currency,
    description: price_data.product_data.name,
    metadata: null,
    price: null,
    quantity,
  };
}

function createSession(
  id: string,
  params: SessionParams,
  total: number,
  url: string,
): Stripe.Checkout.Session {
  const created = unixNow();
  return {
    ...unused,
    id,
    object: 'checkout.session',
    adaptive_pricing: params.adaptive_pricing ? { enabled: params.adaptive_pricing.enabled ?? false } : null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    amount_subtotal: total,
    amount_total: total,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created,
    currency: params.line_items[0]?.price_data.currency ?? null,
    customer_creation: params.customer_creation ?? 'if_required',
    custom_text: { ...unused.custom_text, submit: params.custom_text?.submit ?? null },
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: params.expires_at ?? created + daySeconds,
    locale: params.locale ?? null,
    metadata: params.metadata ?? {},
    mode: 'payment',
    payment_status: 'unpaid',
    status: 'open',
    submit_type: params.submit_type ?? null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    url,
  };
}

/** Fields that Memori doesn't use, as in a plain Stripe session. */
const unused = {
  after_expiration: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  customer_details: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;
