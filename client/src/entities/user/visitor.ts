import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/transport/trpc/router.ts';
import { api } from '#client/api/api.ts';

type Answers = inferRouterOutputs<AppRouter>;

/** What the landing page needs to know about its visitor and this installation. */
export interface Visitor {
  user: Answers['auth']['me']['user'];
  config: Answers['config']['get'];
}

/**
 * Asks, in one request, who the visitor is and how this installation is set up. Resolves with null if there is no
 * response: the page then stays as prerendered.
 */
export async function askVisitor(): Promise<Visitor | null> {
  try {
    const [{ user }, config] = await Promise.all([api.auth.me.query(), api.config.get.query()]);
    return { user, config };
  } catch {
    return null;
  }
}
