import { accountOperations } from '#server/features/accounts/account-operations.ts';
import { passkeyOperations } from '#server/features/accounts/passkey-operations.ts';
import { recoveryOperations } from '#server/features/accounts/recovery-operations.ts';
import { signInOperations } from '#server/features/accounts/sign-in-operations.ts';
import { albumOperations } from '#server/features/albums/operations.ts';
import { audioOperations } from '#server/features/audio/operations.ts';
import { boxOperations } from '#server/features/boxes/operations.ts';
import { changeOperations } from '#server/features/changes/operations.ts';
import { configOperations } from '#server/features/config/operations.ts';
import { creditOperations } from '#server/features/credits/operations.ts';
import { exportOperations } from '#server/features/exports/operations.ts';
import { displayOperations } from '#server/features/displays/operations.ts';
import { taskOperations } from '#server/features/generation/task-operations.ts';
import { uploadOperations } from '#server/features/generation/upload-operations.ts';
import { estimateOperations, usageOperations } from '#server/features/generation/usage-operations.ts';
import { accountMailOperations, mailOperations } from '#server/features/notifications/operations.ts';
import { checkoutOperations, purchaseOperations } from '#server/features/payments/operations.ts';
import { sharingOperations } from '#server/features/sharing/operations.ts';
import { tokenOperations } from '#server/features/tokens/operations.ts';
import { webhookOperations } from '#server/features/webhooks/operations.ts';
import { createCallerFactory, mergeRouters, router } from '#server/rpc/operation.ts';
import { fileRouter } from './file-router.ts';

/** Every operation that programs call with types. The REST API and its documentation are derived from all operations. */
export const appRouter = router({
  auth: router(signInOperations),
  recovery: router(recoveryOperations),
  account: router({ ...accountOperations, ...exportOperations, ...accountMailOperations }),
  passkeys: router(passkeyOperations),
  video: router({ ...uploadOperations, ...taskOperations, ...estimateOperations }),
  album: router(albumOperations),
  audio: router(audioOperations),
  share: router(sharingOperations),
  frame: router(displayOperations),
  box: router(boxOperations),
  credits: router({ ...creditOperations, ...usageOperations, ...checkoutOperations }),
  purchases: router(purchaseOperations),
  changes: router(changeOperations),
  tokens: router(tokenOperations),
  webhooks: router(webhookOperations),
  mail: router(mailOperations),
  config: router(configOperations),
});

/** The type of the whole API, for clients to import. */
export type AppRouter = typeof appRouter;

/** Every operation of every feature. */
export const allOperations = mergeRouters(appRouter, fileRouter);

export const createCaller = createCallerFactory(allOperations);

export type Caller = ReturnType<typeof createCaller>;

/** Calls an operation by its path: `video.status`. */
export function callOperation(caller: Caller, path: string, input: unknown): Promise<unknown> {
  const [namespace = '', name = ''] = path.split('.');
  const procedures = caller as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;
  return procedures[namespace]![name]!(input);
}
