import { httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { pageLanguageHeader } from '#shared/languages.ts';
import { programLimits } from '#shared/program-limits.ts';
import type { AppRouter } from '#server/transport/trpc/router.ts';
import { i18next } from '#client/i18n/index.ts';
import { passwordLink } from './password-request.ts';

/** The typed API as React hooks. */
export const trpc = createTRPCReact<AppRouter>();

const url = '/api/trpc';

/** The language for mails that the call causes. */
const headers = () => ({ [pageLanguageHeader]: i18next.language });

/** Concurrent calls are batched; subscriptions use server-sent events. */
export function createApiClient() {
  return trpc.createClient({
    links: [
      passwordLink,
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url }),
        false: httpBatchLink({ url, maxItems: programLimits.batch.maxCalls, headers }),
      }),
    ],
  });
}
