// Builds the client: the app, the landing page as a complete document, the templates for the pages of shared videos and
// albums and of the operator's texts, and the pages at secret addresses, each in every language. Every compressible file
// gets its compressed versions next to it.
// Usage: node scripts/build-client.ts [OUTPUT FOLDER]
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { languages, type Language } from '#shared/languages.ts';
import { type LegalPage, legalPages } from '#shared/legal-page.ts';
import { type PlainDocument, plainDocuments } from '#shared/secret-page.ts';
import { sharedKinds, type SharedKind } from '#shared/shared-page.ts';
import { appDocument } from './build/app-document.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { compressFolder } from './build/compress.ts';
import { importsApart } from './build/imports-apart.ts';
import { inlineStyles, inlineStylesOf, readManifest } from './build/inline-styles.ts';
import { robots, sitemap } from './build/site-files.ts';
import { withoutStyles } from './build/without-styles.ts';

/** The exports of client/src/documents/landing/render.tsx, once it is built. */
interface Renderer {
  renderDocument(template: string, language: Language): Promise<string>;
  renderManifest(language: Language): string;
  renderOffline(language: Language): string;
  renderSlowStart(language: Language): string;
}

/** The exports of client/src/documents/shared-film/render.tsx, once it is built. */
interface SharedRenderer {
  renderShared(template: string, language: Language, kind: SharedKind): string;
  renderLegal(template: string, language: Language, page: LegalPage): string;
}

/** The exports of client/src/documents/secret-page/render.tsx, once it is built. */
interface SecretRenderer {
  renderSecretPage(template: string, language: Language, page: PlainDocument): string;
}

const root = resolve(import.meta.dirname, '..');
const output = resolve(process.argv[2] ?? join(root, 'dist/client'));
const common: InlineConfig = { configFile: join(root, 'vite.config.ts'), logLevel: 'warn' };

/** Builds a module that renders documents, along with its styles if nothing else builds them. Returns its folder. */
async function buildRenderer(source: string, outDir: string, { styles = false } = {}): Promise<string> {
  await build({
    ...common,
    publicDir: false,
    ssr: { noExternal: true },
    build: { outDir, manifest: false, ssr: source, ssrEmitAssets: styles },
  });
  return outDir;
}

/** Builds the service worker: a single classic script at a fixed address. Returns its file. */
async function buildWorker(outDir: string): Promise<string> {
  const input = join(root, 'client/src/documents/pwa/service-worker.ts');
  const rolldownOptions = { input, output: { entryFileNames: 'sw.js' } };
  await build({
    configFile: false,
    root: join(root, 'client'),
    logLevel: 'warn',
    publicDir: false,
    build: { outDir, rolldownOptions, modulePreload: false },
  });
  return join(outDir, 'sw.js');
}

/** Complete documents, which digital frames and old phones show as well: their scripts are ES2017 (decision 120). */
const plainPages = ['shared.html', ...plainDocuments.map((page) => `${page}.html`)];
const modernPages = ['index.html', 'landing.html'];

/** Builds the pages. A file is named after its chunk, without the list of the pages that share it. */
async function buildPages(outDir: string): Promise<void> {
  const groups = await chunkGroups(join(root, 'client'), common);
  const short = (name = '') => parse(name).name.replace(/~.*/, '');
  const output: Rolldown.OutputOptions = {
    chunkFileNames: ({ name }) => `assets/${short(name)}-[hash].js`,
    assetFileNames: ({ names }) => `assets/${short(names[0])}-[hash][extname]`,
    codeSplitting: { groups },
  };
  const buildOf = (plugins: Plugin[], more: InlineConfig['build']) =>
    build({ ...common, plugins, build: { ...more, rolldownOptions: { output } } });
  await buildOf([only(modernPages), withoutStyles(['landing', 'hydrate'])], { outDir });
  const modern = await readManifest(outDir);
  // On top of it: what both need and is the same has the same name.
  const cssTarget = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];
  const plainly = { target: 'es2017', cssTarget, modulePreload: false } as const;
  await buildOf([only(plainPages), importsApart()], {
    outDir,
    emptyOutDir: false,
    ...plainly,
    license: false,
  });
  const plain = await readManifest(outDir);
  await writeFile(join(outDir, '.vite/manifest.json'), JSON.stringify({ ...modern, ...plain }));
}

/** Builds only these of the configuration's pages. */
const only = (pages: readonly string[]): Plugin => ({
  name: 'only-these-pages',
  config({ build }) {
    if (build?.rolldownOptions) build.rolldownOptions.input = pages.map((page) => join(root, 'client', page));
  },
});

const load = (folder: string): Promise<unknown> => import(pathToFileURL(join(folder, 'render.js')).href);

// React reads it on import, and would otherwise render in development mode.
process.env['NODE_ENV'] = 'production';

const [landing, shared, secret, worker] = await Promise.all([
  buildRenderer('src/documents/landing/render.tsx', `${output}.landing`),
  buildRenderer('src/documents/shared-film/render.tsx', `${output}.shared`, { styles: true }),
  buildRenderer('src/documents/secret-page/render.tsx', `${output}.secret`, { styles: true }),
  buildWorker(`${output}.worker`),
  buildPages(output),
]);

const { renderDocument, renderManifest, renderOffline, renderSlowStart } = (await load(landing)) as Renderer;
const template = await inlineStyles(await readFile(join(output, 'landing.html'), 'utf8'), output);
for (const language of languages) {
  await writeFile(join(output, `${language}.html`), await renderDocument(template, language));
  await writeFile(join(output, `manifest-${language}.webmanifest`), renderManifest(language));
  await writeFile(join(output, `offline-${language}.html`), renderOffline(language));
}

const manifest = await readManifest(output);
const app = await readFile(join(output, 'index.html'), 'utf8');
await mkdir(join(output, '.app'));
for (const language of languages) {
  const document = appDocument(app, manifest, language, renderSlowStart(language));
  await writeFile(join(output, '.app', `${language}.html`), document);
}

const { renderShared, renderLegal } = (await load(shared)) as SharedRenderer;
const sharedTemplate = await inlineStylesOf(await readFile(join(output, 'shared.html'), 'utf8'), shared);
await mkdir(join(output, '.shared'));
for (const language of languages) {
  for (const kind of sharedKinds) {
    const file = join(output, '.shared', `${language}-${kind}.html`);
    await writeFile(file, renderShared(sharedTemplate, language, kind));
  }
  for (const page of legalPages) {
    const file = join(output, '.shared', `${language}-${page}.html`);
    await writeFile(file, renderLegal(sharedTemplate, language, page));
  }
}

const { renderSecretPage } = (await load(secret)) as SecretRenderer;
await mkdir(join(output, '.secret'));
for (const page of plainDocuments) {
  const template = await inlineStylesOf(await readFile(join(output, `${page}.html`), 'utf8'), secret);
  for (const language of languages) {
    const file = join(output, '.secret', `${language}-${page}.html`);
    await writeFile(file, renderSecretPage(template, language, page));
  }
  await rm(join(output, `${page}.html`));
}

await rename(worker, join(output, 'sw.js'));
await rm(`${output}.worker`, { recursive: true });
await writeFile(join(output, 'sitemap.xml'), sitemap());
await writeFile(join(output, 'robots.txt'), robots());
for (const template of ['landing.html', 'shared.html']) await rm(join(output, template));
for (const renderer of [landing, shared, secret]) await rm(renderer, { recursive: true });
await compressFolder(output);
