import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { treeSeed } from './scripts/lib/tree-seed.ts';

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/quiet-and-local.ts', 'tests/support/fixed-draws.ts'],
    // Two more than there are cores: many tests wait for something that is no work of this machine's.
    maxWorkers: availableParallelism() + 2,
    // Generous, for a busy machine: a test waits for events, so a passing one never takes this long.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    retry: 0,
    env: {
      // The processes that tests start compile the same files.
      NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, 'node_modules/.cache/node'),
      MEMORI_TEST_SEED: String(treeSeed()),
    },
    // A test run without a test is a mistake, not a success.
    passWithNoTests: false,
    allowOnly: false,
    // Files share processes, which load what they import once: no file may change what another one meets there.
    isolate: false,
    // In the order of their names: the few long files of the studio do not run last, when nothing else is left.
    projects: [
      // What reads SVG, which the server forbids in its whole process.
      { extends: true, test: { name: '1 studio', include: ['studio/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: '2 memori',
          include: ['{server,shared,client,scripts}/**/*.test.{ts,tsx}', 'tests/regression/**/*.test.ts'],
        },
      },
    ],
  },
});
