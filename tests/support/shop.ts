import { Stripe } from 'stripe';
import type { PackageId } from '#shared/packages.ts';
import type { PaymentAnswer } from '#shared/schemas/payments.ts';
import type { StripeSandbox } from '#server/emulators/stripe/sandbox.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';
import { newVisitor, type Visitor } from './visitor.ts';

/** A Memori with purchases: its server, its sandbox, and ways to pay and to deliver payment events. */
export interface Shop extends TestServer {
  sandbox: StripeSandbox;
  newVisitor(): Promise<Visitor>;
  /** Opens a checkout as the page does. Returns the session's id. */
  checkout(visitor: Visitor, packageType?: PackageId): Promise<string>;
  /** Makes the success page's call. */
  confirm(visitor: Visitor, sessionId: string): Promise<Response>;
  answer(visitor: Visitor, sessionId: string): Promise<PaymentAnswer>;
  /** The id of a session's payment. */
  paymentOf(sessionId: string): Promise<string>;
  /** Sends an event as the provider would, signed, or with the given signature header. */
  deliver(event: Stripe.Event, signature?: string): Promise<Response>;
  /** The sandbox's events about this session or payment. */
  eventsOf(id: string): Stripe.Event[];
}

/** Starts a shop; with `webhooks: false`, webhooks arrive only through `deliver`. */
export async function openShop(options: TestServerOptions & { webhooks?: boolean } = {}): Promise<Shop> {
  const { webhooks = true, settings, ...rest } = options;
  const server = await startTestServer({
    jobs: false,
    ...rest,
    settings: { LIMIT_SIGNUP: '100000/1h', LIMIT_GENERATE: '100000/1m', ...settings },
  });
  const { sandbox } = server.deps;
  if (!sandbox) throw new Error('There is no sandbox to buy from.');
  if (!webhooks) sandbox.faults.drop(Number.MAX_SAFE_INTEGER);
  const confirm: Shop['confirm'] = (visitor, sessionId) =>
    visitor.get(`/api/checkout/success?session_id=${sessionId}`);
  return {
    ...server,
    sandbox,
    newVisitor: () => newVisitor(server.url),
    confirm,
    async checkout(visitor, packageType = 'heritage') {
      const response = await visitor.post('/api/credits/checkout', { packageType, language: 'en' });
      const { url } = (await response.json()) as { url?: string };
      const sessionId = /cs_test_\w+/.exec(url ?? '')?.[0];
      if (!sessionId) throw new Error(`checkout answered ${response.status}`);
      return sessionId;
    },
    answer: async (visitor, sessionId) => (await (await confirm(visitor, sessionId)).json()) as PaymentAnswer,
    async paymentOf(sessionId) {
      const state = await server.deps.payments?.readCheckout(sessionId);
      if (!state?.paymentIntentId) throw new Error(`session ${sessionId} has no payment`);
      return state.paymentIntentId;
    },
    deliver(event, signature) {
      const payload = JSON.stringify(event);
      const header =
        signature ?? Stripe.webhooks.generateTestHeaderString({ payload, secret: sandbox.webhookSecret });
      return fetch(`${server.url}/api/stripe/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': header },
        body: payload,
      });
    },
    eventsOf: (id) =>
      sandbox.events().filter(({ data }) => {
        const object = data.object as { id?: unknown; payment_intent?: unknown };
        return object.id === id || object.payment_intent === id;
      }),
  };
}
