import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';
import type { ViteDevServer } from 'vite';
import { copyrightYears } from '../../shared/copyright.ts';
import { isLanguage, type Language } from '../../shared/languages.ts';
import { isSecretPage, type SecretPage } from '../../shared/secret-page.ts';
import { sharedSlots } from '../../shared/shared-page.ts';
import type { Deps } from '../deps.ts';
import { findOpenBox } from '../features/boxes/boxes.ts';
import { findSent } from '../features/boxes/sent.ts';
import { openFrame } from '../features/frames/frames.ts';
import { secretPageHeaders } from './security-headers.ts';
import { liveTemplate } from './vite.ts';

const folder = path.resolve(import.meta.dirname, '../../dist/client/.secret');

/** Where the documents come from. */
export type SecretDocuments = (language: Language, page: SecretPage) => Promise<string>;

/** The documents that scripts/build-client.ts has made. */
export const builtSecretDocuments: SecretDocuments = (language, page) =>
  readFile(path.join(folder, `${language}-${page}.html`), 'utf8');

/** What client/src/secret-page/render.tsx offers. */
interface Renderer {
  renderSecretPage(template: string, language: Language, page: SecretPage): string;
}

/** The documents as the client's sources make them at this moment. */
export function liveSecretDocuments(vite: ViteDevServer): SecretDocuments {
  return async (language, page) => {
    const { renderSecretPage } = (await vite.ssrLoadModule('/src/secret-page/render.tsx')) as Renderer;
    return renderSecretPage(await liveTemplate(vite, `${page}.html`, '/'), language, page);
  };
}

const opens = { frame: openFrame, box: findOpenBox, sent: findSent } as const satisfies Record<
  SecretPage,
  unknown
>;

/**
 * The pages of frames, boxes and photos that were sent to one, keyed by their secrets (GET and HEAD): the document is the same for all, its script asks what
 * belongs to the secret. One that is wrong, or was stopped, is left to the handlers that follow, as any unknown address.
 */
export function secretPages({ db }: Pick<Deps, 'db'>, documents: SecretDocuments): Router {
  const router = Router({ strict: true });
  router.get('/:language/:page/:secret', async (req, res, next) => {
    const { language, page, secret } = req.params;
    if (!isLanguage(language) || !isSecretPage(page)) return next();
    res.set(secretPageHeaders({ wakeLock: page === 'frame' }));
    if (!(await opens[page](db, secret))) return next();
    const years = copyrightYears(new Date().getFullYear());
    res.type('html').send((await documents(language, page)).replaceAll(sharedSlots.years, years));
  });
  return router;
}
