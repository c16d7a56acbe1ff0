import { Router } from 'express';
import { type ErrorCode, errorCatalogue } from '../../shared/errors.ts';
import { failableCodes, refusableCodes } from '../../shared/test-names.ts';
import { webhookEvents } from '../../shared/webhook-events.ts';
import type { Deps } from '../deps.ts';
import { sessionCookieName } from '../http/session-cookie.ts';
import { type Html, html, lines } from '../platform/html.ts';
import { errorsOf } from './document/errors.ts';
import { openApiDocument, operations } from './openapi.ts';
import type { Operation } from './operations/operation.ts';

/** The API for people to read: plain HTML from the same table, no script. */
function page(): string {
  const sections = operations.map(
    (operation) => html`<section>
<h2><code>${operation.method.toUpperCase()} ${operation.path}</code></h2>
<p>${operation.summary} ${callersOf(operation)} Answers ${operation.status}.</p>
${errorsOf(operation).length > 0 && html`<ul>${errorsOf(operation).map(errorItem)}</ul>`}
</section>`,
  );
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Memori API</title>
<meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
h2{font-size:1.1rem;margin-top:2.5rem;overflow-wrap:anywhere}</style></head><body><main><h1>Memori API</h1>
<p>Programs send a token, made with <code>POST /api/tokens</code>, as <code>Authorization: Bearer mem_live_…</code>; browsers
the session cookie. A call that has both is judged by the token. A token whose scope is not enough, or that is used for account,
tokens or payments, is refused with 403.</p>
<p>A token made with <code>"test": true</code> (<code>mem_test_…</code>) costs nothing: its videos are made on this server at half
the size with TEST across them, at most 100 a day, are seen by test tokens alone and are deleted after a day; messages to webhooks that it
makes hold <code>"test": true</code>. The name of a photo brings about a failure: ${refusableCodes.map((code) => html`<code>refuse_${code}.jpg</code> `)}are
answered with that error, ${failableCodes.map((code) => html`<code>fail_${code}.jpg</code> `)}are accepted and end with it.</p>
<p>Whoever is not sure whether a <code>POST</code> arrived repeats it with the same <code>Idempotency-Key</code> (any name of 1 to 255
printable ASCII characters, one for each thing to be done) and the same content: within 24 hours it is done once, and answered as the first
time, with <code>Idempotent-Replayed: true</code>. Other content is refused with 422, a repetition while the first still runs with 409.
Answers with 401, 429 and 5xx are not kept.</p>
<p>Whoever would rather wait than ask again sends <code>Prefer: wait=30</code> (RFC 7240, at most 60 seconds) with a photo, or when
asking how a video or an album is doing: the answer comes when it has ended, or after that time, with the state of that
moment and <code>Preference-Applied</code>. Waiting after a photo was sent needs the scope read as well. A user has ten open streams
and waits together; one more ends the oldest at once. <code>/api/video/tasks/{taskId}/events</code> tells each
change of a video as server-sent events.</p>
<p>Webhooks are posted as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> says, with <code>webhook-id</code>,
<code>webhook-timestamp</code> and <code>webhook-signature</code>: <code>v1,</code> and the base64 of the HMAC-SHA256 over
<code>id.timestamp.body</code>, by the bytes that the secret holds in base64 after <code>whsec_</code>; two of them, with a space
between, for a day after a change of the secret. The body is <code>{"type", "timestamp", "data"}</code>; types are ${webhookEvents.map((event) => html`<code>${event}</code> `)}and
<code>webhook.test</code>. <code>credits.low</code> comes once, in the moment in which fewer than 3 credits are left. Any status but 2xx is
tried again for three days; the same message may come twice, with the same id.</p>
<p>Calls that are limited say so: <code>RateLimit-Policy: "generate";q=10;w=60</code> is ten in 60 seconds,
<code>RateLimit: "generate";r=9;t=55</code> nine more within 55 seconds (draft-ietf-httpapi-ratelimit-headers). With 429 comes
<code>Retry-After</code>, in seconds. Errors are JSON: <code>{"error", "code"}</code>, or
with <code>Accept: application/problem+json</code> problems (RFC 9457) with the same code. Each answer has an <code>X-Request-Id</code>. The machine-readable form is
<a href="/api/openapi.json">openapi.json</a>; TypeScript callers use the tRPC router at <code>/api/trpc</code>.</p>
<h2 id="stability">What stays, and what may come</h2>
<p>Paths, operationIds, codes, events, and the names and meaning of fields stay as they are. Operations, fields of answers, fields of requests
that may be left out, codes and events may be added at any time: programs pass over what they don’t know, and take an unknown code by its
status. What is to go says so beforehand in a <code>Deprecation</code> header (RFC 9745); nothing does now.</p>
${lines(sections)}
<h2 id="errors">Errors</h2><dl>${Object.keys(errorCatalogue).map((code) => errorEntry(code as ErrorCode))}</dl></main></body></html>`
    .text;
}

function callersOf({ signedIn, scope }: Operation): string {
  if (!signedIn) return 'Open to anybody.';
  return scope
    ? `Needs a session, or a token with the scope ${scope}.`
    : 'Needs a session; tokens are refused.';
}

function errorItem(code: ErrorCode): Html {
  const { status, text } = errorCatalogue[code];
  return html`<li>${status} <code>${code}</code>: ${text}</li>`;
}

/** Where the `type` of a problem leads to. */
function errorEntry(code: ErrorCode): Html {
  const { status, text } = errorCatalogue[code];
  return html`<dt id="${code}"><code>${code}</code> ${status}</dt><dd>${text}</dd>`;
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
