import {
  createTRPCClient,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
  TRPCClientError,
} from '@trpc/client';
import { EventSource } from 'eventsource';
import type { AppRouter } from '../../server/transport/trpc/router.ts';
import type { Transport } from './transport.ts';

/** Every API call with its types, as used by Memori's own pages. */
export type TypedCalls = TRPCClient<AppRouter>;

/** The error that typed calls reject with: `data?.errorCode` is the API's code, absent if no answer came. */
export type TypedCallError = TRPCClientError<AppRouter>;

/** True for an error that a typed call rejected with. */
export const isTypedCallError = (error: unknown): error is TypedCallError => error instanceof TRPCClientError;

/**
 * Returns the typed calls over this transport, with its token, retries and idempotency keys. Subscriptions reconnect
 * automatically.
 */
export function typedCallsBy(transport: Transport): TypedCalls {
  const url = transport.url('/api/trpc');
  const send = (target: RequestInfo | URL | string, init?: object): Promise<Response> =>
    transport.fetch(target instanceof Request ? target.url : String(target), init);
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({ url, EventSource, eventSourceOptions: { fetch: send } }),
        // No batching: an idempotency key identifies a single call.
        false: httpLink({ url, fetch: send }),
      }),
    ],
  });
}
