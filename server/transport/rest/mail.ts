import { Router } from 'express';
import { defaultLanguage, isLanguage } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import type { Deps } from '#server/composition/deps.ts';
import { handlerOf } from './handler.ts';

/** `/api/mail/…`: the target of the `List-Unsubscribe` header in mails (RFC 8058). */
export function mailRoutes(deps: Deps): Router {
  const router = Router();
  router.post(
    '/unsubscribe',
    handlerOf(deps, {
      status: 200,
      signedIn: false,
      handle: ({ caller, req }) =>
        caller.mail.setWanted({ token: req.query['token'] as string, wanted: false }),
    }),
  );
  // Mail clients without one-click support open the link; link scanners must not turn anything off.
  router.get('/unsubscribe', (req, res) => {
    const { token, language } = req.query;
    const query = { token: typeof token === 'string' ? token : '' };
    res.redirect(302, href(isLanguage(language) ? language : defaultLanguage, 'mail', { query }));
  });
  return router;
}
