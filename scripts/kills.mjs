import { inRoot, pinnedNode, withPinnedNode } from './lib/project.mjs';
import { run } from './lib/run.mjs';

// Server and database killed 100 times under load, without an acknowledged write lost: `npm run test:kills`. KILLS says
// how often.
const env = { ...withPinnedNode(), KILLS: process.env.KILLS ?? '100' };
const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
const { code } = await run(pinnedNode(), [vitest, 'run', 'server/test/crash.test.ts'], { env, show: true });
process.exitCode = code;
