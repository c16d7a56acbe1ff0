import path from 'node:path';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import type { Plugin } from 'postcss';
import simpleVars from 'postcss-simple-vars';
import { defineConfig } from 'vite';

// The package declares no types of its own.
const mantinePreset = mantine as unknown as () => Plugin;

const root = import.meta.dirname;

// The same widths as Mantine's theme: custom properties don't work inside media queries.
const breakpoints = {
  'mantine-breakpoint-xs': '36em',
  'mantine-breakpoint-sm': '48em',
  'mantine-breakpoint-md': '62em',
  'mantine-breakpoint-lg': '75em',
  'mantine-breakpoint-xl': '88em',
};

/** The landing page has its styles in its document: its scripts must not fetch them again. */
function withoutInlinedStyles(_file: string, files: string[], { hostId }: { hostId: string }): string[] {
  return /landing|hydrate/.test(hostId) ? files.filter((file) => !file.endsWith('.css')) : files;
}

export default defineConfig({
  root: path.join(root, 'client'),
  envPrefix: [],
  plugins: [react()],
  css: { postcss: { plugins: [mantinePreset(), simpleVars({ variables: breakpoints })] } },
  server: { fs: { allow: [root] } },
  build: {
    outDir: path.join(root, 'dist/client'),
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows neither data: URLs nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: withoutInlinedStyles },
    rolldownOptions: {
      input: ['index.html', 'landing.html', 'shared.html'].map((page) => path.join(root, 'client', page)),
    },
  },
});
