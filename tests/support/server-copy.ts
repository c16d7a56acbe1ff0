import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Copies what the server is built from, without its tests and music, to a folder that is removed after the current
 * test. Returns a function from a file of the project to its copy.
 */
export async function copyServer(): Promise<(file: string) => string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'memori-copy-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  const filter = (source: string) => !source.endsWith('/server/music') && !source.endsWith('.test.ts');
  for (const part of ['server', 'shared', 'prisma', 'package.json', 'tsconfig.json'])
    await cp(path.join(root, part), path.join(copy, part), { recursive: true, filter });
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return (file) => path.join(copy, file);
}

/** The numbered files of a section of CONTRIBUTING.md. */
export async function filesOfGuide(section: string): Promise<string[]> {
  const guide = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const text = guide.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...text.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
}
