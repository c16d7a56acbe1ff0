import { requireCaller } from '#server/rpc/admission.ts';
import { type Caller, isTest, ownerOf, personIdOf } from '#server/rpc/caller.ts';
import type { Context } from '#server/rpc/context.ts';
import { isKeyKnown } from '#server/features/idempotency/run-once.ts';
import { prestartDecoder } from '../photos/photo.ts';
import { requireGeneration } from './request-generation.ts';

/**
 * Checks everything that can be checked before the photo is read: authentication, rate limits, scope and, once the
 * user's upload slot is free, credits and whether the video provider is available. Throws AppError
 * `not_signed_in`, `token_scope_missing`, `too_many_requests`, `provider_unavailable`, `insufficient_credits` or
 * `upload_aborted`.
 */
export async function admitUpload(ctx: Context): Promise<void> {
  const { deps } = ctx;
  const auth = await requireCaller(ctx, 'generate');
  await deps.limiters.generate.take(auth.user.id, ctx.reportLimit);
  if (isTest(auth)) await deps.limiters.tests.take(auth.user.id, ctx.reportLimit);
  await ctx.enterUpload(auth.user.id);
  // Not before: the credit may be spent while waiting. The transaction that spends it decides.
  if (!isTest(auth)) await requirePayable(ctx, auth);
  prestartDecoder();
}

/**
 * The same for a photo that is only previewed: its limit is one of its own, and it needs neither credits nor the
 * provider. Throws AppError `not_signed_in`, `token_scope_missing`, `too_many_requests` or `upload_aborted`.
 */
export async function admitPreview(ctx: Context): Promise<void> {
  const { deps } = ctx;
  const auth = await requireCaller(ctx, 'generate');
  await deps.limiters.preview.take(personIdOf(auth), ctx.reportLimit);
  await ctx.enterUpload(auth.user.id);
  prestartDecoder();
}

/** Always admits a repeated call: the first one may have spent the last credit, and its answer must be replayed. */
async function requirePayable({ deps, idempotencyKey: key }: Context, auth: Caller): Promise<void> {
  try {
    await requireGeneration(deps, auth.user.id);
  } catch (error) {
    // Checked afterwards: a call that spent the credit under this key has stored the key before.
    if (key === null || !(await isKeyKnown(deps.db, ownerOf(auth), key))) throw error;
  }
}
