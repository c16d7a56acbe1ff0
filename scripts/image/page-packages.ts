// Prints, as JSON, the packages whose code or fonts the built pages contain, each with its licence: those recorded by
// Vite, and those included in other ways than an import. Run it after the client is built.
// Usage: node scripts/image/page-packages.ts
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A package contained in the pages, with its licence text if it has one. */
export interface PagePackage {
  name: string;
  version: string;
  identifier: string | null;
  text: string | null;
}

const root = resolve(import.meta.dirname, '../..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Fonts are included by stylesheets, and the HEIC decoder by a worker, which Vite bundles separately. */
const isCarried = (name: string) => name.startsWith('@fontsource') || name === 'libheif-js';

function told(name: string): PagePackage {
  const folder = join('node_modules', name);
  const { version, license } = readJson(join(folder, 'package.json')) as { version: string; license: string };
  const file = readdirSync(join(root, folder)).find((each) => /^(licen[cs]e|copying)/i.test(each));
  const text = file ? readFileSync(join(root, folder, file), 'utf8').trim() : null;
  return { name, version, identifier: license, text };
}

if (import.meta.main) {
  const { devDependencies } = readJson('package.json') as { devDependencies: Record<string, string> };
  const imported = readJson('dist/client/.vite/license.json') as PagePackage[];
  const others = Object.keys(devDependencies).filter(isCarried).map(told);
  process.stdout.write(JSON.stringify([...imported, ...others]));
}
