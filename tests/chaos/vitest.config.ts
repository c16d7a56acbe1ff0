import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** For the fault-injection runs, selected by `scripts/chaos.ts`: each has a process of its own, and no time limit. */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/quiet-and-local.ts'],
    testTimeout: 0,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    retry: 0,
    // The processes that runs start compile the same files.
    env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../node_modules/.cache/node') },
    passWithNoTests: false,
  },
});
