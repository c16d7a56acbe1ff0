import { defineConfig } from 'vitest/config';

const include = JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[];

/** For `npm run mutate`, which says by its environment which tests should notice a change. */
export default defineConfig({
  test: {
    include,
    // What is in `shared` needs no database.
    globalSetup: include.some((tests) => tests.startsWith('server/'))
      ? ['tests/support/global-setup.ts']
      : [],
    setupFiles: ['tests/support/quiet-and-local.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
