import type { PushStream } from '../deps/push-streams.ts';
import type { Caller } from '../http/caller.ts';
import type { Context } from './context.ts';

/** Counts this subscription as a stream of its user's; it has to end with the signal that comes with it. */
export function openStream(ctx: Context & { auth: Caller }, signal: AbortSignal | undefined): PushStream {
  const { deps, auth, address } = ctx;
  const credentialId = auth.by === 'session' ? auth.sessionId : auth.tokenId;
  const listener = { userId: auth.user.id, credentialId, address, destroy: ctx.destroyAnswer };
  return deps.streams.open(listener, signal);
}
