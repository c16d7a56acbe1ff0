import { createTRPCClient, httpLink } from '@trpc/client';
import type { AppRouter } from '../../server/trpc/router.ts';

/** The typed calls of somebody who is signed in by this cookie. */
export function createUserClient(url: string, cookie: string) {
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${url}/api/trpc`, headers: { cookie } })] });
}
