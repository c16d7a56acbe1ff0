import { Router } from 'express';
import type { Credentials } from '../../shared/schemas/auth.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../platform/errors.ts';
import { call } from './call.ts';

/** `/api/auth/…`. Bodies are only called credentials here: the procedures' schemas decide whether they are. */
export function authRoutes(deps: Deps): Router {
  const router = Router();
  router.get(
    '/me',
    call(deps, async (caller, _req, res) => {
      const { user } = await caller.auth.me();
      if (!user) throw new AppError('not_signed_in');
      res.json({ user });
    }),
  );
  router.post(
    '/signup',
    call(deps, async (caller, req, res) =>
      res.status(201).json(await caller.auth.signUp(req.body as Credentials)),
    ),
  );
  router.post(
    '/login',
    call(deps, async (caller, req, res) => res.json(await caller.auth.signIn(req.body as Credentials))),
  );
  router.post(
    '/logout',
    call(deps, async (caller, _req, res) => res.json(await caller.auth.signOut())),
  );
  return router;
}
