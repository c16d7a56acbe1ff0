import TurndownService from 'turndown';
import type { Tag } from '#server/rpc/meta.ts';
import { type Html, lines } from '#server/platform/texts/html.ts';
import { tags } from '../openapi.ts';
import { guideOf } from './guide.ts';
import { chapterOf, errorsChapter } from './page.ts';

interface MarkdownDoc {
  /** Below `/api/docs/`. */
  readonly file: string;
  readonly title: string;
  readonly about: string;
  readonly htmlAt: (origin: string) => Html;
}

/** The parts of the documentation page, each a document of its own. */
export const markdownDocs: readonly MarkdownDoc[] = [
  {
    file: 'guide.md',
    title: 'Guide',
    about:
      'Quickstart, authentication, test mode, agents, idempotent requests, waiting, webhooks, limits and errors.',
    htmlAt: (origin) => lines(guideOf(origin).map((chapter) => chapter.html)),
  },
  ...(Object.keys(tags) as Tag[]).map((tag) => ({
    file: `${tag.toLowerCase()}.md`,
    title: tag,
    about: tags[tag],
    htmlAt: (origin: string) => chapterOf(tag, origin),
  })),
  {
    file: 'errors.md',
    title: 'Error codes',
    about: 'Every code with its status and text.',
    htmlAt: errorsChapter,
  },
];

const turndown = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
});
turndown.addRule('term', { filter: 'dt', replacement: (content) => `\n- ${content.trim()}: ` });
turndown.addRule('definition', { filter: 'dd', replacement: (content) => content.trim() });
turndown.addRule('summary', { filter: 'summary', replacement: (content) => `\n\n${content.trim()}:\n\n` });

/** A part of the documentation page at `origin` as Markdown. Links within the page lead to the page. */
export const markdownOf = ({ htmlAt }: MarkdownDoc, origin: string): string =>
  turndown
    .turndown(htmlAt(origin).text)
    .replaceAll('](#', `](${origin}/api/docs#`)
    .replaceAll('](/', `](${origin}/`)
    .concat('\n');

/** The text of `/llms.txt` (https://llmstxt.org). */
export const llmsText = (origin: string): string => `# Memori

> Memori turns a family, portrait or pet photo into a short, natural animated video (about six seconds), and joins videos into an album film with music. Videos cost one credit each; albums are free.

Programs use the REST API with a token, or the MCP server at ${origin}/mcp (Streamable HTTP, with the same token as \`Authorization: Bearer\`).

## API documentation

${markdownDocs
  .map(({ file, title, about }) => `- [${title}](${origin}/api/docs/${file}): ${about}`)
  .join('\n')}
- [OpenAPI document](${origin}/api/openapi.json): the whole API for programs.

## Pages

- [Memori](${origin}/en): what it makes, with examples and a trial without an account.
- [Prices](${origin}/en/packages): credit packages.
`;
