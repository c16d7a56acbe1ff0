import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';
import { Marked } from 'marked';
import { copyrightYears } from '#shared/copyright.ts';
import { type Language, languages } from '#shared/languages.ts';
import { type LegalPage, legalPages as names, legalSlots } from '#shared/legal-page.ts';
import { href } from '#shared/pages.ts';
import { builtOrigin } from '#shared/site.ts';
import type { Deps } from '#server/composition/deps.ts';
import { html } from '#server/platform/texts/html.ts';
import type { SharedDocuments } from './shared-pages.ts';

/** The templates shipped with Memori, to be filled in by the operator. */
const templates = path.resolve(import.meta.dirname, '../../../../content/legal');

/** A blank that the operator still has to fill in: `[[…]]`. */
const blank = /\[\[([^\]]*)\]\]/g;

const escaped = (text: string): string => html`${text}`.text;

/** HTML in the texts is escaped. */
const marked = new Marked({ renderer: { html: ({ text }) => escaped(text) } });

interface Words {
  title: string;
  body: string;
  /** True while it contains blanks. */
  unfinished: boolean;
}

type LegalDeps = Pick<Deps, 'publicUrl'> & { env: { DATA_DIR: string } };

async function firstOf(files: readonly string[]): Promise<string> {
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    });
    if (text !== null) return text;
  }
  throw new Error(`none of these files is there: ${files.join(', ')}`);
}

/** The operator's text if there is one, else the template; in English if there is neither in the language. */
async function textsOf({ env }: LegalDeps, language: Language, page: LegalPage): Promise<Words> {
  const own = path.join(env.DATA_DIR, 'legal');
  const inLanguage = (each: string) =>
    [own, templates].map((folder) => path.join(folder, each, `${page}.md`));
  const text = await firstOf([...inLanguage(language), ...inLanguage('en')]);
  const body = await marked.parse(text);
  return {
    title: escaped(/^# (.+)$/m.exec(text)?.[1] ?? page),
    body: body.replaceAll(blank, '<mark>$1</mark>'),
    unfinished: text.search(blank) >= 0,
  };
}

/** The pages that still contain blanks, as `language/page`. */
export async function unfinishedPages(deps: LegalDeps): Promise<string[]> {
  const all = languages.flatMap((language) => names.map((page) => ({ language, page })));
  const found = await Promise.all(all.map(({ language, page }) => textsOf(deps, language, page)));
  return all.flatMap(({ language, page }, i) => (found[i]?.unfinished ? [`${language}/${page}`] : []));
}

/** The legal pages (GET and HEAD), re-read for each request so that changes need no restart. */
export function legalPages(deps: LegalDeps, documents: SharedDocuments): Router {
  const router = Router({ strict: true });
  for (const language of languages) {
    for (const page of names) {
      router.get(href(language, page), async (_req, res) => {
        const { title, body } = await textsOf(deps, language, page);
        const years = copyrightYears(new Date().getFullYear());
        const values = { title, body, years };
        const document = (await documents(language, page)).replaceAll(builtOrigin, deps.publicUrl);
        res
          .set('Cache-Control', 'no-cache')
          .type('html')
          .send(document.replaceAll(anySlot, (slot) => values[slotNames.get(slot) ?? 'title']));
      });
    }
  }
  return router;
}

type Slot = keyof typeof legalSlots;
const slotNames = new Map(Object.entries(legalSlots).map(([name, slot]) => [slot, name as Slot]));
const anySlot = new RegExp([...slotNames.keys()].join('|'), 'g');
