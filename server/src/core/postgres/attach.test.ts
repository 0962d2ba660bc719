import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { run } from '../../../test/database.setup.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { readSettings } from '../settings.ts';
import { attachDatabase } from './attach.ts';

// Tests with an external server, and the privileges that its administrator must grant.

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'aisle-attach-'));
const guest = `guest_${randomBytes(4).toString('hex')}`;
let database: FreshDatabase;
let name: string;
beforeAll(async () => {
  database = await freshDatabase();
  name = new URL(database.url).pathname.slice(1);
  await run(database.url, `CREATE ROLE ${guest} LOGIN PASSWORD 'guest'`);
});
afterAll(async () => {
  await database.drop();
  await run(inject('testDatabase').url, `DROP ROLE ${guest}`);
  rmSync(dataDir, { recursive: true });
});

test('names the missing privilege and the command to grant it in one line', async () => {
  expect(await refusal()).toBe(
    `The user of DATABASE_URL can't create tables in its database. Ask its administrator to run ALTER DATABASE ${name} OWNER TO ${guest}.`,
  );

  await run(database.url, `ALTER DATABASE ${name} OWNER TO ${guest}`);
  expect(await refusal()).toBe(
    `The user of DATABASE_URL can't create roles, which Aisle needs to separate locations. Ask an administrator to run ALTER ROLE ${guest} CREATEROLE.`,
  );

  await run(database.url, `ALTER ROLE ${guest} CREATEROLE`);
  expect(await refusal()).toBeUndefined();
});

test('reports a missing database in one line', async () => {
  const line = await refusal('nowhere');

  expect(line).toBe('Cannot use the database in DATABASE_URL: database "nowhere" does not exist');
});

test('uses the embedded database without superuser rights, with little WAL in a demo', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'aisle-demo-'));
  const factsOf = async (DEMO: string) => {
    const attached = await attachDatabase(readSettings({ DATA_DIR: folder, DEMO }));
    const client = new pg.Client(attached.config);
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('max_wal_size') AS log, rolsuper AS "isSuperuser", rolcreaterole AS "makesRoles"
       FROM pg_roles WHERE rolname = current_user`,
    );
    await client.end();
    await attached.stop();
    return rows[0];
  };

  const rights = { isSuperuser: false, makesRoles: true };
  expect(await factsOf('1')).toEqual({ ...rights, log: '256MB' });
  expect(await factsOf('0')).toEqual({ ...rights, log: '1GB' });
  rmSync(folder, { recursive: true });
});

async function refusal(to = name): Promise<string | undefined> {
  const url = new URL(database.url);
  Object.assign(url, { username: guest, password: 'guest', pathname: `/${to}` });
  const settings = readSettings({ DATA_DIR: dataDir, DATABASE_URL: String(url) });
  const attached = attachDatabase(settings);
  return attached
    .then(({ stop }) => stop())
    .then(
      () => undefined,
      (error: Error) => error.message,
    );
}
