import { expectPhoto } from '../features/generation/photo.ts';
import { requireGeneration } from '../features/generation/request.ts';
import { isKeyKnown } from '../features/idempotency/run-once.ts';
import { AppError } from '../platform/errors.ts';
import { isTest, requireScope } from '../http/caller.ts';
import type { Context } from './context.ts';

/**
 * Asks all that can be asked before a byte of a photo is read: whether somebody is signed in, how often they asked
 * lately, whether they may and can pay, whether videos are made at all; then waits until it is their upload's turn. Once for
 * each request. Throws AppError `not_signed_in`, `token_scope_missing`, `too_many_requests`, `provider_unavailable`, `insufficient_credits`,
 * `upload_aborted`.
 */
export async function admitUpload(ctx: Context): Promise<void> {
  if (ctx.uploadAdmitted) return;
  const { deps, auth, address } = ctx;
  if (!auth) {
    await deps.limiters.anonymous.take(address, ctx.tellLimit);
    throw new AppError('not_signed_in');
  }
  requireScope(auth, 'generate');
  await deps.limiters.generate.take(auth.user.id, ctx.tellLimit);
  if (isTest(auth)) {
    await deps.limiters.tests.take(auth.user.id, ctx.tellLimit);
    await ctx.enterUpload(auth.user.id);
  } else {
    await requirePayable(ctx, auth.user.id);
    await ctx.enterUpload(auth.user.id);
    // Whoever waited may have spent the credit meanwhile.
    await requirePayable(ctx, auth.user.id);
  }
  ctx.uploadAdmitted = true;
  expectPhoto();
}

/** Lets a repeated call pass in any case: it may have spent the last credit the first time, and is owed its answer. */
async function requirePayable({ deps, idempotencyKey: key }: Context, userId: string): Promise<void> {
  try {
    await requireGeneration(deps, userId);
  } catch (error) {
    // Asked afterwards: whatever spent the credit under this key has written the key down before.
    if (key === null || !(await isKeyKnown(deps.db, userId, key))) throw error;
  }
}
