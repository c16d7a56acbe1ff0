// Builds the client: the app, and the landing page as a finished document in each language. Everything that can be
// compressed lies beside its compressed forms. Usage: node scripts/build-client.ts [OUTPUT FOLDER]
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig } from 'vite';
import { languages, type Language } from '../shared/languages.ts';
import { compressFolder } from './build/compress.ts';
import { inlineStyles } from './build/inline-styles.ts';
import { robots, sitemap } from './build/site-files.ts';

/** What client/src/landing/render.tsx offers, once it is built. */
interface Renderer {
  renderDocument(template: string, language: Language): Promise<string>;
  renderManifest(language: Language): string;
}

const root = resolve(import.meta.dirname, '..');
const output = resolve(process.argv[2] ?? join(root, 'dist/client'));
const renderer = `${output}.render`;
const common: InlineConfig = { configFile: join(root, 'vite.config.ts'), logLevel: 'warn' };

// React reads it when it is loaded, and would otherwise render with its checks for developers.
process.env['NODE_ENV'] = 'production';

await Promise.all([
  build({ ...common, build: { outDir: output } }),
  build({
    ...common,
    publicDir: false,
    ssr: { noExternal: true },
    build: { outDir: renderer, manifest: false, ssr: 'src/landing/render.tsx' },
  }),
]);

const { renderDocument, renderManifest } = (await import(
  pathToFileURL(join(renderer, 'render.js')).href
)) as Renderer;
const template = await inlineStyles(await readFile(join(output, 'landing.html'), 'utf8'), output);
for (const language of languages) {
  await writeFile(join(output, `${language}.html`), await renderDocument(template, language));
  await writeFile(join(output, `manifest-${language}.webmanifest`), renderManifest(language));
}
await writeFile(join(output, 'sitemap.xml'), sitemap());
await writeFile(join(output, 'robots.txt'), robots());
await rm(join(output, 'landing.html'));
await rm(renderer, { recursive: true });
await compressFolder(output);
