import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Response, Router } from 'express';
import type { ViteDevServer } from 'vite';
import { copyrightYears } from '#shared/copyright.ts';
import { isLanguage, type Language } from '#shared/languages.ts';
import { isSecretPage, type PlainDocument, type SecretPage } from '#shared/secret-page.ts';
import { sharedSlots } from '#shared/shared-page.ts';
import type { Deps } from '#server/composition/deps.ts';
import { findOpenBox } from '#server/features/boxes/boxes.ts';
import { findSent } from '#server/features/boxes/sent.ts';
import { openDisplay } from '#server/features/displays/displays.ts';
import { toOwnLanguage } from '../middleware/language.ts';
import { secretPageHeaders } from '../middleware/security-headers.ts';
import { liveTemplate } from './vite.ts';

const folder = path.resolve(import.meta.dirname, '../../../../dist/client/.secret');

/** Loads a document. */
export type SecretDocuments = (language: Language, page: PlainDocument) => Promise<string>;

/** The documents made by scripts/build-client.ts. */
export const builtSecretDocuments: SecretDocuments = (language, page) =>
  readFile(path.join(folder, `${language}-${page}.html`), 'utf8');

/** The exports of client/src/documents/secret-page/render.tsx. */
interface Renderer {
  renderSecretPage(template: string, language: Language, page: PlainDocument): string;
}

/** Renders the documents from the client's current sources. */
export function liveSecretDocuments(vite: ViteDevServer): SecretDocuments {
  return async (language, page) => {
    const { renderSecretPage } = (await vite.ssrLoadModule(
      '/src/documents/secret-page/render.tsx',
    )) as Renderer;
    return renderSecretPage(await liveTemplate(vite, `${page}.html`, '/'), language, page);
  };
}

const opens = { frame: openDisplay, box: findOpenBox, sent: findSent } as const satisfies Record<
  SecretPage,
  unknown
>;

/** A frame keeps its screen awake, and a box that asks for stories records them. */
function featuresOf(page: SecretPage, opened: object): string[] {
  if (page === 'frame') return ['screen-wake-lock'];
  return 'asksForStory' in opened && opened.asksForStory === true ? ['microphone'] : [];
}

/**
 * The pages of frames, boxes and sent photos, keyed by their secrets, and the page where a television gets a frame's
 * (GET and HEAD). The document is the same for all;
 * its script loads what belongs to the secret. Secrets that are wrong or were stopped are passed on to the next
 * handlers, like any unknown address.
 */
export function secretPages({ db }: Pick<Deps, 'db'>, documents: SecretDocuments): Router {
  const router = Router({ strict: true });
  async function send(res: Response, language: Language, page: PlainDocument): Promise<void> {
    const years = copyrightYears(new Date().getFullYear());
    res.type('html').send((await documents(language, page)).replaceAll(sharedSlots.years, years));
  }
  router.get('/tv', toOwnLanguage('tv'));
  router.get('/:language/tv', async (req, res, next) => {
    const { language } = req.params;
    if (!isLanguage(language)) return next();
    res.set(secretPageHeaders());
    await send(res, language, 'tv');
  });
  router.get('/:language/:page/:secret', async (req, res, next) => {
    const { language, page, secret } = req.params;
    if (!isLanguage(language) || !isSecretPage(page)) return next();
    const opened = await opens[page](db, secret);
    res.set(secretPageHeaders(opened ? featuresOf(page, opened) : []));
    if (!opened) return next();
    await send(res, language, page);
  });
  return router;
}
