import { readFileSync } from 'node:fs';
import path from 'node:path';
import { failableCodes, refusableCodes } from '#shared/test-names.ts';
import { webhookEvents } from '#shared/webhook-events.ts';
import { type Html, html } from '#server/platform/texts/html.ts';

/** A complete program that needs only Python's standard library; `MEMORI_URL` is replaced. */
const wholeProgram = readFileSync(path.join(import.meta.dirname, './whole-program.py'), 'utf8');

const list = (codes: readonly string[], shown = (code: string) => code): Html[] =>
  codes.map((code, i) => html`${i > 0 && ', '}<code>${shown(code)}</code>`);

const chapters = (origin: string): readonly (readonly [id: string, title: string, text: Html])[] => [
  [
    'start',
    'Quickstart',
    html`<p>Send a photo, get a short film. Create a token under <a href="/developers">For developers</a>, then:</p>
<pre tabindex="0"><code>curl --fail-with-body '${origin}/api/video/generate' \\
  -H "Authorization: Bearer $MEMORI_TOKEN" \\
  -H 'Prefer: wait=60' \\
  -F image=@nonna.jpg</code></pre>
<p>The response contains the task’s id. Its film is at <code>/api/video/download/{taskId}</code> once the status is <code>Success</code>.
All operations are described in an <a href="/api/openapi.json">OpenAPI document</a>, and can be <a href="/api/docs/try">tried out here</a>.
For TypeScript there is a client, <code>memori/client</code>, built from Memori’s repository. It includes the types of the tRPC router at
<code>/api/trpc</code>.</p>`,
  ],
  [
    'tokens',
    'Authentication',
    html`<p>Programs send a token, created under <a href="/developers">For developers</a> or with <code>POST /api/tokens</code>, as
<code>Authorization: Bearer mem_live_…</code>. Browsers send the session cookie; if a request has both, only the token counts. A token
without the required scope, or used for an operation on the account, tokens or payments, is rejected with 403.</p>`,
  ],
  [
    'tests',
    'Test mode',
    html`<p>Calls with a token created with <code>"test": true</code> (<code>mem_test_…</code>) are free. Their videos are made on this server at
half the size, with TEST across them, at most 100 a day. Only test tokens see them, and they are deleted after a day. Messages to
webhooks created with such a token contain <code>"test": true</code>.</p>
<p>To test failures, name the photo accordingly: ${list(refusableCodes, (code) => `refuse_${code}.jpg`)} are rejected with that error,
${list(failableCodes, (code) => `fail_${code}.jpg`)} are accepted and then fail with it.</p>`,
  ],
  [
    'agents',
    'Agents (MCP)',
    html`<p>Agents use Memori as tools by the <a href="https://modelcontextprotocol.io">Model Context Protocol</a>: its server is at
<code>${origin}/mcp</code> (Streamable HTTP, stateless), with a token as <code>Authorization: Bearer</code>. It offers the operations that
the token’s scopes allow, without those that delete, pay or manage an account, with the same limits, prices and errors as here. Photos
come from a public https URL. A test token lets an agent try everything for free. The documentation is also available as Markdown: see
<a href="/llms.txt">llms.txt</a>.</p>`,
  ],
  [
    'repeating',
    'Idempotent requests',
    html`<p>To retry a <code>POST</code> safely, send an <code>Idempotency-Key</code> with it: 1 to 255 printable ASCII characters, unique for
each thing to be done. A request with the same key and content within 24 hours has no further effect and returns the first response, with
<code>Idempotent-Replayed: true</code>. The same key with other content is rejected with 422, and while the first request is still running
with 409. Responses with 401, 429 and 5xx are not stored.</p>`,
  ],
  [
    'waiting',
    'Waiting for a result',
    html`<p>Instead of polling, send <code>Prefer: wait=30</code> (RFC 7240, at most 60 seconds) with a photo or with a request for the status of a
video or album. The response is delayed until the job has ended, or until the time is over, and contains
<code>Preference-Applied</code>. Waiting after sending a photo also requires the scope <code>read</code>. Each user can have ten open
streams and waiting requests; another one ends the oldest. <code>/api/video/tasks/{taskId}/events</code> streams every change of a task
as server-sent events.</p>`,
  ],
  [
    'webhooks',
    'Receiving webhooks',
    html`<p>Messages follow <a href="https://www.standardwebhooks.com">Standard Webhooks</a>: the headers <code>webhook-id</code>,
<code>webhook-timestamp</code> and <code>webhook-signature</code>, which is <code>v1,</code> followed by the base64 of the HMAC-SHA256 of
<code>id.timestamp.body</code>. The key is the secret after <code>whsec_</code>, decoded from base64. For a day after a change of the
secret there are two signatures, separated by a space. The body is <code>{"type", "timestamp", "data"}</code>, with one of the types
${list([...webhookEvents, 'webhook.test'])}. <code>credits.low</code> is sent once, when fewer than 3 credits are left. Any status other
than 2xx is retried for three days. The same message can arrive twice, with the same id.</p>
<details><summary>A complete program using only Python’s standard library: sends a photo, receives the message, verifies its signature and saves the film</summary>
<pre tabindex="0"><code id="whole-program">${wholeProgram.replaceAll('MEMORI_URL', origin)}</code></pre></details>`,
  ],
  [
    'limits',
    'Rate limits',
    html`<p>Responses state the limits that apply: <code>RateLimit-Policy: "generate";q=10;w=60</code> allows ten calls in 60 seconds,
<code>RateLimit: "generate";r=9;t=55</code> means that nine more are allowed within 55 seconds
(draft-ietf-httpapi-ratelimit-headers). A 429 response has <code>Retry-After</code>, in seconds.</p>`,
  ],
  [
    'failures',
    'Handling errors',
    html`<p>Errors are JSON: <code>{"error", "code", "doc"}</code>, with a link to the documentation of the code, or, with <code>Accept: application/problem+json</code>, problem details (RFC 9457)
with the same code. For requests with several images, <code>image</code> is the position of the one that the error is about, from 1.
Each response has an <code>X-Request-Id</code>. All codes are listed <a href="#errors">below</a>.</p>`,
  ],
  [
    'stability',
    'Versioning',
    html`<p>Paths, operationIds, codes, events, and the names and meaning of fields don’t change. Operations, response fields, optional request
fields, codes and events can be added at any time: ignore what you don’t know, and treat an unknown code by its status. Anything to be
removed is announced with a <code>Deprecation</code> header (RFC 9745); nothing is at present.</p>`,
  ],
];

/** The chapters that apply to all calls. */
export const guideOf = (origin: string) =>
  chapters(origin).map(([id, title, text]) => ({
    id,
    title,
    html: html`<section id="${id}"><h2>${title}</h2>
${text}
</section>`,
  }));
