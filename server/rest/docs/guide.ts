import { readFileSync } from 'node:fs';
import path from 'node:path';
import { failableCodes, refusableCodes } from '../../../shared/test-names.ts';
import { webhookEvents } from '../../../shared/webhook-events.ts';
import { type Html, html } from '../../platform/texts/html.ts';

/** A complete program that needs only Python's standard library; `MEMORI_URL` is replaced. */
const wholeProgram = readFileSync(path.join(import.meta.dirname, 'whole-program.py'), 'utf8');

const list = (codes: readonly string[], shown = (code: string) => code): Html[] =>
  codes.map((code, i) => html`${i > 0 && ', '}<code>${shown(code)}</code>`);

const chapters = (origin: string): readonly (readonly [id: string, title: string, text: Html])[] => [
  [
    'start',
    'Start',
    html`<p>A photo goes in, a short film comes out. Make a token on your account page, then:</p>
<pre tabindex="0"><code>curl --fail-with-body '${origin}/api/video/generate' \\
  -H "Authorization: Bearer $MEMORI_TOKEN" \\
  -H 'Prefer: wait=60' \\
  -F image=@nonna.jpg</code></pre>
<p>The answer names the task. Its film is at <code>/api/video/download/{taskId}</code> once its status is <code>Success</code>. What is to be
called is described <a href="/api/openapi.json">for programs</a> too, and can be <a href="/api/docs/try">tried out here</a>. TypeScript callers
have a client of their own, <code>memori/client</code>, packed out of Memori’s repository, which has the router at <code>/api/trpc</code> with its types.</p>`,
  ],
  [
    'tokens',
    'Tokens',
    html`<p>Programs send a token, made on the account page or with <code>POST /api/tokens</code>, as <code>Authorization: Bearer mem_live_…</code>;
browsers the session cookie. A call that has both is judged by the token. A token whose scope is not enough, or that is used for account,
tokens or payments, is refused with 403.</p>`,
  ],
  [
    'tests',
    'Tests that cost nothing',
    html`<p>A token made with <code>"test": true</code> (<code>mem_test_…</code>) costs nothing: its videos are made on this server at half
the size with TEST across them, at most 100 a day, are seen by test tokens alone and are deleted after a day; messages to webhooks
that it makes hold <code>"test": true</code>.</p>
<p>The name of a photo brings about a failure: ${list(refusableCodes, (code) => `refuse_${code}.jpg`)} are answered with that error,
${list(failableCodes, (code) => `fail_${code}.jpg`)} are accepted and end with it.</p>`,
  ],
  [
    'repeating',
    'Repeating a call',
    html`<p>Whoever is not sure whether a <code>POST</code> arrived repeats it with the same <code>Idempotency-Key</code> (any name of 1 to 255
printable ASCII characters, one for each thing to be done) and the same content: within 24 hours it is done once, and answered as the first
time, with <code>Idempotent-Replayed: true</code>. Other content is refused with 422, a repetition while the first still runs with 409.
Answers with 401, 429 and 5xx are not kept.</p>`,
  ],
  [
    'waiting',
    'Waiting for the end',
    html`<p>Whoever would rather wait than ask again sends <code>Prefer: wait=30</code> (RFC 7240, at most 60 seconds) with a photo, or when
asking how a video or an album is doing: the answer comes when it has ended, or after that time, with the state of that
moment and <code>Preference-Applied</code>. Waiting after a photo was sent needs the scope read as well. A user has ten open streams
and waits together; one more ends the oldest at once. <code>/api/video/tasks/{taskId}/events</code> tells each
change of a video as server-sent events.</p>`,
  ],
  [
    'webhooks',
    'Webhooks',
    html`<p>Messages are posted as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> says, with <code>webhook-id</code>,
<code>webhook-timestamp</code> and <code>webhook-signature</code>: <code>v1,</code> and the base64 of the HMAC-SHA256 over
<code>id.timestamp.body</code>, by the bytes that the secret holds in base64 after <code>whsec_</code>; two of them, with a space
between, for a day after a change of the secret. The body is <code>{"type", "timestamp", "data"}</code>; types are
${list([...webhookEvents, 'webhook.test'])}. <code>credits.low</code> comes once, in the moment in which fewer than 3 credits are left. Any
status but 2xx is tried again for three days; the same message may come twice, with the same id.</p>
<details><summary>A whole program in Python, with nothing but its standard library: a photo is sent, the message arrives, its signature is verified, the film is saved</summary>
<pre tabindex="0"><code id="whole-program">${wholeProgram.replaceAll('MEMORI_URL', origin)}</code></pre></details>`,
  ],
  [
    'limits',
    'Limits',
    html`<p>Calls that are limited say so: <code>RateLimit-Policy: "generate";q=10;w=60</code> is ten in 60 seconds,
<code>RateLimit: "generate";r=9;t=55</code> nine more within 55 seconds (draft-ietf-httpapi-ratelimit-headers). With 429 comes
<code>Retry-After</code>, in seconds.</p>`,
  ],
  [
    'failures',
    'What fails',
    html`<p>Errors are JSON: <code>{"error", "code"}</code>, or with <code>Accept: application/problem+json</code> problems (RFC 9457) with the same
code. Where several images were sent, <code>image</code> says which it is about, from 1. Each answer has an
<code>X-Request-Id</code>. All codes stand <a href="#errors">at the end</a>.</p>`,
  ],
  [
    'stability',
    'What stays, and what may come',
    html`<p>Paths, operationIds, codes, events, and the names and meaning of fields stay as they are. Operations, fields of answers, fields of requests
that may be left out, codes and events may be added at any time: programs pass over what they don’t know, and take an unknown code by its
status. What is to go says so beforehand in a <code>Deprecation</code> header (RFC 9745); nothing does now.</p>`,
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
