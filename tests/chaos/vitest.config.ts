import { defineConfig } from 'vitest/config';

/** For the fault runs, one of which `scripts/chaos.ts` names: each has its process to itself, and takes what it takes. */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/quiet-and-local.ts'],
    testTimeout: 0,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    retry: 0,
    passWithNoTests: false,
  },
});
