import { Router } from 'express';
import { defaultLanguage, isLanguage } from '../../shared/languages.ts';
import { href } from '../../shared/pages.ts';
import type { Deps } from '../deps.ts';
import { handlerOf } from './handler.ts';

/** `/api/mail/…`: where the `List-Unsubscribe` header of mails leads (RFC 8058). */
export function mailRoutes(deps: Deps): Router {
  const router = Router();
  router.post(
    '/unsubscribe',
    handlerOf(deps, {
      status: 200,
      handle: ({ caller, req }) =>
        caller.mail.setWanted({ token: req.query['token'] as string, wanted: false }),
    }),
  );
  // A mail program that knows no one-click opens it; what only looks at links must not turn anything off.
  router.get('/unsubscribe', (req, res) => {
    const { token, language } = req.query;
    const query = { token: typeof token === 'string' ? token : '' };
    res.redirect(302, href(isLanguage(language) ? language : defaultLanguage, 'mail', { query }));
  });
  return router;
}
