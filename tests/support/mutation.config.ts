import { defineConfig } from 'vitest/config';

/** For `npm run mutate`, which says by its environment which tests should notice a change. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]') as string[],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/quiet-and-local.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
