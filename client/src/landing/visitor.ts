import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/router.ts';

type Answers = inferRouterOutputs<AppRouter>;

/** What the landing page has to know of its visitor and of this Memori. */
export interface Visitor {
  user: Answers['auth']['me']['user'];
  config: Answers['config']['get'];
}

const address = '/api/trpc/auth.me,config.get?batch=1';

/**
 * Asks who is looking and how this Memori is set up: one request, in tRPC's batch protocol, without its client.
 * Resolves with null where there is no answer: the page then stays as it was built.
 */
export async function askVisitor(): Promise<Visitor | null> {
  try {
    const response = await fetch(address);
    if (!response.ok) return null;
    const [me, config] = (await response.json()) as [
      { result: { data: Answers['auth']['me'] } },
      { result: { data: Answers['config']['get'] } },
    ];
    return { user: me.result.data.user, config: config.result.data };
  } catch {
    return null;
  }
}
