import { defineConfig } from 'vitest/config';

const include = JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[];

/** For `npm run mutate`, which selects the tests that should detect a mutant through its environment. */
export default defineConfig({
  test: {
    include,
    // Code in `shared` needs no database.
    globalSetup: include.some((tests) => tests.startsWith('server/'))
      ? ['tests/support/global-setup.ts']
      : [],
    setupFiles: ['tests/support/quiet-and-local.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
