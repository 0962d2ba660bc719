import { inRoot, pinnedNode, withPinnedNode } from './lib/project.mjs';
import { run } from './lib/run.mjs';

// Kills server and database 100 times under load and checks that no acknowledged write is lost: `npm run test:kills`. KILLS
// sets the number.
const env = { ...withPinnedNode(), KILLS: process.env.KILLS ?? '100' };
const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
const { code } = await run(pinnedNode(), [vitest, 'run', 'server/test/crash.test.ts'], { env, show: true });
process.exitCode = code;
