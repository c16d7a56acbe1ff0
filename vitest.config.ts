import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/quiet-and-local.ts'],
    // Two more than there are cores: many tests wait for something that is no work of this machine's.
    maxWorkers: availableParallelism() + 2,
    // Generous, for a busy machine: a test waits for events, so a passing one never takes this long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    retry: 0,
    // A test run without a test is a mistake, not a success.
    passWithNoTests: false,
    allowOnly: false,
    // Files share processes, which load what they import once: no file may change what another one meets there.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'memori',
          include: ['{server,shared,client,scripts}/**/*.test.{ts,tsx}', 'tests/regression/**/*.test.ts'],
        },
      },
      // What reads SVG, which the server forbids in its whole process.
      { extends: true, test: { name: 'studio', include: ['studio/**/*.test.ts'] } },
    ],
  },
});
