import path from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import type { ViteDevServer } from 'vite';
import { type Language, languageFromPath, languages } from '#shared/languages.ts';
import { type AppPage, appPageAt, href } from '#shared/pages.ts';
import { serveDocument } from './documents.ts';
import { type LandingTexts, withLandingTexts } from './landing-texts.ts';
import { toOwnLanguage } from '../middleware/language.ts';
import { appPermissions } from '../middleware/security-headers.ts';
import { liveTemplate } from './vite.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const built = path.join(root, 'dist/client');

/** The app handles every address; where it has no screen, it shows its not-found screen. */
const statusOf = (pathname: string) => (appPageAt(pathname) ? 200 : 404);

/** Linked from mails, with a secret in the address. */
const secretive: readonly (AppPage | null)[] = ['reset', 'verify', 'keep', 'mail'];

/** Sets the headers of the app's document: its status, its permissions, and no referrer if the address is secret. */
function begin(req: Request, res: Response): void {
  res.status(statusOf(req.path));
  res.set('Permissions-Policy', appPermissions);
  if (secretive.includes(appPageAt(req.path))) res.set('Referrer-Policy', 'no-referrer');
}

/**
 * Serves the built client: hashed assets as immutable, documents revalidated each time, everything in the smallest
 * encoding that the browser accepts. `publicUrl` replaces the build's placeholder in documents, `words` are the
 * operator's texts for the landing page.
 */
export async function builtPages(publicUrl: string, words: LandingTexts | null): Promise<Router> {
  const document = (file: string, type: string) => serveDocument(path.join(built, file), publicUrl, type);
  const appIn = new Map<Language | null, RequestHandler>();
  // At addresses without a language, the app redirects to the visitor's own.
  appIn.set(null, await document('index.html', 'html'));
  const router = Router();
  router.get('/', toOwnLanguage('landing'));
  for (const language of languages) {
    appIn.set(language, await document(`.app/${language}.html`, 'html'));
    const complete = (text: string) => withLandingTexts(text, language, words);
    const file = path.join(built, `${language}.html`);
    router.get(href(language, 'landing'), await serveDocument(file, publicUrl, 'html', complete));
  }
  router.get('/robots.txt', await document('robots.txt', 'txt'));
  router.get('/sitemap.xml', await document('sitemap.xml', 'xml'));
  router.use('/assets', files(path.join(built, 'assets'), { immutable: true, maxAge: '1y' }));
  router.use(files(built, { maxAge: '1h' }));
  router.get('/{*path}', (req, res, next) => {
    begin(req, res);
    return appIn.get(languageFromPath(req.path))?.(req, res, next);
  });
  return router;
}

/** The files of a folder, or their precompressed versions next to them. */
function files(folder: string, caching: { immutable?: boolean; maxAge: string }): RequestHandler {
  return expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br'],
    index: false,
    serveStatic: { ...caching, redirect: false },
  });
}

/** The exports of client/src/documents/landing/render.tsx. */
interface Renderer {
  renderDocument(template: string, language: Language): Promise<string>;
}

/** Serves the client's sources with hot reload. */
export function livePages(vite: ViteDevServer, words: LandingTexts | null): RequestHandler[] {
  const pages = Router();
  pages.get('/', toOwnLanguage('landing'));
  for (const language of languages) {
    pages.get(href(language, 'landing'), async (req, res) => {
      const { renderDocument } = (await vite.ssrLoadModule('/src/documents/landing/render.tsx')) as Renderer;
      const template = await liveTemplate(vite, 'landing.html', req.originalUrl);
      const document = await renderDocument(template, language);
      res.type('html').send(withLandingTexts(document, language, words));
    });
  }
  const app: RequestHandler = async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const html = await liveTemplate(vite, 'index.html', req.originalUrl);
    begin(req, res);
    res.type('html').send(html);
  };
  return [pages, vite.middlewares, app];
}
