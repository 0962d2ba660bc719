import { auditSentence } from '@aisle/contract/audit-sentences';
import { type PayoutRunInput, type PayoutRunView, payoutRoutes } from '@aisle/contract/finance/payouts';
import { type Statement, statementRoutes } from '@aisle/contract/finance/statements';
import { payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import { auditRoutes } from '@aisle/contract/system/audit';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BreakingConnections } from '../../../test/breaking-connection.ts';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { addOrderLocation, decide, runSql } from '../../../test/order-builders.ts';
import { dayAgo, owe, state } from '../../../test/payable-builders.ts';
import { openShop, refusal } from '../../../test/shop.ts';
import { transaction } from '../../core/db/db.ts';
import { type Actor, scopeOf } from '../../core/http/actor.ts';
import type { JobRun } from '../../system/jobs/job-run.ts';
import { actorOf } from '../../system/jobs/jobs.queries.ts';
import type { JobRunner } from '../../system/jobs/runner.ts';
import { payoutRunWork } from './payout-run-work.ts';

const { run, runs, viewRun, resumeRun, payout, void: voidRoute } = payoutRoutes;
const ach = {
  companyName: 'Aisle Market',
  companyId: '1234567890',
  originName: 'First Corner Bank',
  originRouting: '021000021',
};
let runner: JobRunner | undefined;
const working = async () => {
  runner = await workJobs(shop, { payoutRun: payoutRunWork });
};
const resting = async () => {
  await runner?.stop();
  runner = undefined;
};

const shop = await openShop();
const finance = await shop.signIn();
const viewOf = (id: string) => finance.do(viewRun, { params: { id } });
const resume = async (id: string) => {
  const { jobId } = await finance.do(resumeRun, { params: { id } });
  await jobOver(finance, jobId);
  return viewOf(id);
};
const begin = async (statements: readonly Statement[]) => finance.do(run, { body: bodyOf(statements) });
beforeEach(() => decide(shop, { ach }));
afterAll(() => resting());

/** Adds an open statement of a new location, with a payout account by default. */
async function stated(name: string, amount: number, accountNumber: string | null = '000987654321') {
  const locationId = await addOrderLocation(shop, { name });
  if (accountNumber) await addAccount(locationId, accountNumber);
  await owe(finance, locationId, amount);
  return state(finance, locationId);
}
const addAccount = (id: string, accountNumber: string) => {
  const holder = { bankName: 'Corner Bank', accountHolder: '=Corner Market LLC' };
  const body = { ...holder, routingNumber: '011401533', accountNumber };
  return finance.do(payoutAccountRoutes.save, { params: { id }, body });
};
const bodyOf = (statements: readonly Statement[], change: Partial<PayoutRunInput> = {}): PayoutRunInput => ({
  statementIds: statements.map(({ _id }) => _id),
  method: 'bankTransfer',
  paidOn: dayAgo(),
  ...change,
});
async function paid(statements: readonly Statement[], change: Partial<PayoutRunInput> = {}) {
  const { runId, jobId } = await finance.do(run, { body: bodyOf(statements, change) });
  await jobOver(finance, jobId);
  return viewOf(runId);
}
async function contentOf({ files }: PayoutRunView, ending: string): Promise<string> {
  const { url } = files.find(({ name }) => name.endsWith(ending))!;
  return (await shop.server.inject({ method: 'GET', url })).body;
}
const statusOf = async ({ _id }: Statement) =>
  (await finance.do(statementRoutes.view, { params: { id: _id } })).status;
/** The number of payouts of each of these statements. */
const payouts = async (statements: readonly Statement[]) => {
  const rows = await runSql<{ id: string }>(shop, 'SELECT statement_id AS id FROM payouts');
  return statements.map(({ _id }) => rows.filter(({ id }) => id === _id).length);
};

describe('while a server works', () => {
  beforeAll(working);
  afterAll(resting);

  test('pays every statement, and writes a table and a bank file', async () => {
    const statements = [await stated('Oak', 123_456), await stated('Elm', 99, '4321')];

    const done = await paid(statements);

    const { records } = await finance.do(auditRoutes.list, { body: { filters: { recordId: done._id } } });
    expect(records.map(auditSentence)).toEqual([
      `Ada Tester started paying 2 statements, $1,235.55, in payout run ${done.number}`,
    ]);
    expect(done).toMatchObject({
      status: 'done',
      statements: 2,
      paid: 2,
      failed: 0,
      total: 123_555,
      noAchFile: null,
    });
    expect(done.results).toMatchObject([
      { number: statements[0]!.number, locationName: 'Oak', amount: 123_456, paid: true, problem: null },
      { number: statements[1]!.number, locationName: 'Elm', amount: 99, paid: true, problem: null },
    ]);
    expect(done.files.map(({ name }) => name)).toEqual([
      `Payouts ${dayAgo()}.csv`,
      `ACH credits ${dayAgo()}.ach`,
    ]);
    const lines = (await contentOf(done, '.ach')).split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[2]).toMatch(
      new RegExp(
        `^622011401533000987654321     0000123456${statements[0]!.number.padEnd(15)} CORNER MARKET LLC `,
      ),
    );
    expect(await Promise.all(statements.map(statusOf))).toEqual(['paid', 'paid']);
  });

  test('guards the table against formulas, and masks account numbers', async () => {
    const csv = await contentOf(await paid([await stated('=Pine', 5000)]), '.csv');

    const [head, row] = csv.split('\n');
    expect(head).toContain('Statement,Location,From,To,Amount,Method,Reference,Paid on');
    expect(row).toMatch(/,'=Pine,.*,50\.00,Bank transfer,.*,'=Corner Market LLC,••••4321$/);
    expect(csv).not.toContain('987654321');
  });

  test('writes no bank file if an account is missing, and names the location', async () => {
    const statements = [await stated('Oak', 5000), await stated('Ash', 5000, null)];

    const done = await paid(statements);

    expect(done).toMatchObject({ paid: 2, noAchFile: 'Ash: there is no payout account.' });
    expect(done.files).toHaveLength(1);
    await addAccount(statements[1]!.locationId, '12345');
    const mended = await resume(done._id);
    expect(mended).toMatchObject({ status: 'done', paid: 2, noAchFile: null });
    expect(await contentOf(mended, '.ach')).toContain('12345');
    expect(await payouts(statements)).toEqual([1, 1]);
  });

  test.each([
    ['without ACH settings', { ach: null }, {}, /^Turn on ACH files in the settings/],
    ['for checks', { ach }, { method: 'check' as const }, /^Only bank transfers/],
  ])('writes no bank file %s, and shows the reason', async (_, settings, change, why) => {
    await decide(shop, settings);

    expect((await paid([await stated('Oak', 5000)], change)).noAchFile).toMatch(why);
  });

  test("names an account that can't be decrypted, and still pays everything", async () => {
    const statement = await stated('Oak', 5000);
    const sealed = Buffer.alloc(60).toString('hex');
    await runSql(
      shop,
      `UPDATE payout_accounts SET sealed = '\\x${sealed}' WHERE location_id = '${statement.locationId}'`,
    );

    const noAchFile = "Oak: the payout account can't be decrypted. Enter it again.";
    expect(await paid([statement])).toMatchObject({ status: 'done', paid: 1, noAchFile });
  });

  test("continues after a statement that can't be paid", async () => {
    const statements = [await stated('Oak', 5000), await stated('Elm', 5000)];
    const { _id: id, version } = statements[0]!;
    const body = { method: 'cash' as const, reference: 'Till', paidOn: dayAgo(), version };
    await finance.do(payout, { params: { id }, body });

    const done = await paid(statements);

    expect(done.results).toMatchObject([
      { paid: false, problem: `Statement ${statements[0]!.number} is already paid` },
      { paid: true, problem: null },
    ]);
    expect(done).toMatchObject({ status: 'done', paid: 1, failed: 1, total: 5000 });
    expect(await payouts(statements)).toEqual([1, 1]);
  });

  test('pays only open statements that match a filter', async () => {
    const [chosen, other] = [await stated('Oak', 5000), await stated('Elm', 5000)];

    const done = await paid([], { statementIds: undefined, filters: { locationId: chosen.locationId } });

    expect(done.results.map(({ number }) => number)).toEqual([chosen.number]);
    expect(await statusOf(other)).toBe('open');
  });

  test("omits a payout that the bank returned from later files, and doesn't pay it again", async () => {
    const statements = [await stated('Oak', 5000), await stated('Elm', 700)];
    const done = await paid(statements);
    await finance.do(voidRoute, { params: { id: statements[0]!._id }, body: { reason: 'Closed' } });

    const csv = await contentOf(await resume(done._id), '.csv');

    expect(csv.trim().split('\n')).toHaveLength(2);
    expect(await statusOf(statements[0]!)).toBe('open');
    expect(await payouts(statements)).toEqual([1, 1]);
  });

  test('pays each statement once if two servers work on a run', async () => {
    const statements = [await stated('Oak', 5000), await stated('Elm', 700), await stated('Fir', 900)];
    await resting();
    const { runId } = await begin(statements);
    const both = await Promise.all([workOn(runId), workOn(runId)]);
    await working();

    expect(both).toHaveLength(2);
    expect(await payouts(statements)).toEqual([1, 1, 1]);
  });
});

test('starts one run for repeated requests with the same key', async () => {
  const sent = { body: bodyOf([await stated('Oak', 5000)]), headers: { 'idempotency-key': 'once' } };

  expect(await finance.do(run, sent)).toEqual(await finance.do(run, sent));
});

test.each([
  ['a future date of checks', { method: 'check', paidOn: dayAgo(-1) }, [400, 'validation-failed', 'paidOn']],
  ['transfers in three weeks', { paidOn: dayAgo(-21) }, [400, 'validation-failed', 'paidOn']],
  ['a date before the period', { paidOn: dayAgo(2) }, [400, 'validation-failed', 'paidOn']],
  ['a date in another century', { paidOn: '1900-01-01' }, [400, 'validation-failed', 'paidOn']],
  ['an unknown statement', { statementIds: [crypto.randomUUID()] }, [404, 'not-found', 'statementIds']],
  ['no selection', { statementIds: undefined }, [400, 'validation-failed', 'statementIds']],
  [
    'a filter without matches',
    { statementIds: undefined, filters: { search: 'Nowhere' } },
    [409, 'statements.nothing-to-pay', undefined],
  ],
])('rejects a run with %s and creates none', async (_, change, expected) => {
  const before = (await finance.do(runs, { body: {} })).totalRecords;
  const body = bodyOf([await stated('Oak', 5000)], change as Partial<PayoutRunInput>);

  const { status, body: answer } = await finance.call(run, { body });

  expect([status, answer.error?.code, answer.error?.fields?.[0]?.path]).toEqual(expected);
  expect((await finance.do(runs, { body: {} })).totalRecords).toBe(before);
});

test('requires reauthentication to start a run, and the payment permission for everything', async () => {
  const clerk = await shop.signIn({ permissions: ['statement_payment', 'statement_all_view'] });
  const reader = await shop.signIn({ permissions: ['location_report', 'statement_all_view'] });
  const body = bodyOf([await stated('Oak', 5000)]);
  const { runId } = await clerk.do(run, { body });
  const past = "now() - interval '601 seconds'";
  await runSql(shop, `UPDATE sessions SET confirmed_at = ${past} WHERE user_id = '${clerk.userId}'`);

  const params = { id: runId };
  expect((await clerk.call(run, { body })).body.error?.code).toBe('reauth-required');
  expect((await clerk.call(resumeRun, { params })).body.error?.code).toBe('reauth-required');
  expect([
    (await reader.call(run, { body })).status,
    (await reader.call(runs, { body: {} })).status,
    (await reader.call(viewRun, { params })).status,
    (await reader.call(resumeRun, { params })).status,
  ]).toEqual([403, 403, 403, 403]);
});

test('rejects starting a waiting run a second time', async () => {
  const { runId } = await begin([await stated('Oak', 5000)]);

  const got = await finance.call(resumeRun, { params: { id: runId } });

  expect(refusal(got)).toEqual([409, 'payouts.run-under-way']);
  expect(await viewOf(runId)).toMatchObject({ status: 'running', files: [] });
});

test('continues a stopped run', async () => {
  const statements = [await stated('Oak', 5000)];
  const { runId, jobId } = await begin(statements);
  await finance.do(jobRoutes.cancel, { params: { id: jobId } });
  expect((await viewOf(runId)).status).toBe('failed');

  await finance.do(resumeRun, { params: { id: runId } });
  await workOn(runId);

  expect(await viewOf(runId)).toMatchObject({ status: 'done', paid: 1 });
});

test('limits users with one location to its payouts', async () => {
  const [mine, foreign] = [await stated('Oak', 5000), await stated('Elm', 5000)];
  const owner = await shop.signIn({ permissions: ['statement_payment'], locations: [mine.locationId] });
  const { runId } = await begin([mine, foreign]);

  expect((await owner.do(runs, { body: {} })).records).toEqual([]);
  expect((await owner.call(viewRun, { params: { id: runId } })).status).toBe(404);
  expect((await owner.call(resumeRun, { params: { id: runId } })).status).toBe(404);
  expect((await owner.call(run, { body: bodyOf([mine, foreign]) })).status).toBe(404);
});

/** Runs the work of a run directly, without the job runner. */
async function workOn(runId: string, from = shop): Promise<unknown> {
  const actor = (await from.look((tx) => actorOf(tx, finance.userId))) as Actor;
  const work: JobRun = {
    id: runId,
    input: { runId },
    actor,
    services: from.services,
    inTransaction: (inner) => transaction(from.db, scopeOf(actor), inner),
    progress: async () => {},
    pause: () => {
      throw new Error('A run of payouts has no pauses');
    },
  };
  return payoutRunWork(work);
}

test('pays each statement once and completes, even if the run is killed at any point', async () => {
  const statements = [await stated('Oak', 5000), await stated('Elm', 700), await stated('Ash', 800, null)];
  const { runId } = await begin(statements);
  const breaking = new BreakingConnections(shop.db);

  let breaks = 0;
  for (let message = 1; ; message += 1) {
    const { broke } = await breaking.during({ message }, () => workOn(runId).catch(() => {}));
    if (!broke) break;
    breaks += 1;
    const counts = await payouts(statements);
    const { paid: settled } = await viewOf(runId);
    expect(Math.max(...counts)).toBeLessThan(2);
    expect(settled).toBe(counts.reduce((sum, count) => sum + count, 0));
  }

  // Each of the three payouts, and the files, take several SQL statements.
  expect(breaks).toBeGreaterThan(20);
  expect(await payouts(statements)).toEqual([1, 1, 1]);
  expect(await viewOf(runId)).toMatchObject({ status: 'done', paid: 3, total: 6500 });
  const ids = statements.map(({ locationId }) => `'${locationId}'`);
  const ledger = `SELECT sum(amount)::int FROM ledger_entries WHERE account = 'payouts' AND location_id IN (${ids})`;
  expect(await runSql(shop, ledger)).toEqual([{ sum: -6500 }]);
});

test('lists runs with their totals, newest first', async () => {
  const { runId } = await begin([await stated('Oak', 5000)]);

  const [latest] = (await finance.do(runs, { body: { limit: 10 } })).records;
  expect(latest).toMatchObject({ _id: runId, createdBy: 'Ada Tester' });
  expect(latest).toMatchObject({ statements: 1, paid: 0, failed: 0, total: 0 });
});
