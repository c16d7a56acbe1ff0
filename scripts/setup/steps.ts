import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runQuiet, SetupError } from './run.mjs';
import { scriptNode } from './node.mjs';

/** Something that is made from sources, and made again only when they change. */
export interface Step {
  says: string;
  /** Files and folders that decide the result, relative to the root. Tests inside them don't count. */
  inputs: readonly string[];
  /** What must exist afterwards, relative to the root. */
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
  async run(root) {
    const next = join(root, 'dist', 'client.next');
    await node(root, 'The client could not be built.', 'scripts/build-client.ts', next);
    // Built aside and renamed, so that a build that fails or is killed leaves the old client whole.
    const built = join(root, 'dist', 'client');
    const old = join(root, 'dist', 'client.old');
    rmSync(old, { recursive: true, force: true });
    try {
      renameSync(built, old);
    } catch {
      // There was no client yet.
    }
    renameSync(next, built);
    rmSync(old, { recursive: true, force: true });
  },
};

/** What the given command-line flags ask for, in the order in which it is made. */
export function stepsFor(flags: readonly string[]): Step[] {
  return flags.includes('--client') ? [databaseClient, frameKernel, client] : [databaseClient, frameKernel];
}
