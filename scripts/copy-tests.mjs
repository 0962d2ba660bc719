// Runs API tests with every reading request at a streaming copy that is 1.5 s behind: all of them, or those of the
// paths given. Needs a PostgreSQL with pg_basebackup on this machine.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const { programs, startWithCopy } = await import('../server/test/copy-server.ts');
if (!programs) {
  console.error('There is no PostgreSQL below /usr/lib/postgresql.');
  process.exit(1);
}
const clusters = await startWithCopy(1500);
const { status } = spawnSync(
  process.execPath,
  [
    path.join(import.meta.dirname, '../node_modules/vitest/vitest.mjs'),
    'run',
    '--project=server',
    '--testTimeout=60000',
    ...(process.argv.length > 2 ? process.argv.slice(2) : ['api.test.ts']),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_DATABASE_URL: clusters.original.url,
      TEST_READ_URL: clusters.copy.url,
    },
  },
);
await clusters.close();
process.exit(status ?? 1);
