import { createCallerFactory, router } from './init.ts';
import { accountRouter } from './routers/account.ts';
import { albumRouter } from './routers/album.ts';
import { authRouter } from './routers/auth.ts';
import { boxRouter } from './routers/box.ts';
import { changesRouter } from './routers/changes.ts';
import { configRouter } from './routers/config.ts';
import { creditsRouter } from './routers/credits.ts';
import { frameRouter } from './routers/frame.ts';
import { mailRouter } from './routers/mail.ts';
import { passkeysRouter } from './routers/passkeys.ts';
import { purchasesRouter } from './routers/purchases.ts';
import { recoveryRouter } from './routers/recovery.ts';
import { shareRouter } from './routers/share.ts';
import { tokensRouter } from './routers/tokens.ts';
import { webhooksRouter } from './routers/webhooks.ts';
import { videoRouter } from './routers/video.ts';

export const appRouter = router({
  auth: authRouter,
  recovery: recoveryRouter,
  account: accountRouter,
  passkeys: passkeysRouter,
  video: videoRouter,
  album: albumRouter,
  share: shareRouter,
  frame: frameRouter,
  box: boxRouter,
  credits: creditsRouter,
  purchases: purchasesRouter,
  changes: changesRouter,
  tokens: tokensRouter,
  webhooks: webhooksRouter,
  mail: mailRouter,
  config: configRouter,
});

/** The type of the whole API, for clients to import. */
export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
