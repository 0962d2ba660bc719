import { inRoot, pinnedNode, withPinnedNode } from './lib/project.mjs';
import { run } from './lib/run.mjs';

// Runs two servers with separate data folders behind PgBouncer in transaction mode for ten minutes: `npm run test:pooler`.
// POOLER_MINUTES sets the duration. Needs an installed pgbouncer.
const env = { ...withPinnedNode(), POOLER_MINUTES: process.env.POOLER_MINUTES ?? '10' };
const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
const files = ['server/test/pooler.test.ts', 'server/test/pooled-servers.test.ts'];
const { code } = await run(pinnedNode(), [vitest, 'run', ...files], { env, show: true });
process.exitCode = code;
