import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Stripe } from 'stripe';
import { createLogger } from '#server/platform/logging/logger.ts';
import {
  type StripeSandbox,
  type StripeSandboxOptions,
  startStripeSandbox,
} from '#server/emulators/stripe/sandbox.ts';

export interface SandboxBench {
  /** The base URL of its pages. */
  url: string;
  sandbox: StripeSandbox;
  stripe: Stripe;
  /** All events received at the webhook address, their signature verified by the SDK. */
  received: Stripe.Event[];
  /** Sets the status of the webhook address's responses; 200 by default. */
  answerWith(answer: () => number): void;
  close(): Promise<void>;
}

/** A sandbox with its pages and a webhook address on a separate server, used through the real SDK. */
export async function startSandboxBench(options: Partial<StripeSandboxOptions> = {}): Promise<SandboxBench> {
  const received: Stripe.Event[] = [];
  let answer = () => 200;
  const app = express();
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = await startStripeSandbox({
    publicUrl: url,
    webhookUrl: `${url}/webhook`,
    retryDelays: [5, 5, 5],
    logger: createLogger('silent'),
    production: false,
    ...options,
  });
  app.use('/sandbox/stripe', sandbox.pages);
  app.post('/webhook', express.raw({ type: '*/*' }), (req, res) => {
    const signature = req.get('stripe-signature') ?? '';
    received.push(Stripe.webhooks.constructEvent(req.body as Buffer, signature, sandbox.webhookSecret));
    res.sendStatus(answer());
  });
  return {
    url,
    sandbox,
    stripe: stripeFor(sandbox),
    received,
    answerWith: (given) => void (answer = given),
    async close() {
      await sandbox.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The real SDK, configured as in the app. */
export function stripeFor(
  { apiBase, secretKey }: Pick<StripeSandbox, 'apiBase' | 'secretKey'>,
  options: Stripe.StripeConfig = {},
): Stripe {
  const { hostname: host, port } = new URL(apiBase);
  return new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false, ...options });
}

/** Roughly what the app requests. */
export const exampleCheckout = {
  mode: 'payment',
  locale: 'en',
  allow_promotion_codes: true,
  client_reference_id: 'user-1',
  customer_email: 'nonna@example.org',
  metadata: { packageId: 'heritage' },
  payment_intent_data: { metadata: { userId: 'user-1' } },
  line_items: [
    {
      price_data: { currency: 'eur', unit_amount: 899, product_data: { name: 'Heritage: 5 videos' } },
      quantity: 1,
    },
  ],
  success_url: 'http://localhost:3000/en/create?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/en/packages',
} satisfies Stripe.Checkout.SessionCreateParams;
