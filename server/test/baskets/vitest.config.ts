import { defineConfig } from 'vitest/config';

// Baskets that others once ordered; not among the quick tests, for its data are not ours to keep.
export default defineConfig({
  test: {
    name: 'baskets',
    include: ['server/test/baskets/real-baskets.ts'],
    globalSetup: ['server/test/database.setup.ts'],
    pool: 'forks',
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    // What follows a failure would only fail of it.
    bail: 1,
  },
});
