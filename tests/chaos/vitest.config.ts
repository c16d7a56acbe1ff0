import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { minutes } from './hang-limits.ts';

/** For the fault-injection runs, selected by `scripts/chaos.ts`: each in a process of its own. */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    // The second one sets the time limit of tests.
    setupFiles: ['tests/support/quiet-and-local.ts', 'tests/chaos/hang-limit-setup.ts'],
    hookTimeout: minutes(20),
    expect: { poll: { timeout: minutes(10) } },
    pool: 'forks',
    isolate: true,
    retry: 0,
    // The processes that runs start compile the same files.
    env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../node_modules/.cache/node') },
    passWithNoTests: false,
  },
});
