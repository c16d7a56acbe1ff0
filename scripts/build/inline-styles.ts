import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A chunk in Vite's manifest. */
export interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

export type Manifest = Record<string, Chunk>;

export async function readManifest(output: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(output, '.vite/manifest.json'), 'utf8')) as Manifest;
}

/** A chunk and everything it imports, dependencies first; `lazy` includes its dynamic imports. */
export function chunksFrom(manifest: Manifest, entry: string, { lazy }: { lazy: boolean }): Chunk[] {
  const found = new Set<Chunk>();
  const visiting = new Set<string>();
  function visit(key: string): void {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest lacks ${key}`);
    if (visiting.has(key)) return;
    visiting.add(key);
    for (const each of chunk.imports ?? []) visit(each);
    if (lazy) for (const each of chunk.dynamicImports ?? []) visit(each);
    found.add(chunk);
  }
  visit(entry);
  return [...found];
}

/**
 * The landing page's document with all its styles inlined, so that its first paint waits for nothing else. `output` is
 * the folder of the built client; the build makes URLs in the styles absolute.
 */
export async function inlineStyles(document: string, output: string): Promise<string> {
  const chunks = chunksFrom(await readManifest(output), 'landing.html', { lazy: true });
  const files = [...new Set(chunks.flatMap(({ css = [] }) => css))];
  const styles = await Promise.all(files.map((file) => readFile(join(output, file), 'utf8')));
  const linked = /\s*<link rel="stylesheet"[^>]*>/g;
  return withStyles(document.replaceAll(linked, ''), styles);
}

/** A document with the inlined styles of the renderer, built into `folder`, that will fill it. */
export async function inlineStylesOf(document: string, folder: string): Promise<string> {
  const assets = join(folder, 'assets');
  const files = (await readdir(assets)).filter((file) => file.endsWith('.css'));
  return withStyles(document, await Promise.all(files.map((file) => readFile(join(assets, file), 'utf8'))));
}

function withStyles(document: string, styles: readonly string[]): string {
  return document.replace('</head>', () => `  <style>${styles.join('')}</style>\n  </head>`);
}
