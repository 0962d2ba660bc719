// Runs API tests with every read request on a streaming replica that is 1.5 s behind: all tests, or those of the given paths.
// Then stops a replica under load ten times. Needs an installed PostgreSQL with pg_basebackup.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const { programs, startWithCopy } = await import('../server/test/replica-server.ts');
if (!programs) {
  console.error('There is no PostgreSQL below /usr/lib/postgresql.');
  process.exit(1);
}
const clusters = await startWithCopy(1500);
const paths = process.argv.slice(2);
const status = runTests(
  [...(paths.length > 0 ? paths : ['api.test.ts']), '--testTimeout=600000', '--hookTimeout=600000'],
  {
    TEST_DATABASE_URL: clusters.original.url,
    TEST_READ_URL: clusters.copy.url,
  },
);
await clusters.close();
const underLoad = paths.length > 0 ? 0 : runTests(['server/test/replica.test.ts'], { COPY_STOPS: '10' });
process.exit(status || underLoad);

function runTests(args, env) {
  const vitest = path.join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
  const run = spawnSync(process.execPath, [vitest, 'run', '--project=server', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return run.status ?? 1;
}
