import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '@aisle/embedded-postgres/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../src/core/db/db.ts';
import { migrate } from '../src/core/db/setup/migrate.ts';
import { attachDatabase } from '../src/core/postgres/attach.ts';
import { readSettings } from '../src/core/settings.ts';

// A PostgreSQL with TLS and a certificate of an authority that the test creates; skipped without openssl.

/** On Linux, every address in 127/8 is this machine, and no other program listens on this one. */
const address = `127.91.${(process.pid >> 8) & 255}.${process.pid & 255}`;
const isPossible = process.platform === 'linux' && spawnSync('openssl', ['version']).status === 0;
const tests = test.skipIf(!isPossible);

let folder: string;
let postgres: EmbeddedPostgres;
const file = (name: string) => path.join(folder, name);
const inCluster = (name: string) => path.join(folder, 'data', 'postgres', name);

beforeAll(async () => {
  if (!isPossible) return;
  folder = mkdtempSync(path.join(tmpdir(), 'aisle-tls-'));
  chmodSync(folder, 0o711);
  const tune = { fsync: 'off', listen_addresses: address };
  postgres = await startPostgres({ dataDir: file('data'), tune });
  writeFileSync(inCluster('pg_hba.conf'), 'local all all trust\nhostssl all all all scram-sha-256\n');
  for (const name of ['right', 'wrong']) makeAuthority(name);
  await present(`IP:${address}`);
  await run("CREATE ROLE shop LOGIN CREATEROLE PASSWORD 'Groceries-1'");
  await run('CREATE DATABASE shop OWNER shop');
}, 120_000);
afterAll(async () => {
  if (!isPossible) return;
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

tests('accepts the right authority, and encrypts every connection', { timeout: 60_000 }, async () => {
  const { config, reached } = await attach('verify-full', 'right');
  const pool = new pg.Pool({ ...config, max: 1 });
  await migrate(pool);
  await pool.end();
  const db = await openDatabase(config, 4, reached);

  const encrypted = await Promise.all(
    [db.owner, db.all, db.locationScope].map(async (one) => {
      const { rows } = await one.query(
        'SELECT current_user AS who, ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
      );
      return [rows[0].who.replace(/_[0-9a-f]{8}$/, ''), rows[0].ssl];
    }),
  );

  expect(encrypted).toEqual([
    ['shop', true],
    ['aisle_all', true],
    ['aisle_located', true],
  ]);
  await db.close();
});

tests('rejects another authority, even if only encryption is requested', async () => {
  for (const mode of ['require', 'verify-ca', 'verify-full']) {
    expect(await refusal(mode, 'wrong'), mode).toMatch(
      /^Cannot use the database in DATABASE_URL: .*(certificate|signature)/,
    );
  }
  expect(await refusal('no-verify', 'wrong')).toBeUndefined();
});

tests('rejects a certificate of another server, even from the right authority', async () => {
  await present('DNS:elsewhere.example');
  try {
    expect(await refusal('verify-full', 'right')).toMatch(/does not match certificate's altnames/);
  } finally {
    await present(`IP:${address}`);
  }
  expect(await refusal('verify-full', 'right')).toBeUndefined();
});

const attach = (mode: string, authority: string) =>
  attachDatabase(
    readSettings({
      DATA_DIR: file('aisle'),
      DATABASE_URL: `postgres://shop:Groceries-1@${address}:${postgres.connection.port}/shop?sslmode=${mode}`,
      DATABASE_CA: file(`${authority}.pem`),
    }),
  );

const refusal = (mode: string, authority: string): Promise<string | undefined> =>
  attach(mode, authority).then(
    () => undefined,
    (error: Error) => error.message,
  );

async function run(statement: string): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(statement);
  await client.end();
}

const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' });
const newKey = 'req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';

function makeAuthority(name: string): void {
  openssl(`${newKey} -x509 -days 2 -subj /CN=${name} -keyout ${name}.key -out ${name}.pem`);
}

/** From now on the server presents a certificate for this name, issued by the right authority. */
async function present(subjectAltName: string): Promise<void> {
  writeFileSync(file('names'), `subjectAltName=${subjectAltName}`);
  openssl(`${newKey} -subj /CN=database -keyout server.key -out server.csr`);
  openssl(
    'x509 -req -in server.csr -CA right.pem -CAkey right.key -CAcreateserial -days 2 -extfile names -out server.pem',
  );
  const { uid, gid } = statSync(inCluster(''));
  for (const [from, to] of [
    ['server.key', 'server.key'],
    ['server.pem', 'server.crt'],
  ] as const) {
    copyFileSync(file(from), inCluster(to));
    chownSync(inCluster(to), uid, gid);
    chmodSync(inCluster(to), 0o600);
  }
  await run("ALTER SYSTEM SET ssl = 'on'");
  await run('SELECT pg_reload_conf()');
  await shows(subjectAltName);
}

/** The postmaster reloads its files a moment after the request. */
async function shows(subjectAltName: string): Promise<void> {
  const ask = `openssl s_client -starttls postgres -connect ${address}:${postgres.connection.port} </dev/null | openssl x509 -noout -ext subjectAltName`;
  await vi.waitFor(
    () => {
      const { stdout } = spawnSync('sh', ['-c', ask], { encoding: 'utf8' });
      expect(stdout).toContain(subjectAltName.split(':')[1]);
    },
    { timeout: 30_000, interval: 100 },
  );
}
