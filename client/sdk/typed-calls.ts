import {
  createTRPCClient,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
  TRPCClientError,
} from '@trpc/client';
import { EventSource } from 'eventsource';
import type { AppRouter } from '../../server/trpc/router.ts';
import type { Transport } from './transport.ts';

/** Every call of the API with its types, as its own pages use it. */
export type TypedCalls = TRPCClient<AppRouter>;

/** What typed calls reject with: `data?.errorCode` is the API's code, absent where no answer came. */
export type TypedCallError = TRPCClientError<AppRouter>;

/** True for what a typed call has rejected with. */
export const isTypedCallError = (error: unknown): error is TypedCallError => error instanceof TRPCClientError;

/** The typed calls by this transport: with its token, retries and idempotency keys. Subscriptions connect again by themselves. */
export function typedCallsBy(transport: Transport): TypedCalls {
  const url = transport.url('/api/trpc');
  const send = (target: RequestInfo | URL | string, init?: object): Promise<Response> =>
    transport.fetch(target instanceof Request ? target.url : String(target), init);
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({ url, EventSource, eventSourceOptions: { fetch: send } }),
        // One call in each request: an idempotency key names one.
        false: httpLink({ url, fetch: send }),
      }),
    ],
  });
}
