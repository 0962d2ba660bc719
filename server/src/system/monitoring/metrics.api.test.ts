import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openShop } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';
import { queueMail } from '../mails/mail.ts';

const shop = await openShop();
shop.services.settings.backupTo = shop.dataDir;

const docs = path.resolve(import.meta.dirname, '../../../../docs');
const read = (file: string) => readFileSync(path.join(docs, file), 'utf8');

/** Returns the lines of /metrics: `name{labels}` and value. */
async function measure(server = shop.server): Promise<Map<string, number>> {
  const { body } = await server.inject('/metrics');
  const lines = body.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}
const namesOf = (measured: Map<string, number>) =>
  new Set([...measured.keys()].map((key) => key.split('{')[0]!));

test('provides every metric of dashboard, alerts and docs, and documents all of them', async () => {
  await writeFile(path.join(shop.dataDir, 'aisle-2026-01-01T03-00-00Z.zip'), 'a backup');
  await shop.sql`INSERT INTO drift_checks (id, finished_at, broken) VALUES (${newId()}, now(), 0)`;
  await shop.server.inject('/livez');
  const there = namesOf(await measure());
  const named = (text: string) =>
    new Set(
      text
        .match(/\b(?:aisle|nodejs|process)_[a-z0-9_]+/g)
        ?.filter((name) => name !== 'aisle_located' && name !== 'aisle_all'),
    );
  // Only present if DATABASE_READ_URL is set.
  const replicaOf = ['aisle_copy_lag_seconds', 'aisle_copy_used'];
  const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '');

  for (const file of ['grafana/aisle.json', 'alerts.yml']) {
    expect([...named(read(file))].filter((name) => !there.has(name) && !replicaOf.includes(name))).toEqual(
      [],
    );
  }
  const ours = [...there].filter((name) => name.startsWith('aisle_')).map(base);
  expect(ours.filter((name) => !named(read('operations.md')).has(name))).toEqual([]);
});

test('has a query in every dashboard panel and instructions in every alert', () => {
  const { panels } = JSON.parse(read('grafana/aisle.json')) as {
    panels: { type: string; targets?: { expr: string }[] }[];
  };
  const charts = panels.filter(({ type }) => type !== 'row');
  expect(charts.every(({ targets }) => targets?.every(({ expr }) => expr.includes('job="$job"')))).toBe(true);
  const alerts = read('alerts.yml').split('- alert: ').slice(1);
  expect(alerts.length).toBeGreaterThan(10);
  for (const alert of alerts) {
    for (const part of ['expr:', 'for:', 'severity:', 'summary:', 'description:'])
      expect(alert).toContain(part);
  }
});

test('counts waiting and failed items, with the age of the oldest', async () => {
  const quiet = await openShop();
  await quiet.server.inject('/livez');
  const admin = await quiet.signIn();
  const [endpoint, delivery] = [newId(), newId()];
  await quiet.look(async (tx) => {
    const jobs = ['waiting', 'running', 'failed', 'done'].map((status) => ({
      id: newId(),
      kind: 'export',
      title: 'Export',
      permission: 'order_list',
      status,
      created_by: admin.userId,
      finished_at: status === 'failed' ? new Date().toISOString() : null,
    }));
    await tx.insertInto('jobs').values(jobs).execute();
    await queueMail(tx, { to: 'ada@people.example', subject: 'Later', text: 'Later' });
    await sql`UPDATE mails SET created_at = now() - interval '1 hour', next_attempt_at = now() + interval '1 hour',
      last_error = 'refused'`.execute(tx);
    await sql`INSERT INTO webhook_endpoints (id, name, url, events, secret, failing_since)
      VALUES (${endpoint}, 'Shop', 'https://shop.example', '{order.created}', 'whsec', now())`.execute(tx);
    await sql`INSERT INTO webhook_deliveries (id, endpoint_id, event_id, event, payload, status, created_at)
      VALUES (${delivery}, ${endpoint}, ${newId()}, 'order.created', '{}', 'dead', now()),
        (${newId()}, ${endpoint}, ${newId()}, 'order.created', '{}', 'waiting', now() - interval '2 hours')`.execute(
      tx,
    );
    await sql`SELECT enqueue_job('run_job', '{"id":"x"}'::jsonb, now() - interval '3 hours')`.execute(tx);
  });

  const found = await measure(quiet.server);

  expect(
    Object.fromEntries([...found].filter(([name]) => /^aisle_(jobs|outbox|webhook|tasks)/.test(name))),
  ).toMatchObject({
    'aisle_jobs{state="waiting"}': 1,
    'aisle_jobs{state="running"}': 1,
    'aisle_jobs{state="failed"}': 1,
    'aisle_outbox{state="waiting"}': 1,
    'aisle_outbox{state="failing"}': 1,
    'aisle_outbox{state="abandoned"}': 0,
    'aisle_webhook_deliveries{state="waiting"}': 1,
    'aisle_webhook_deliveries{state="dead"}': 1,
    aisle_webhook_endpoints_failing: 1,
    aisle_tasks_due: 1,
    aisle_tasks_failed: 0,
  });
  expect(found.get('aisle_outbox_oldest_seconds')).toBeGreaterThanOrEqual(3600);
  expect(found.get('aisle_webhook_oldest_seconds')).toBeGreaterThanOrEqual(7200);
  expect(found.get('aisle_tasks_oldest_seconds')).toBeGreaterThanOrEqual(10_800);
});

test('measures connections, streams, versions and disk space', async () => {
  const found = await measure();
  expect(found.get('aisle_pool_limit{pool="all"}')).toBe(8);
  expect(found.get('aisle_pool_connections{pool="all",state="inUse"}')).toBeGreaterThanOrEqual(0);
  // The metrics' own queries don't count.
  for (const pool of ['owner', 'all', 'locationScope']) {
    expect(found.get(`aisle_pool_waiting{pool="${pool}"}`)).toBe(0);
    expect(found.get(`aisle_pool_connections{pool="${pool}",state="inUse"}`)).toBe(0);
  }
  expect(found.get('aisle_event_streams')).toBe(0);
  expect(found.get('aisle_requests_waiting')).toBe(0);
  expect(found.get('aisle_migrations{state="pending"}')).toBe(0);
  expect(found.get('aisle_migrations{state="applied"}')).toBeGreaterThan(30);
  expect(found.get('aisle_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
  expect([...found.keys()].some((key) => /^aisle_build_info\{version="[\d.]+",node="\d+/.test(key))).toBe(
    true,
  );
  expect(found.get('aisle_ready')).toBe(1);
});

test.each(['s3://safe/aisle', '/there/is/no/such/folder'])(
  'measures the free space of the data folder with backups at %s',
  async (backupTo) => {
    const elsewhere = await openShop({
      backupTo,
      s3: { endpoint: 'http://127.0.0.1:9', region: 'us-east-1' },
    });
    const found = await measure(elsewhere.server);
    expect(found.get('aisle_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
    expect([found.has('aisle_disk_free_bytes{folder="backups"}'), found.get('aisle_backups')]).toEqual([
      false,
      0,
    ]);
  },
);

test('omits the age of a missing backup', async () => {
  const quiet = await openShop();
  const found = await measure(quiet.server);
  expect([...found.keys()].filter((key) => key.startsWith('aisle_backup'))).toEqual([]);
  expect(found.has('aisle_drift_rows')).toBe(false);
});
