import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/router.ts';
import { api } from '../lib/api.ts';

type Answers = inferRouterOutputs<AppRouter>;

/** What the landing page has to know of its visitor and of this Memori. */
export interface Visitor {
  user: Answers['auth']['me']['user'];
  config: Answers['config']['get'];
}

/**
 * Asks, in one request, who is looking and how this Memori is set up. Resolves with null where there is no answer: the page
 * then stays as it was built.
 */
export async function askVisitor(): Promise<Visitor | null> {
  try {
    const [{ user }, config] = await Promise.all([api.auth.me.query(), api.config.get.query()]);
    return { user, config };
  } catch {
    return null;
  }
}
