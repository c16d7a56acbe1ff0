import { createTRPCClient, httpLink } from '@trpc/client';
import type { AppRouter } from '#server/transport/trpc/router.ts';

/** The typed client of the user who is signed in with this cookie. */
export function createUserClient(url: string, cookie: string) {
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${url}/api/trpc`, headers: { cookie } })] });
}
