import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runQuiet, SetupError } from './run.mjs';
import { scriptNode } from './node.mjs';

/** Something built from sources, and rebuilt only when they change. */
export interface Step {
  says: string;
  /** Files and folders that determine the result, relative to the root. Tests inside them don't count. */
  inputs: readonly string[];
  /** The output, relative to the root. */
  output: string;
  run(root: string): Promise<void>;
}

async function node(root: string, failure: string, ...args: string[]): Promise<void> {
  const { status, output } = await runQuiet(scriptNode(root), args, root);
  if (status !== 0) throw new SetupError(`${output.trim()}\n${failure}`);
}

const databaseClient: Step = {
  says: 'Generating the database client …',
  inputs: ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'],
  output: 'server/generated/prisma/client.ts',
  run: (root) =>
    node(
      root,
      'The database client could not be generated.',
      'node_modules/prisma/build/index.js',
      'generate',
    ),
};

const frameKernel: Step = {
  says: 'Compiling the frame kernel …',
  inputs: [
    'server/engine/animate/assembly',
    'scripts/build-kernel.ts',
    'node_modules/assemblyscript/package.json',
  ],
  output: 'server/generated/kernel.wasm',
  run: (root) => node(root, 'The frame kernel could not be compiled.', 'scripts/build-kernel.ts'),
};

/** Builds into a new folder and renames it, so that a build that fails or is killed leaves the old one intact. */
async function buildAside(root: string, name: string, script: string, failure: string): Promise<void> {
  const built = join(root, 'dist', name);
  const next = `${built}.next`;
  await node(root, failure, script, next);
  const old = `${built}.old`;
  rmSync(old, { recursive: true, force: true });
  try {
    renameSync(built, old);
  } catch {
    // There was none yet.
  }
  renameSync(next, built);
  rmSync(old, { recursive: true, force: true });
}

const client: Step = {
  says: 'Building the client …',
  inputs: [
    'client',
    'shared',
    'scripts/build',
    'scripts/build-client.ts',
    'vite.config.ts',
    'package-lock.json',
  ],
  output: 'dist/client/index.html',
  run: (root) => buildAside(root, 'client', 'scripts/build-client.ts', 'The client could not be built.'),
};

const sdk: Step = {
  says: 'Building memori/client …',
  inputs: ['client/sdk', 'shared', 'server', 'prisma', 'scripts/build-sdk.ts', 'package-lock.json'],
  output: 'dist/sdk/client.d.ts',
  run: (root) => buildAside(root, 'sdk', 'scripts/build-sdk.ts', 'memori/client could not be built.'),
};

/** The steps that the given command-line flags require, in build order. */
export function stepsFor(flags: readonly string[]): Step[] {
  const requested = [
    ...(flags.includes('--client') ? [client] : []),
    ...(flags.includes('--sdk') ? [sdk] : []),
  ];
  return [databaseClient, frameKernel, ...requested];
}
