import { Router } from 'express';
import { type ErrorCode, errorCatalogue } from '../../shared/errors.ts';
import type { Deps } from '../deps.ts';
import { sessionCookieName } from '../http/session-cookie.ts';
import { type Html, html, lines } from '../platform/html.ts';
import { openApiDocument, operations } from './openapi.ts';

/** The API for people to read: plain HTML from the same table, no script. */
function page(): string {
  const sections = operations.map(
    ({ method, path, summary, signedIn, status, errors }) => html`<section>
<h2><code>${method.toUpperCase()} ${path}</code></h2>
<p>${summary} ${signedIn ? 'Needs a session.' : 'Open to anybody.'} Answers ${status}.</p>
${errors.length > 0 && html`<ul>${errors.map(errorItem)}</ul>`}
</section>`,
  );
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Memori API</title>
<meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
h2{font-size:1.1rem;margin-top:2.5rem;overflow-wrap:anywhere}</style></head><body><main><h1>Memori API</h1>
<p>Calls carry the session cookie. Errors are JSON: <code>{"error", "code"}</code>. The machine-readable form is
<a href="/api/openapi.json">openapi.json</a>; TypeScript callers use the tRPC router at <code>/api/trpc</code>.</p>
${lines(sections)}</main></body></html>`.text;
}

function errorItem(code: ErrorCode): Html {
  const { status, text } = errorCatalogue[code];
  return html`<li>${status} <code>${code}</code>: ${text}</li>`;
}

/** `/api/openapi.json` and `/api/docs`. */
export function docsRoutes(deps: Deps): Router {
  const router = Router();
  const document = openApiDocument(deps.publicUrl, sessionCookieName(deps));
  const html = page();
  router.get('/openapi.json', (_req, res) => {
    res.json(document);
  });
  router.get('/docs', (_req, res) => {
    res.type('html').send(html);
  });
  return router;
}
