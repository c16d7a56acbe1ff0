import { readFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { type CSSOptions, defineConfig, type Plugin } from 'vite';
import { type Breakpoint, breakpoints } from './client/src/ui/styles/breakpoints.ts';
import { plainDocuments } from './shared/secret-page.ts';

const root = import.meta.dirname;

type Mixin = (rule: unknown, name: string) => Record<string, object>;

/** The width by its name in the one list; throws where it isn't in it. */
function widthOf(name: string, unit = 'em'): string {
  if (!Object.hasOwn(breakpoints, name)) throw new Error(`There is no breakpoint ${name}`);
  return breakpoints[name as Breakpoint].replace('em', unit);
}

const content = { '@mixin-content': {} };

/** Custom properties don't work inside media queries: stylesheets name a width, as `@mixin larger-than md`. */
const mixins: Record<string, Mixin> = {
  'larger-than': (_rule, name) => ({ [`@media (min-width: ${widthOf(name)})`]: content }),
  'smaller-than': (_rule, name) => ({ [`@media (width < ${widthOf(name)})`]: content }),
  'larger-container-than': (_rule, name) => ({
    [`@container (min-width: ${widthOf(name, 'rem')})`]: content,
  }),
  'smaller-container-than': (_rule, name) => ({ [`@container (width < ${widthOf(name, 'rem')})`]: content }),
};

// The package declares no types of its own.
type PostcssPlugin = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number];
const mantinePreset = mantine as unknown as (options: { mixins: typeof mixins }) => PostcssPlugin;

/** What the head of each document begins with, written once: those that show light and dark take it for `<!--shell-->`. */
const shell: Plugin = {
  name: 'document-shell',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html) =>
      html.replace('<!--shell-->', (await readFile(path.join(root, 'client/shell.html'), 'utf8')).trimEnd()),
  },
};

export default defineConfig({
  root: path.join(root, 'client'),
  envPrefix: [],
  // zod tries out eval for faster parsers, and each attempt violates our content security policy.
  define: { 'globalThis.__zod_globalConfig': { jitless: true } },
  plugins: [shell, react()],
  css: { postcss: { plugins: [mantinePreset({ mixins })] } },
  server: { fs: { allow: [root] } },
  build: {
    outDir: path.join(root, 'dist/client'),
    emptyOutDir: true,
    manifest: true,
    // Whose code the pages are made of, for the notices of an image.
    license: { fileName: '.vite/license.json' },
    // The content security policy allows neither data: URLs nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index', 'landing', 'shared', ...plainDocuments].map((page) =>
        path.join(root, 'client', `${page}.html`),
      ),
    },
  },
});
