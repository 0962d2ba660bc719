import { defineConfig } from 'vitest/config';
import { LongestFirst } from '../tools/test/longest-first.ts';

// One server and one browser for all tests; each test has its own users, locations and items.
export default defineConfig({
  test: {
    name: 'journeys',
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['e2e/server.setup.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
