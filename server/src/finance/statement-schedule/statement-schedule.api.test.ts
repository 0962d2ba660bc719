import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Statement, statementRoutes } from '@aisle/contract/finance/statements';
import { notificationRoutes } from '@aisle/contract/system/notifications';
import type { StatementRules } from '@aisle/contract/system/settings';
import { beforeEach, expect, test, vi } from 'vitest';
import { BreakingConnections } from '../../../test/breaking-connection.ts';
import { addOrderLocation, decide } from '../../../test/order-builders.ts';
import { owe as adjust } from '../../../test/payable-builders.ts';
import { openShop, type Person, type Shop } from '../../../test/shop.ts';
import { openDatabase } from '../../core/db/db.ts';
import { makeDueStatements } from './statement-schedule.ts';

// All periods end in the past, regardless of the current date. Clocks go back in Chicago on November 1, 2026.
let shop: Shop;
let finance: Person;
let here: string;
const weekly: StatementRules = { every: 'week', weekday: 0, holdDays: 0, minimumPayout: 0 };
beforeEach(async () => {
  // Times in the past are written without the triggers that mark their days.
  shop = await openShop({}, { isBroken: true });
  finance = await shop.signIn({ email: 'finance@test.example' });
  here = await addOrderLocation(shop, { name: 'South Lamar' });
  await schedule(weekly);
});

const schedule = (statements: StatementRules) => decide(shop, { statements });
/** Owes an amount to a location since a given time. Ledgers otherwise reject past times. */
async function owe(locationId: string, amount: number, at: string): Promise<void> {
  const { _id: id } = await adjust(finance, locationId, amount);
  await shop.db.owner.query(`
    BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE adjustments SET created_at = '${at}' WHERE id = '${id}';
    UPDATE journals SET posted_at = '${at}' WHERE cause_id = '${id}';
    UPDATE ledger_entries e SET posted_at = '${at}' FROM journals j WHERE j.id = e.journal_id AND j.cause_id = '${id}';
    UPDATE payable_entries e SET posted_at = '${at}' FROM journals j WHERE j.id = e.journal_id AND j.cause_id = '${id}';
    COMMIT`);
}
const pass = (today: string, db = shop.db) => makeDueStatements(db, shop.services, today);
const made = async (locationId = here): Promise<Statement[]> => {
  const body = { locationId, sort: { field: 'number' as const, order: 'asc' as const } };
  return (await finance.do(statementRoutes.listOfLocation, { body })).records;
};
const mails = () => shop.look((tx) => tx.selectFrom('mails').select(['recipient', 'subject']).execute());
async function writtenMails(): Promise<string[]> {
  const folder = path.join(shop.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}
const notices = async () =>
  (await finance.do(notificationRoutes.list, { body: { filters: { kind: 'statements' } } })).records;

test('includes the period up to its last second, across a clock change', async () => {
  await owe(here, 1000, '2026-10-26T06:00:00Z');
  await owe(here, 200, '2026-11-02T05:59:59Z');
  await owe(here, 30, '2026-11-02T06:00:00Z');

  await pass('2026-11-01');
  expect(await made()).toEqual([]);
  await pass('2026-11-02');

  expect(await made()).toMatchObject([
    {
      from: '2026-10-26',
      to: '2026-11-01',
      cut: expect.stringMatching(/^2026-11-02T06:00:00/),
      total: 1200,
      status: 'open',
      createdBy: null,
    },
  ]);
});

test('creates due statements once, and not again after they are discarded', async () => {
  await owe(here, 1000, '2026-10-28T12:00:00Z');

  await pass('2026-11-02');
  await pass('2026-11-02');
  const [statement] = await made();
  await finance.do(statementRoutes.remove, { params: { id: statement!._id } });
  await pass('2026-11-03');

  expect(await made()).toEqual([]);
  expect(await notices()).toHaveLength(1);
});

test('creates each statement and notifies once with two servers', async () => {
  const locations = [here];
  for (let index = 0; index < 6; index += 1) locations.push(await addOrderLocation(shop));
  for (const location of locations) await owe(location, 1000, '2026-10-28T12:00:00Z');
  const other = await openDatabase({ connectionString: shop.databaseUrl }, 4);

  await Promise.all([pass('2026-11-02'), pass('2026-11-02', other), pass('2026-11-02', other)]);
  await other.close();

  for (const location of locations) expect(await made(location)).toHaveLength(1);
  const lines = await notices();
  expect(lines.map(({ text }) => text)).toEqual(['7 statements created through 11/01/2026: $70.00 to pay']);
});

test('catches up after missed nights with one statement for the latest period', async () => {
  await owe(here, 1000, '2026-10-07T12:00:00Z');
  await pass('2026-10-12');
  await owe(here, 200, '2026-10-14T12:00:00Z');
  await owe(here, 30, '2026-10-28T12:00:00Z');

  await pass('2026-11-05');

  expect(await made()).toMatchObject([
    { from: '2026-10-07', to: '2026-10-11', total: 1000 },
    { from: '2026-10-12', to: '2026-11-01', total: 230 },
  ]);
});

test('creates nothing before the waiting days are over, or without a schedule', async () => {
  await owe(here, 1000, '2026-10-28T12:00:00Z');
  await schedule({ ...weekly, holdDays: 3 });

  await pass('2026-11-04');
  expect(await made()).toEqual([]);
  await schedule({ ...weekly, every: 'never' });
  await pass('2026-11-05');
  expect(await made()).toEqual([]);
  await schedule({ ...weekly, holdDays: 3 });
  await pass('2026-11-05');
  expect(await made()).toHaveLength(1);
});

test('carries a total below the minimum payout into the next statement', async () => {
  await schedule({ ...weekly, minimumPayout: 5000 });
  await owe(here, 1000, '2026-10-21T12:00:00Z');
  await pass('2026-10-26');
  await owe(here, 4500, '2026-10-28T12:00:00Z');
  await pass('2026-11-02');

  expect(await made()).toMatchObject([
    { status: 'carried', total: 1000 },
    { status: 'open', total: 5500, carriedIn: 1000 },
  ]);
  expect((await notices()).map(({ text }) => text)).toEqual([
    '1 statement created through 11/01/2026: $55.00 to pay',
    '1 statement created through 10/25/2026: 1 statement carried',
  ]);
});

test('emails only users who can create statements of all locations', async () => {
  await shop.signIn({ email: 'maker@test.example', permissions: ['statement_generate'] });
  await shop.signIn({ email: 'reader@test.example', permissions: ['location_report'] });
  await shop.signIn({ email: 'owner@test.example', permissions: ['statement_generate'], locations: [here] });
  await owe(here, 1000, '2026-10-28T12:00:00Z');

  await pass('2026-11-02');
  const sent = await mails();

  const recipients = sent.map(({ recipient }) => recipient).sort();
  expect(recipients).toEqual(['finance@test.example', 'maker@test.example']);
  expect(sent[0]?.subject).toBe('Aisle: 1 statement created through 11/01/2026: $10.00 to pay');
  // The text of a sent email is only in the outbox.
  const link = `${shop.services.settings.publicUrl}/statements`;
  const withLink = async () => (await writtenMails()).filter((text) => text.includes(link));
  await vi.waitFor(async () => expect(await withLink()).toHaveLength(2), { timeout: 15_000 });
});

test('completes an interrupted run in the next one, and notifies finance once about everything', async () => {
  const there = await addOrderLocation(shop);
  for (const location of [here, there]) await owe(location, 1000, '2026-10-28T12:00:00Z');
  const breaking = new BreakingConnections(shop.db);

  let breaks = 0;
  for (let message = 1; ; message += 1) {
    const { broke } = await breaking.during({ message }, () => pass('2026-11-02').catch(() => {}));
    if (!broke) break;
    breaks += 1;
  }

  expect(breaks).toBeGreaterThan(4);
  expect([await made(here), await made(there)].map(({ length }) => length)).toEqual([1, 1]);
  const counted = (await notices()).map(({ text }) => Number(text.split(' ')[0]));
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(await mails()).toHaveLength(counted.length);
});
