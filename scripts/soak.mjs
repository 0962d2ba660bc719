import { inRoot, pinnedNode, withPinnedNode } from './lib/project.mjs';
import { run } from './lib/run.mjs';

// 10,000 orders of all kinds at once, and connections that break everywhere: `npm run test:soak`. SOAK_ORDERS,
// SOAK_SEED and SOAK_WORKERS say how many, which, and how many at once; a failed run names its seed.
const env = { ...withPinnedNode(), SOAK_ORDERS: process.env.SOAK_ORDERS ?? '10000' };
const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
const files = ['server/test/soak.test.ts', 'server/test/half-done.test.ts'];
const { code } = await run(pinnedNode(), [vitest, 'run', ...files], { env, show: true });
process.exitCode = code;
