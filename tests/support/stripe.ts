import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { createLogger } from '../../server/platform/logger.ts';
import {
  type StripeSandbox,
  type StripeSandboxOptions,
  startStripeSandbox,
} from '../../server/sandbox/stripe-sandbox.ts';

export interface SandboxBench {
  sandbox: StripeSandbox;
  stripe: Stripe;
  /** Everything that came to the webhook address, its signature verified by the SDK. */
  received: Stripe.Event[];
  /** What the webhook address answers; 200 until set otherwise. */
  answerWith(answer: () => number): void;
  close(): Promise<void>;
}

/** A sandbox with a webhook address of its own and the real SDK talking to it. */
export async function startSandboxBench(options: Partial<StripeSandboxOptions> = {}): Promise<SandboxBench> {
  const received: Stripe.Event[] = [];
  let answer = () => 200;
  const listener = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const signature = req.headers['stripe-signature'] ?? '';
    const body = Buffer.concat(chunks);
    received.push(Stripe.webhooks.constructEvent(body, signature, sandbox.webhookSecret));
    res.writeHead(answer()).end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const sandbox = await startStripeSandbox({
    publicUrl: 'http://localhost:3000',
    webhookUrl: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/webhook`,
    retryDelays: [5, 5, 5],
    logger: createLogger('silent'),
    production: false,
    ...options,
  });
  return {
    sandbox,
    stripe: stripeFor(sandbox),
    received,
    answerWith: (given) => void (answer = given),
    async close() {
      await sandbox.close();
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** The real SDK, configured as the app configures it. */
export function stripeFor(
  { apiBase, secretKey }: Pick<StripeSandbox, 'apiBase' | 'secretKey'>,
  options: Stripe.StripeConfig = {},
): Stripe {
  const { hostname: host, port } = new URL(apiBase);
  return new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false, ...options });
}

/** What the app asks for, more or less. */
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
