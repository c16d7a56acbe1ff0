export { tracked } from '@trpc/server';
import type { PushStream } from '../services/push-streams.ts';
import { type Caller, credentialIdOf } from './caller.ts';
import type { Context } from './context.ts';

/** Counts this subscription as one of its user's push streams; it must end when the returned stream's signal aborts. */
export function openStream(ctx: Context & { auth: Caller }, signal: AbortSignal | undefined): PushStream {
  const { deps, auth, address } = ctx;
  const listener = {
    userId: auth.user.id,
    credentialId: credentialIdOf(auth),
    address,
    destroy: ctx.destroyResponse,
  };
  return deps.streams.open(listener, signal);
}
