import { Router } from 'express';
import { errorCatalogue } from '../../shared/errors.ts';
import type { Deps } from '../deps.ts';
import { sessionCookieName } from '../http/session-cookie.ts';
import { openApiDocument, operations } from './openapi.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');

/** The API for people to read: plain HTML from the same table, no script. */
function page(): string {
  const sections = operations.map(
    ({ method, path, summary, signedIn, status, errors }) => `<section>
<h2><code>${method.toUpperCase()} ${escape(path)}</code></h2>
<p>${escape(summary)} ${signedIn ? 'Needs a session.' : 'Open to anybody.'} Answers ${status}.</p>
${errors.length ? `<ul>${errors.map((code) => `<li>${errorCatalogue[code].status} <code>${code}</code>: ${escape(errorCatalogue[code].text)}</li>`).join('')}</ul>` : ''}
</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Memori API</title>
<meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
h2{font-size:1.1rem;margin-top:2.5rem;overflow-wrap:anywhere}</style></head><body><main><h1>Memori API</h1>
<p>Calls carry the session cookie. Errors are JSON: <code>{"error", "code"}</code>. The machine-readable form is
<a href="/api/openapi.json">openapi.json</a>; TypeScript callers use the tRPC router at <code>/api/trpc</code>.</p>
${sections.join('\n')}</main></body></html>`;
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
