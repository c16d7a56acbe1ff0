import { join } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { plainDocuments } from '#shared/secret-page.ts';

type Group = NonNullable<Rolldown.CodeSplittingOptions['groups']>[number];

/** Below this size, in bytes of source, modules that the same pages share are loaded with those of similar pages. */
const smallest = 12_000;

/**
 * What modules that several pages share are bundled into. Left alone, the bundler makes a chunk for each combination of
 * pages that share something: some ninety files for one page, most of them smaller than the headers they come with, and
 * a browser without HTTP/2 requests six at a time. A first build, which writes nothing, tells what each page needs; then
 * whatever one of these pages needs is one chunk, from the smallest page to the largest:
 *
 * - `small`: a frame, the family box, the page of a sent photo, where a television takes its code;
 * - `start`: the landing page and shared videos, before any interaction;
 * - `kit`: the landing page after the first interaction;
 * - `preview`: a photo that moves;
 * - `consent`: the question about the pixel, where an operator has one;
 * - `app`: every page of the app;
 * - `pages`: what some pages of the app share.
 */
export async function chunkGroups(client: string, config: InlineConfig): Promise<Group[]> {
  const needed = await moduleSets(client, config);
  const group = (name: string, ...entries: string[]): Group => {
    const modules = needed(...entries);
    return { name, minShareCount: 2, test: (id) => modules.has(id) };
  };
  return [
    group('small', ...plainDocuments.map((page) => `${page}.html`)),
    group('start', 'landing.html', 'shared.html'),
    group('kit', 'src/documents/landing/hydrate.tsx'),
    group('preview', 'src/features/try-it/trial-photo.tsx', 'src/entities/photo/read-photo.ts'),
    group('consent', 'src/features/consent/pixel-consent.tsx'),
    group('app', 'index.html'),
    { name: 'pages', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: smallest },
  ];
}

/** Returns a function that lists the modules that entries, by their files below `client`, load at once. */
async function moduleSets(client: string, config: InlineConfig) {
  // An output lists the scripts that a chunk consists of, and not their stylesheets.
  const stylesheets = new Map<string, readonly string[]>();
  const collectStylesheets: Plugin = {
    name: 'collect-stylesheets',
    buildEnd() {
      for (const id of this.getModuleIds())
        stylesheets.set(
          id,
          this.getModuleInfo(id)?.importedIds.filter((each) => each.endsWith('.css')) ?? [],
        );
    },
  };
  const built = await build({
    ...config,
    plugins: [collectStylesheets],
    build: { write: false, minify: false, cssMinify: false },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const chunks = new Map(
    output.filter((each) => each.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  return (...entries: string[]): Set<string> => {
    const modules = new Set<string>();
    const visited = new Set<string>();
    function visit(fileName: string): void {
      const chunk = chunks.get(fileName);
      if (!chunk || visited.has(fileName)) return;
      visited.add(fileName);
      for (const id of chunk.moduleIds)
        for (const each of [id, ...(stylesheets.get(id) ?? [])]) modules.add(each);
      for (const each of chunk.imports) visit(each);
    }
    for (const entry of entries) {
      const file = join(client, entry);
      const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === file);
      if (!chunk) throw new Error(`Nothing is built from ${file}`);
      visit(chunk.fileName);
    }
    return modules;
  };
}
