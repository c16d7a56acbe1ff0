import type { ActiveSession } from '../features/accounts/sessions.ts';
import type { PushStream } from '../deps/push-streams.ts';
import type { Context } from './context.ts';

/** Counts this subscription as a stream of its user's; it has to end with the signal that comes with it. */
export function openStream(
  ctx: Context & { auth: ActiveSession },
  signal: AbortSignal | undefined,
): PushStream {
  const { deps, auth, address } = ctx;
  const listener = { userId: auth.user.id, sessionId: auth.sessionId, address, destroy: ctx.destroyAnswer };
  return deps.streams.open(listener, signal);
}
