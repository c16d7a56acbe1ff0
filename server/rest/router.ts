import express, { Router } from 'express';
import type { Deps } from '../deps.ts';
import { authRoutes } from './auth.ts';
import { checkoutRoutes, creditRoutes } from './credits.ts';
import { docsRoutes } from './docs.ts';
import { mergeRoutes } from './merge.ts';
import { videoRoutes } from './video.ts';

/** The documented REST paths: thin shims over the tRPC router's procedures. */
export function restRouter(deps: Deps): Router {
  const router = Router();
  router.use(docsRoutes(deps));
  router.use('/video', videoRoutes(deps));
  router.use(express.json({ limit: '100kb' }));
  router.use('/video/merge', mergeRoutes(deps));
  router.use('/auth', authRoutes(deps));
  router.use('/credits', creditRoutes(deps));
  router.use('/checkout', checkoutRoutes(deps));
  return router;
}
