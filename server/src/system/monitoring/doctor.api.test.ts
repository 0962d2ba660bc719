import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startStandIn } from '../../../../tools/stripe/server.ts';
import { startBucketServer } from '../../../test/bucket-server.ts';
import { addPerson } from '../../../test/people-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { newKey } from '../../core/db/seals/key-ring.ts';
import { newId } from '../../core/ids.ts';
import type { Settings } from '../../core/settings.ts';
import { gatewayEvents } from '../../jobs.ts';
import { handledEvents } from './cards-check.ts';
import { databaseChecks } from './database-checks.ts';
import { type Check, examine, exitCodeOf, printedFindings } from './doctor.ts';
import { machineChecks } from './machine-checks.ts';

const shop = await openShop();
const client = new pg.Client(shop.databaseUrl);
await client.connect();
afterAll(() => client.end());
beforeEach(() => client.query('BEGIN'));
afterEach(() => client.query('ROLLBACK'));

const checks: Record<string, Check> = { ...machineChecks, ...databaseChecks };
/** Returns the findings of one check for this shop. */
async function ask(check: string, settings: Partial<Settings> = {}, now = new Date()): Promise<string[]> {
  const examined = { settings: { ...shop.services.settings, ...settings }, client, now };
  const found = await examine(examined, { [check]: checks[check]! });
  return found.map(({ state, text }) => `${state}: ${text}`);
}

test.each([
  ['database', 'ok: PostgreSQL 1'],
  ['policies', 'ok: Roles, policies'],
  ['migrations', 'ok: All '],
  ['secrets', 'ok: Version 1 of the key'],
  ['ledgers', 'warning: Sums agree. The nightly comparison has not run yet'],
  ['clock', 'ok: This machine and the database agree'],
  ['queues', 'ok: Jobs, messages'],
  ['changes', 'ok: All readers of the change log'],
  ['sorting', 'ok: Names are sorted by ICU '],
  ['disk', 'ok: '],
  ['rights', 'ok: '],
  ['settings', 'ok: No problems'],
  ['backups', 'warning: No backup is scheduled'],
  ['mail', 'warning: SMTP_URL is not set'],
  ['scanner', 'ok: Uploads are not scanned'],
  ['cards', 'ok: Cards are not charged through Stripe'],
  ['gateways', 'ok: No payment waits'],
])('reports %s as fine or as a remaining task in a new installation', async (check, text) => {
  await chmod(shop.dataDir, 0o700);
  expect((await ask(check))[0]).toContain(text);
});

test('names problems in the database and what to do', async () => {
  await client.query(`
    DROP POLICY own_locations ON orders;
    INSERT INTO schema_migrations (name) VALUES ('9999-newer.sql');
    INSERT INTO drift_checks (id, finished_at, broken) VALUES ('${newId()}', now(), 3);
    INSERT INTO audit_entries (id, actor_name, action, resource, at)
    VALUES ('${newId()}', 'Ada', 'edit', 'brands', now() + interval '1 day');
    INSERT INTO mails (id, recipient, subject, body, created_at) VALUES ('${newId()}', 'a@b.example', '', '', now() - interval '2 hours');
    INSERT INTO mails (id, recipient, subject, body, next_attempt_at) VALUES ('${newId()}', 'a@b.example', '', '', 'infinity');
    SELECT graphile_worker.add_job('run_job', '{}'::json, run_at => now() - interval '1 hour');
    INSERT INTO change_readers (name) VALUES ('late');
    INSERT INTO changes (resource, action, at) VALUES ('brands', 'edit', now() - interval '10 minutes');
    UPDATE users SET status = false`);

  expect((await ask('policies'))[0]).toMatch(/^failure: Access rules .*table orders.*Restore by hand/);
  expect((await ask('migrations'))[0]).toMatch(/^failure: .*newer Aisle \(9999-newer.sql\)/);
  expect((await ask('ledgers'))[0]).toMatch(/^failure: .*3 wrong rows/);
  expect((await ask('clock'))[0]).toMatch(/^failure: .*set back/);
  expect(await ask('queues')).toEqual([
    expect.stringMatching(/^failure: A task has been due for 60 minutes/),
    expect.stringMatching(/^warning: A message has been waiting for 120 minutes/),
    'warning: Given up after 20 attempts: 1 message of the last week.',
  ]);
  expect(await ask('changes')).toContainEqual(
    expect.stringMatching(/^warning: The reader late .* 10 minutes behind/),
  );
  expect((await ask('admins'))[0]).toMatch(/^failure: No administrator can sign in/);
});

test('reports a role that can bypass policies and a pending migration', async () => {
  await client.query(`
    CREATE ROLE aisle_test_bypass BYPASSRLS; GRANT aisle_located TO aisle_test_bypass;
    DELETE FROM schema_migrations WHERE name LIKE '0054%'`);

  expect((await ask('policies'))[0]).toMatch(/^failure: aisle_test_bypass can bypass/);
  expect((await ask('migrations'))[0]).toMatch(/^warning: 1 of \d+ are pending \(0054/);
});

test('reports a different key, a missing one and values of an earlier version', async () => {
  const key = newKey().toString('base64');
  expect((await ask('secrets', { secretsKey: `1:${key}` }))[0]).toMatch(
    /^failure: SECRETS_KEY has another key of version 1/,
  );
  expect((await ask('secrets', { dataDir: path.join(shop.dataDir, 'none') }))[0]).toMatch(
    /^failure: The key of this installation's secrets is missing/,
  );
  const held = await readFile(path.join(shop.dataDir, 'secrets.key'), 'utf8');
  expect((await ask('secrets', { secretsKey: `2:${key},${held.trim()}` }))[0]).toMatch(
    /^warning: Version 2 .* secrets are still sealed with another/,
  );

  await client.query(
    "UPDATE server_secrets SET value = set_byte(value, 40, 255 - get_byte(value, 40)) WHERE name = 'signing'",
  );
  expect((await ask('secrets'))[0]).toMatch(/^failure: The secret signing can't be opened/);
});

test('looks for backups in the bucket instead of on disk', async () => {
  const server = await startBucketServer();
  const settings = { backupTo: 's3://safe/aisle', s3: server.access };
  const now = new Date('2026-01-01T10:00:00Z');
  expect(await ask('disk', settings)).toEqual([expect.stringContaining(shop.dataDir)]);
  expect((await ask('backups', settings, now))[0]).toContain('failure: There is no backup in s3://safe');
  server.objects.set('safe/aisle/aisle-2026-01-01T03-00-00Z.zip', Buffer.from('a backup'));
  expect((await ask('backups', settings, now))[0]).toMatch(/^ok: The last good one/);
  await server.close();
  expect((await ask('backups', settings, now))[0]).toContain("failure: s3://safe/aisle can't be read. Check");
});

test('names the commands for name indexes built with another ICU version', async () => {
  await client.query(`UPDATE pg_collation SET collversion = '1.0' WHERE collname = 'aisle_names'`);

  const [found] = await ask('sorting');

  expect(found).toContain('failure: Indexes of names were made with ICU 1.0, and the server has ');
  const commands = found!.slice(found!.indexOf('psql: ') + 6);
  expect(commands).toContain('REINDEX INDEX CONCURRENTLY products_by_name; ');
  expect(commands).toContain('REINDEX INDEX CONCURRENTLY customers_in_order; ');
  // Runs the commands without CONCURRENTLY, which no transaction allows.
  await client.query(commands.replaceAll(' CONCURRENTLY', ''));
  expect(await ask('sorting')).toEqual([expect.stringContaining('ok: ')]);
});

test('checks file permissions, backups, email and settings of the machine', async () => {
  const files = path.join(shop.dataDir, 'files');
  await mkdir(files, { recursive: true });
  await chmod(files, 0o755);
  expect((await ask('rights'))[0]).toContain(`failure: Other accounts can read ${files}`);
  await chmod(files, 0o700);
  const key = path.join(shop.dataDir, 'secrets.key');
  await chmod(key, 0o644);
  expect((await ask('rights'))[0]).toContain(key);
  await chmod(key, 0o600);
  expect((await ask('rights'))[0]).toContain('ok: ');

  const backupTo = path.join(shop.dataDir, 'backups');
  expect((await ask('backups', { backupTo }))[0]).toContain(`failure: ${backupTo} can't be read`);
  await mkdir(backupTo);
  expect((await ask('backups', { backupTo }))[0]).toContain('failure: There is no backup');
  await writeFile(path.join(backupTo, 'aisle-2026-01-01T03-00-00Z.zip'), 'a backup');
  expect((await ask('backups', { backupTo }, new Date('2026-01-01T10:00:00Z')))[0]).toMatch(
    /^ok: The last good one/,
  );
  expect((await ask('backups', { backupTo }, new Date('2026-01-03T10:00:00Z')))[0]).toMatch(
    /^failure: .*older than 26/,
  );

  const [from, refused] = await ask('mail', { smtpUrl: 'smtp://ada:Secret1!@127.0.0.1:9' });
  expect(from).toContain('warning: MAIL_FROM');
  expect(refused).toMatch(/^failure: The SMTP server .*refuses us/);
  expect(refused).not.toContain('Secret1!');

  expect(await ask('settings', { host: '0.0.0.0', demo: true })).toEqual([
    expect.stringContaining('warning: DEMO is on'),
    expect.stringContaining('warning: PUBLIC_URL is http://'),
    expect.stringContaining('warning: METRICS_TOKEN is not set'),
  ]);
});

test('reports a check that throws as a failure and continues', async () => {
  const broken = async () => {
    throw new Error('No way');
  };
  const findings = await examine(
    { settings: shop.services.settings, now: new Date() },
    { broken, fine: async () => [{ state: 'ok', text: 'Fine' }] },
  );

  expect(printedFindings(findings)).toBe(
    'failure  broken  Could not be checked: No way\nok       fine    Fine\n1 ok, warnings: 0, failures: 1',
  );
  expect([exitCodeOf(findings), exitCodeOf(findings.slice(1))]).toEqual([1, 0]);
});

test('prints a line per check without passwords, and exits with 0 or 1', async () => {
  await addPerson(shop, { userType: 'admin' });
  const script = path.join(import.meta.dirname, 'doctor-command.ts');
  const url = new URL(shop.databaseUrl);
  url.password = 'Hidden-from-lines-1';
  const run = (DATABASE_URL: string) =>
    promisify(execFile)(process.execPath, [script], {
      env: { PATH: process.env.PATH, DATA_DIR: shop.dataDir, DATABASE_URL, DEMO: '0', PORT: '1' },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    );

  const [well, away] = await Promise.all([
    run(url.href),
    run('postgres://ada:Hidden-from-lines-1@127.0.0.1:1/aisle'),
  ]);

  expect(well.stdout).toMatch(/^ok +policies /m);
  expect(well.code).toBe(0);
  expect(away.stdout).toMatch(/^failure +database +Cannot use the database in DATABASE_URL/m);
  expect(away.code).toBe(1);
  expect(well.stdout + away.stdout).not.toContain('Hidden-from-lines-1');
});

test('asks the account at Stripe whether it answers and reports here', async () => {
  const standIn = await startStandIn();
  onTestFinished(() => standIn.close());
  const { secretKey, url: apiUrl } = standIn;
  const stripe = { secretKey, apiUrl, publishableKey: null, webhookSecrets: [] };
  const settings = { stripe, publicUrl: 'https://aisle.example' };
  expect(await ask('cards', settings)).toEqual([
    'warning: STRIPE_SECRET_KEY is a test key: no money moves.',
    expect.stringContaining('warning: Stripe has no webhook endpoint https://aisle.example/webhooks/stripe'),
  ]);
  standIn.addWebhook({ url: 'https://aisle.example/webhooks/stripe', secret: 'whsec_1' });
  expect(await ask('cards', { ...settings, demo: true })).toEqual([
    'ok: Stripe answers, and reports to this installation',
  ]);
  standIn.world.books(null).automatic = false;
  expect(await ask('cards', { ...settings, demo: true })).toEqual([
    expect.stringContaining('warning: Stripe pays out to the bank by hand only'),
    'ok: Stripe answers, and reports to this installation',
  ]);
  const wrongKey = { ...settings, demo: true, stripe: { ...stripe, secretKey: 'sk_test_wrong' } };
  expect(await ask('cards', wrongKey)).toEqual(['failure: Stripe rejects STRIPE_SECRET_KEY.']);
  const liveKey = { ...settings, demo: true, stripe: { ...stripe, secretKey: 'sk_live_wrong' } };
  expect(await ask('cards', liveKey)).toContainEqual(expect.stringContaining('is a live key'));
  const away = { ...settings, demo: true, stripe: { ...stripe, apiUrl: 'http://127.0.0.1:1' } };
  expect(await ask('cards', away)).toEqual([expect.stringContaining('does not answer')]);
});

test('names the events that the webhook endpoints do not send', async () => {
  const standIn = await startStandIn();
  onTestFinished(() => standIn.close());
  const { secretKey, url: apiUrl } = standIn;
  const [, ...rest] = handledEvents.platform;
  standIn.addWebhook({ url: 'https://aisle.example/webhooks/stripe', secret: 'whsec_1', events: [...rest] });
  const asked = (webhookSecrets: string[]) =>
    ask('cards', {
      stripe: { secretKey, apiUrl, publishableKey: null, webhookSecrets },
      publicUrl: 'https://aisle.example',
      demo: true,
    });
  const missing = (types: readonly string[]) => [
    `warning: Stripe doesn't report ${types.join(', ')}. Add these events to the webhook endpoint.`,
  ];
  const first = handledEvents.platform[0];
  expect(await asked(['whsec_1'])).toEqual(missing([first]));
  expect(await asked(['whsec_1', 'whsec_2'])).toEqual(missing([first, ...handledEvents.connect]));
  expect([...handledEvents.platform, ...handledEvents.connect].toSorted()).toEqual(
    Object.keys(gatewayEvents).toSorted(),
  );
});

test('reports payments that wait for the keys of their gateway', async () => {
  await client.query(`ALTER TABLE gateway_operations DROP CONSTRAINT gateway_operations_owner;
    INSERT INTO gateway_operations (id, provider, kind, amount) VALUES ('${newId()}', 'stripe', 'capture', 100)`);
  expect(await ask('gateways')).toEqual([
    "failure: 1 request to stripe can't be sent without its keys. Set STRIPE_SECRET_KEY.",
  ]);
});
