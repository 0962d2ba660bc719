import { inRoot, pinnedNode, withPinnedNode } from './lib/project.mjs';
import { run } from './lib/run.mjs';

// Runs 10,000 orders of all kinds at once, and breaks connections everywhere: `npm run test:soak`. SOAK_ORDERS, SOAK_SEED and
// SOAK_WORKERS set the number, the seed and the concurrency; a failed run prints its seed.
const env = { ...withPinnedNode(), SOAK_ORDERS: process.env.SOAK_ORDERS ?? '10000' };
const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
const files = ['server/test/soak.test.ts', 'server/test/half-done.test.ts'];
const { code } = await run(pinnedNode(), [vitest, 'run', ...files], { env, show: true });
process.exitCode = code;
