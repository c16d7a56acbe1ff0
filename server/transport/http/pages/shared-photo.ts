import { type RequestHandler, Router } from 'express';
import { href } from '#shared/pages.ts';
import { confirmedPhoto, sharePath } from '#shared/shared-photo.ts';
import { languageOf } from '../middleware/language.ts';

/** What browsers send for a request that no other site's page has caused. */
const ownSites = ['none', 'same-origin'];

/**
 * Answers the service worker's redirect after a photo was shared with the installed app: leads to the create page, and
 * confirms the photo's id there unless another site's page sent it. `Sec-Fetch-Site` names who caused the first request
 * of the redirects, whatever referrer policy that page has. A browser that doesn't send it has no share sheet.
 */
export function sharedPhoto(): RequestHandler {
  return Router().get(`${sharePath}/:id`, (req, res) => {
    const isOurs = ownSites.includes(req.get('sec-fetch-site') ?? '');
    res.set({ 'Cache-Control': 'no-store', Vary: 'Sec-Fetch-Site, Accept-Language, Cookie' });
    const hash = isOurs ? { hash: confirmedPhoto(encodeURIComponent(req.params.id)) } : {};
    res.redirect(303, href(languageOf(req), 'create', hash));
  });
}
