import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{server,shared,client/src,scripts,studio}/**/*.test.{ts,tsx}',
      'tests/regression/**/*.test.ts',
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/quiet-and-local.ts'],
    // Generous, for a busy machine with two cores: a test waits for events, so a passing one never takes this long.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: 0,
    // A test run without a test is a mistake, not a success.
    passWithNoTests: false,
    allowOnly: false,
  },
});
