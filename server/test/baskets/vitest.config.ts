import { defineConfig } from 'vitest/config';

// Baskets from public data, which can't be stored in this repository, so they aren't part of the quick tests.
export default defineConfig({
  test: {
    name: 'baskets',
    include: ['server/test/baskets/real-baskets.ts'],
    globalSetup: ['server/test/database.setup.ts'],
    pool: 'forks',
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    // Later tests would only fail because of the first failure.
    bail: 1,
  },
});
