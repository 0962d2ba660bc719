import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chooseAccount, runAs } from '@aisle/embedded-postgres/account';
import { majorOfProgram } from '@aisle/embedded-postgres/major';
import { startPostgres } from '@aisle/embedded-postgres/postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../core/db/setup/migrate.ts';
import { upgradeData } from './upgrade-data.ts';

// A data folder of an older PostgreSQL. Debian's version 15 writes a real one if it is installed.

const oldFolder = '/usr/lib/postgresql/15/bin';
const old = {
  postgres: path.join(oldFolder, 'postgres'),
  initdb: path.join(oldFolder, 'initdb'),
  pgCtl: path.join(oldFolder, 'pg_ctl'),
};
const hasOld = existsSync(old.postgres) && process.platform === 'linux';
/** Test data needn't survive a power failure. */
const tune = { fsync: 'off', full_page_writes: 'off' };

/** Uses a folder in memory if available, so that tests don't wait for a disk. */
const shelf = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

let oldCluster: string;
let dataDir: string;
let clusterDir: string;
beforeAll(async () => {
  oldCluster = mkdtempSync(path.join(shelf, 'aisle-test-old-'));
  chmodSync(oldCluster, 0o711);
  if (hasOld) await createOldCluster(oldCluster);
}, 120_000);
afterAll(() => rmSync(oldCluster, { recursive: true, force: true }));
beforeEach(() => {
  dataDir = mkdtempSync(path.join(shelf, 'aisle-test-major-'));
  chmodSync(dataDir, 0o711);
  clusterDir = path.join(dataDir, 'postgres');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no problem',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );

/** Creates a folder that looks like one of that version. */
function fakeCluster(major: number): void {
  mkdirSync(clusterDir, { mode: 0o700 });
  writeFileSync(path.join(clusterDir, 'PG_VERSION'), `${major}\n`);
}

test('leaves the folder of an older PostgreSQL unchanged and names the command', async () => {
  fakeCluster(16);

  expect(await problemOf(startPostgres({ dataDir }))).toMatch(
    /^StartupProblem: The database in \S+ was written by PostgreSQL 16, .* comes with PostgreSQL \d+\. Run npm run upgrade-data once/,
  );
  expect(readdirSync(clusterDir)).toEqual(['PG_VERSION']);
});

test('leaves the folder of a newer PostgreSQL unchanged', async () => {
  fakeCluster(99);

  expect(await problemOf(startPostgres({ dataDir }))).toMatch(
    /PostgreSQL 99, which is newer .* Start the version that wrote it/,
  );
  expect(await problemOf(upgradeData(dataDir))).toMatch(/newer than \d+/);
});

test('names the package to install if the old programs are missing, and changes nothing', async () => {
  fakeCluster(9);

  expect(await problemOf(upgradeData(dataDir, '/nowhere'))).toMatch(
    /Install postgresql-9, or name their folder/,
  );
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});

const withClient = async <Result>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client(config);
  await client.connect();
  return work(client).finally(() => client.end());
};

/** Creates an Aisle database in PostgreSQL 15, with one brand. */
async function createOldCluster(folder: string): Promise<void> {
  const made = path.join(folder, 'postgres');
  const account = chooseAccount(made, [made, old.postgres]);
  mkdirSync(made, { mode: 0o700 });
  if (account.uid !== undefined) chownSync(made, account.uid, account.gid ?? account.uid);
  runAs(account, old.initdb, [
    `--pgdata=${made}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--auth=trust',
    '--no-sync',
  ]);
  const server = await startPostgres({ dataDir: folder, programs: old, tune });
  const pool = new pg.Pool({ ...server.connection, max: 2 });
  await migrate(pool);
  await pool.query("INSERT INTO brands (id, name) VALUES (gen_random_uuid(), 'Sunny Acres')");
  await pool.end();
  await server.stop();
}

const copyOldCluster = () => execFileSync('cp', ['-a', path.join(oldCluster, 'postgres'), clusterDir]);

test.skipIf(!hasOld)(
  'moves a folder of PostgreSQL 15 to this version and keeps the old one',
  { timeout: 120_000 },
  async () => {
    copyOldCluster();
    mkdirSync(path.join(dataDir, 'files'));
    writeFileSync(path.join(dataDir, 'files', 'pear.webp'), 'a pear');
    expect(majorOfProgram(old.postgres)).toBe(15);
    expect(await problemOf(startPostgres({ dataDir }))).toContain('npm run upgrade-data');

    const { from, to, keptIn, manifest } = await upgradeData(dataDir, oldFolder);

    expect([from, to > 15, keptIn]).toEqual([15, true, `${clusterDir}.15`]);
    expect(manifest.postgres).toMatch(/^15/);
    expect(readFileSync(path.join(dataDir, 'files', 'pear.webp'), 'utf8')).toBe('a pear');
    const server = await startPostgres({ dataDir, tune });
    try {
      const pool = new pg.Pool({ ...server.connection, max: 1 });
      expect(await migrate(pool)).toEqual([]);
      expect((await pool.query('SELECT name FROM brands')).rows).toEqual([{ name: 'Sunny Acres' }]);
      await pool.end();
    } finally {
      await server.stop();
    }
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.zip'))).toEqual([]);
    expect(await problemOf(upgradeData(dataDir))).toContain('There is nothing to do');
  },
);

test.skipIf(!hasOld)(
  'refuses to start on a pg_restore without roles, and starts on one with them',
  { timeout: 120_000 },
  async () => {
    copyOldCluster();
    const first = await startPostgres({ dataDir, programs: old, tune });
    const dump = path.join(dataDir, 'aisle.dump');
    const restoring = ['-h', first.connection.host, '-U', 'postgres'];
    execFileSync(path.join(oldFolder, 'pg_dump'), [...restoring, '-Fc', '-f', dump, 'aisle']);
    await withClient(first.connection, async (client) => {
      // As on a server without Aisle's roles.
      await client.query('DROP OWNED BY aisle_all, aisle_located; DROP ROLE aisle_all, aisle_located');
      await client.query('CREATE DATABASE without_roles');
    });
    const restore = (database: string) => {
      try {
        execFileSync(path.join(oldFolder, 'pg_restore'), [...restoring, '-d', database, dump], {
          stdio: 'ignore',
        });
      } catch {
        // It continues after errors, and counts them.
      }
    };
    const start = async (database: string) => {
      const pool = new pg.Pool({ ...first.connection, database, max: 1 });
      return problemOf(migrate(pool)).finally(() => pool.end());
    };
    try {
      restore('without_roles');
      expect(await start('without_roles')).toMatch(
        /^StartupProblem: .*the roles aisle_all and aisle_located don't exist/,
      );
      await withClient(first.connection, async (client) => {
        await client.query('CREATE ROLE aisle_all; CREATE ROLE aisle_located');
        await client.query('CREATE DATABASE with_roles');
      });
      // Creating the roles afterwards doesn't help: the policies are gone.
      expect(await start('without_roles')).toMatch(
        /^StartupProblem: Access rules of this database are missing/,
      );
      restore('with_roles');
      expect(await start('with_roles')).toBe('no problem');
    } finally {
      await first.stop();
    }
  },
);
