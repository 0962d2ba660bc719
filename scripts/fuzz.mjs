import { inRoot, pinnedNode, withPinnedNode } from './lib/project.mjs';
import { run } from './lib/run.mjs';

// Sends 250,000 random requests to the routes of the contract, and runs the attacks: `npm run test:fuzz`. FUZZ_REQUESTS and
// FUZZ_SEED set their number and seed; a failed run prints its seed.
const FUZZ_REQUESTS = process.env.FUZZ_REQUESTS ?? '250000';
const FUZZ_SEED = process.env.FUZZ_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
const files = ['server/test/random-requests.test.ts', 'server/test/attacks.test.ts'];
const env = { ...withPinnedNode(), FUZZ_REQUESTS, FUZZ_SEED };
const { code } = await run(pinnedNode(), [vitest, 'run', ...files], { env, show: true });
process.exitCode = code;
