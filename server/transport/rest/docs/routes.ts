import { fileURLToPath } from 'node:url';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '#server/composition/deps.ts';
import { etagOf } from '#server/platform/etag.ts';
import { sessionCookieName } from '#server/transport/http/identity/session-cookie.ts';
import { openApiDocument } from '../openapi.ts';
import { llmsText, markdownDocs, markdownOf } from './markdown.ts';
import { docsPage } from './page.ts';
import { tryItPage, tryItScript } from './try-it.ts';

const swaggerUi = {
  'swagger-ui-bundle.js': import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  'swagger-ui.css': import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
};

/** Serves a text that is encoded and hashed once: for each caller, the description took 5 ms of the processor. */
function serve(type: string, text: string): RequestHandler {
  const body = Buffer.from(text);
  const etag = etagOf(body);
  return (_req, res) => void res.set('ETag', etag).type(type).send(body);
}

/** What language models read first (https://llmstxt.org): what Memori is, and where its documentation is. */
export const llms = (deps: Pick<Deps, 'publicUrl'>): RequestHandler => serve('txt', llmsText(deps.publicUrl));

/**
 * The API description for programs (`/api/openapi.json`), for people (`/api/docs`), for language models
 * (`/api/docs/*.md`), and to try out (`/api/docs/try`).
 */
export function docsRoutes(deps: Deps): Router {
  const router = Router();
  const document = openApiDocument(deps.publicUrl, sessionCookieName(deps));
  router.get('/openapi.json', serve('json', JSON.stringify(document)));
  router.get('/docs', serve('html', docsPage(deps.publicUrl)));
  for (const doc of markdownDocs) {
    let send: RequestHandler | null = null;
    // Converted when somebody asks: all of them together take a quarter of a second of the start.
    router.get(`/docs/${doc.file}`, (...call) =>
      (send ??= serve('md', markdownOf(doc, deps.publicUrl)))(...call),
    );
  }
  router.get('/docs/try', (_req, res) => {
    res.type('html').send(tryItPage);
  });
  router.get('/docs/try.js', (_req, res) => {
    res.type('js').send(tryItScript);
  });
  for (const [file, address] of Object.entries(swaggerUi)) {
    const path = fileURLToPath(address);
    // Changes only with a release.
    router.get(`/docs/${file}`, (_req, res) => res.sendFile(path, { maxAge: '1h' }));
  }
  return router;
}
