import { httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { pageLanguageHeader } from '#shared/languages.ts';
import { programLimits } from '#shared/program-limits.ts';
import type { AppRouter } from '#server/transport/trpc/router.ts';
import { i18next } from '#client/i18n/index.ts';
import { passwordLink } from './password-request.ts';
import { pressLink } from './press-link.ts';

/** The typed API as React hooks. */
export const trpc = createTRPCReact<AppRouter>();

const url = '/api/trpc';

/** The language for mails that the call causes. */
const headers = () => ({ [pageLanguageHeader]: i18next.language });

/** Concurrent queries are batched; mutations have keys of their own; subscriptions use server-sent events. */
export function createApiClient() {
  return trpc.createClient({
    links: [
      pressLink,
      passwordLink,
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({ url }),
        false: splitLink({
          condition: ({ type }) => type === 'mutation',
          // One at a time. As a batch, it has a body even without an input.
          true: httpBatchLink({
            url,
            maxItems: 1,
            headers: ({ opList: [{ context }] }) => ({
              ...headers(),
              'idempotency-key': String(context['idempotencyKey']),
            }),
          }),
          false: httpBatchLink({ url, maxItems: programLimits.batch.maxCalls, headers }),
        }),
      }),
    ],
  });
}
