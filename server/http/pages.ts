import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { isLanguage } from '../../shared/languages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const built = path.join(root, 'dist/client');

const signedInPages = ['create', 'packages', 'checkout'];

/** True for the addresses that the page has a screen for; all others show its not-found screen, with status 404. */
export function isPage(pathname: string): boolean {
  const [first, second, ...rest] = pathname.split('/').filter(Boolean);
  if (rest.length > 0) return false;
  if (first === undefined) return true;
  if (isLanguage(first)) return second === undefined || signedInPages.includes(second);
  return second === undefined && signedInPages.includes(first);
}

/** Serves the built client: hashed assets for ever, the document asked for anew each time. */
export async function builtPages(): Promise<Router> {
  const document = await readFile(path.join(built, 'index.html'), 'utf8');
  const router = Router();
  router.use(
    '/assets',
    express.static(path.join(built, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  );
  router.use(express.static(built, { index: false, maxAge: '1h', redirect: false }));
  router.get('/{*path}', (req, res) => {
    res
      .status(isPage(req.path) ? 200 : 404)
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(document);
  });
  return router;
}

/** Serves the client's sources through Vite, with hot reload over the same `server`. */
export async function livePages(server: Server): Promise<RequestHandler[]> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
  });
  const document: RequestHandler = async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      next();
      return;
    }
    const source = await readFile(path.join(root, 'client/index.html'), 'utf8');
    const html = await vite.transformIndexHtml(req.originalUrl, source);
    res
      .status(isPage(req.path) ? 200 : 404)
      .type('html')
      .send(html);
  };
  return [vite.middlewares, document];
}
