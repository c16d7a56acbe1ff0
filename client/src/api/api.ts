import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '#server/transport/trpc/router.ts';

/** The typed API client for pages without React Query; concurrent calls are batched. */
export const api = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/api/trpc' })] });
