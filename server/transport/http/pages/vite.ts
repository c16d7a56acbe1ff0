import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import type { ViteDevServer } from 'vite';

const root = path.resolve(import.meta.dirname, '../../../..');

/** Starts Vite's development server for the client's sources, with hot reload over the same `server`. */
export async function startVite(server: Server): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  return createServer({
    configFile: path.join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
  });
}

/** One of the client's documents, transformed by Vite for the page at `url`. */
export async function liveTemplate(vite: ViteDevServer, file: string, url: string): Promise<string> {
  return vite.transformIndexHtml(url, await readFile(path.join(root, 'client', file), 'utf8'));
}
