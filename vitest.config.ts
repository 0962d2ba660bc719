import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/test/longest-first.ts';

// Two cores are the measure: with a third worker they are busy while others wait for the database.
// Files share what they import: loading it anew for each cost as much as the tests.
const workers = { maxWorkers: 3, pool: 'forks' as const, isolate: false };

export default defineConfig({
  test: {
    ...workers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...workers,
          name: 'rules',
          include: [
            'contract/src/**/*.test.ts',
            'client/src/**/*.test.ts',
            'web/src/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
          ],
          setupFiles: ['tools/test/fixed-seed.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...workers,
          name: 'pieces',
          include: ['web/src/**/*.test.tsx'],
          environment: './web/test/one-document.ts',
          // What comes and goes at once renders once, not at each of its stages.
          environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
          setupFiles: ['tools/test/fixed-seed.ts', 'web/test/setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...workers,
          name: 'server',
          include: ['server/**/*.test.ts', 'tools/**/*.test.ts'],
          globalSetup: ['server/test/database.setup.ts'],
          setupFiles: ['tools/test/fixed-seed.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
