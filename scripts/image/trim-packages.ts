// Removes packages and files that a container does not need from node_modules, after `npm ci --omit=dev`.
// Usage: node scripts/image/trim-packages.ts
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  optionalDependencies: Record<string, string>;
}
interface Lock {
  packages: Record<string, { devOptional?: boolean }>;
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/**
 * The folders of packages in a production install that an image does not need: those for bare machines (PostgreSQL,
 * Node, ffmpeg: an image has its own), and our development tools that are optional dependencies of other packages.
 */
export function removableFolders({ optionalDependencies }: Manifest, { packages }: Lock): string[] {
  const forBareMachines = Object.keys(optionalDependencies).map((name) => `node_modules/${name}`);
  const tools = Object.entries(packages).flatMap(([path, { devOptional }]) => (devOptional ? [path] : []));
  return [...forBareMachines, ...tools];
}

/** Whether a package's file is only for development, or for a database that Memori does not use. */
export function isUnneeded(path: string): boolean {
  if (/\.(?:d\.[cm]?ts|map|tsbuildinfo)$/.test(path)) return true;
  return /@prisma\/client\/runtime\/.*\.(?:cockroachdb|mysql|sqlite|sqlserver)\./.test(path);
}

if (import.meta.main) {
  const folders = removableFolders(read('package.json') as Manifest, read('package-lock.json') as Lock);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  for (const file of readdirSync('node_modules', { recursive: true, encoding: 'utf8' }))
    if (isUnneeded(file)) rmSync(join('node_modules', file));
}
