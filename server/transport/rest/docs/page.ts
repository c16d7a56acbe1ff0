import { type ErrorCode, errorCatalogue } from '#shared/errors.ts';
import { Html, html, lines } from '#server/platform/texts/html.ts';
import { errorsOf } from '../document/errors.ts';
import { tags } from '../openapi.ts';
import { operations } from '../operations.ts';
import type { Tag } from '#server/rpc/meta.ts';
import type { Operation } from '../operation.ts';
import { examplesOf } from './examples.ts';
import { fieldsBeside, fieldsOf, prose } from './fields.ts';
import { guideOf } from './guide.ts';
import { styles } from './styles.ts';

function callersOf({ signedIn, scope }: Operation): string {
  if (!signedIn) return 'Requires no authentication.';
  return scope
    ? `Requires a session, or a token with the scope ${scope}.`
    : 'Requires a session; tokens are rejected.';
}

const code = (text: string) => html`<pre tabindex="0"><code>${text}</code></pre>`;

/** The input: query and body. */
function sentOf({ query, body }: Operation): Html {
  const params = Object.entries(query ?? {}).map(
    ([name, { description }]) => html`<dt><code>${name}</code></dt><dd>${description}</dd>`,
  );
  return html`${params.length > 0 && html`<h4>Query parameters</h4><dl class="fields">${params}</dl>`}
${body && html`<h4>${body.type === 'multipart/form-data' ? 'Form fields' : 'Request body'}</h4>${fieldsOf(body.schema, 'sent')}`}
${body?.json && html`<h4>Or the same as JSON, except for</h4>${fieldsOf(fieldsBeside(body.json, body.schema), 'sent')}`}`;
}

function responseOf({ status, response, links }: Operation): Html {
  const next = Object.values(links ?? {}).flat();
  return html`<h4>Response ${status}${response.type !== 'application/json' && `, ${response.type}`}</h4>
${fieldsOf(response.schema, 'answered')}
${response.example && code(JSON.stringify(response.example, null, 2))}
${next.length > 0 && html`<p>Followed by ${next.map((id, i) => html`${i > 0 && ', '}<a href="#${id}"><code>${id}</code></a>`)}.</p>`}`;
}

function errorItem(each: ErrorCode): Html {
  const { status, text } = errorCatalogue[each];
  return html`<li>${status} <a href="#${each}"><code>${each}</code></a>: ${text}</li>`;
}

function section(operation: Operation, origin: string): Html {
  const { id, method, path, summary } = operation;
  const examples = Object.entries(examplesOf(operation, origin) ?? {}) as [string, string][];
  return html`<section id="${id}"><h3><code class="method">${method.toUpperCase()}</code> <code>${path}</code></h3>
<p>${prose(summary)} ${callersOf(operation)}</p>
${examples.map(([language, text]) => html`<details><summary>${language}</summary>${code(text)}</details>`)}
${sentOf(operation)}
${responseOf(operation)}
<details><summary>Errors</summary><ul>${errorsOf(operation).map(errorItem)}</ul></details>
</section>`;
}

/** The operations of a section. */
export function chapterOf(tag: Tag, origin: string): Html {
  const sections = operations.filter((each) => each.tag === tag).map((each) => section(each, origin));
  return html`<section id="tag-${tag}"><h2>${tag}</h2><p>${tags[tag]}</p>
${lines(sections)}
</section>`;
}

/** The target of a problem's `type` link. */
function errorEntry(each: ErrorCode): Html {
  const { status, text } = errorCatalogue[each];
  return html`<dt id="${each}"><code>${each}</code> ${status}</dt><dd>${text}</dd>`;
}

/** All error codes. */
export const errorsChapter = (): Html =>
  html`<section id="errors"><h2>Error codes</h2><dl>${Object.keys(errorCatalogue).map((each) => errorEntry(each as ErrorCode))}</dl></section>`;

const contents = (entries: readonly (readonly [id: string, title: string])[]): Html[] =>
  entries.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`);

/**
 * The API documentation for a server at `origin`: static HTML without scripts, generated from the operations that
 * response the calls.
 */
export function docsPage(origin: string): string {
  const guide = guideOf(origin);
  const chapters = Object.keys(tags) as Tag[];
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Memori API</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="API of Memori: turn photos into short films.">
<style>${new Html(styles)}</style></head><body><main><h1>Memori API</h1>
<nav aria-label="Contents"><ul>${contents([
    ...guide.map(({ id, title }) => [id, title] as const),
    ...chapters.map((tag) => [`tag-${tag}`, tag] as const),
    ['errors', 'Error codes'],
  ])}</ul></nav>
${lines(guide.map((each) => each.html))}
${lines(chapters.map((tag) => chapterOf(tag, origin)))}
${errorsChapter()}
</main></body></html>`.text;
}
