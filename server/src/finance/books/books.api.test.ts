import { type BookFigures, bookRoutes, journalKinds } from '@aisle/contract/finance/books';
import { exportRoutes } from '@aisle/contract/system/exports';
import { type LedgerAccount, ledgerAccounts } from '@aisle/contract/system/ledger-accounts';
import { defaultSettings, settingsRoutes } from '@aisle/contract/system/settings';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { addTax } from '../../../test/catalogue-builders.ts';
import { addGoods, addOrderLocation, decide, runSql } from '../../../test/order-builders.ts';
import { refundNow } from '../../../test/payable-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { moveToTimeZone } from '../../../test/stock-builders.ts';
import { newId } from '../../core/ids.ts';
import { healAllAccountSums, sumAllAccounts } from '../../ledgers/money/account-sums.ts';

// Random entries are posted to random accounts, without payouts or orders that explain them.
const shop = await openShop({}, { isBroken: true });
const admin = await shop.signIn();
const finance = await shop.signIn({ permissions: ['statement_all_view'] });
const downtown = await addOrderLocation(shop, { name: 'Downtown' });
const uptown = await addOrderLocation(shop, { name: 'Uptown', commissionRate: 12.5 });
const owner = await shop.signIn({ permissions: ['statement_all_view'], locations: [uptown] });
await runSql(shop, `UPDATE locations SET time_zone = 'Pacific/Auckland' WHERE id = '${uptown}'`);
const milk = await addGoods(shop, downtown, { price: 777, taxIds: [await addTax(shop)] });
const bread = await addGoods(shop, uptown, { price: 333 });
const order = await deliver(admin, downtown, milk, { quantity: 3 });
await deliver(admin, uptown, bread);
await refundNow(admin, order, 500);
const [latest] = await runSql<{ day: string }>(
  shop,
  'SELECT max((now() AT TIME ZONE time_zone)::date) AS day FROM locations',
);
const today = latest!.day;

const balance = (person: Person, body: object = {}) =>
  person.do(bookRoutes.trialBalance, { body: { from: '2020-01-01', to: today, ...body } });

interface RawSums extends BookFigures {
  account: LedgerAccount;
}
/** Adds up the entries themselves, and leaves out accounts whose sums are all zero. */
async function rawSums(from: string, to: string, locationId?: string): Promise<RawSums[]> {
  const { rows } = await shop.look((tx) =>
    sql<RawSums>`
      SELECT account, coalesce(sum(amount) FILTER (WHERE day < ${from}), 0)::bigint AS opening,
        coalesce(sum(amount) FILTER (WHERE day >= ${from} AND amount > 0), 0)::bigint AS debits,
        coalesce(-sum(amount) FILTER (WHERE day >= ${from} AND amount < 0), 0)::bigint AS credits,
        sum(amount)::bigint AS closing
      FROM (SELECT e.account, e.amount, e.location_id, (e.posted_at AT TIME ZONE l.time_zone)::date::text AS day
        FROM ledger_entries e JOIN locations l ON l.id = e.location_id) entry
      WHERE day <= ${to} AND (${locationId ?? null}::uuid IS NULL OR location_id = ${locationId ?? null})
      GROUP BY account`.execute(tx),
  );
  return rows
    .filter(({ opening, debits, credits }) => [opening, debits, credits].some((sum) => sum !== 0))
    .sort((a, b) => a.account.localeCompare(b.account));
}
const shown = (rows: readonly (BookFigures & { account: LedgerAccount | null })[]) =>
  rows
    .map(({ account, opening, debits, credits, closing }) => ({ account, opening, debits, credits, closing }))
    .sort((a, b) => (a.account ?? '').localeCompare(b.account ?? ''));

/** Posts a journal in the past, with entries of random accounts that sum to zero. */
async function postAt(locationId: string, postedAt: string, amounts: [LedgerAccount, number][]) {
  const rest = -amounts.reduce((sum, [, amount]) => sum + amount, 0);
  const entries = [...amounts, ['customerPayments', rest] as const].filter(([, amount]) => amount !== 0);
  const id = newId();
  await shop.look((tx) =>
    sql`
      WITH journal AS (
        INSERT INTO journals (location_id, id, kind, cause_id, posted_at)
        VALUES (${locationId}, ${id}, 'sale', ${id}, ${postedAt})
      )
      INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount, posted_at)
      SELECT ${locationId}::uuid, ${id}::uuid, position, account, 'goods', amount, ${postedAt}::timestamptz
      FROM unnest(${entries.map((_, at) => at + 1)}::smallint[], ${entries.map(([account]) => account)}::text[],
        ${entries.map(([, amount]) => amount)}::bigint[]) AS entry (position, account, amount)`.execute(tx),
  );
}

describe('the trial balance', () => {
  test('adds up all entries by account, and balances to zero', async () => {
    const { records, totals } = await balance(finance);

    expect(shown(records)).toEqual(await rawSums('2020-01-01', today));
    expect(totals.closing).toBe(0);
    expect(totals.debits).toBe(totals.credits);
    expect(records.find(({ account }) => account === 'commissionIncome')).toMatchObject({ code: '4100' });
  });

  test('balances each location, and adds up an account by location to its total', async () => {
    const byLocation = await balance(finance, { groupBy: 'location' });
    const payable = await balance(finance, { groupBy: 'location', account: 'locationPayable' });
    const byAccount = await balance(finance);

    expect(byLocation.records.map(({ location, closing }) => [location?.name, closing])).toEqual([
      ['Downtown', 0],
      ['Uptown', 0],
    ]);
    expect(payable.totals).toEqual(
      expect.objectContaining(
        shown(byAccount.records.filter(({ account }) => account === 'locationPayable')).map(
          ({ account: _, ...figures }) => figures,
        )[0],
      ),
    );
  });

  test('shows users of a location only its books', async () => {
    const own = await balance(owner);
    const all = await balance(finance, { locationId: uptown });

    expect(shown(own.records)).toEqual(await rawSums('2020-01-01', today, uptown));
    expect(own.totals).toEqual(all.totals);
    const other = await owner.call(bookRoutes.trialBalance, {
      body: { from: '2020-01-01', to: today, locationId: downtown },
    });
    expect(other.status).toBe(404);
    expect((await owner.do(bookRoutes.journals)).records.map(({ location }) => location._id)).toEqual([
      uptown,
    ]);
    const journals = await owner.do(bookRoutes.journals, { body: { filters: { locationId: downtown } } });
    expect(journals.records).toEqual([]);
  });

  test.each([
    ['reversed dates', { from: '2026-02-01', to: '2026-01-01' }, 'to'],
    ['a future date', { from: '2026-02-01', to: '2999-01-01' }, 'to'],
    ['an invalid date', { from: '2026-13-01', to: '2026-01-01' }, 'from'],
    ['an unknown account', { account: 'pocketMoney' }, 'account'],
  ])('rejects %s at its field', async (_, body, path) => {
    const refused = await finance.send(bookRoutes.trialBalance, {
      body: { from: '2026-01-01', to: today, ...body },
    });

    expect(refused.status).toBe(400);
    expect(refused.body.error?.fields?.map((field) => field.path)).toContain(path);
  });

  test('rejects a list with reversed dates, and returns 404 for an unknown location', async () => {
    const filters = { from: '2026-02-01', to: '2026-01-01' };
    for (const route of [bookRoutes.journals, bookRoutes.entries]) {
      expect((await finance.send(route, { body: { filters } })).body.error?.fields?.[0]?.path).toBe(
        'filters.to',
      );
    }
    const unknown = { from: '2026-01-01', to: today, locationId: newId() };
    expect((await finance.call(bookRoutes.trialBalance, { body: unknown })).status).toBe(404);
  });

  test('requires the permission to see all statements', async () => {
    const clerk = await shop.signIn({ permissions: ['location_report', 'order_view', 'access_setting'] });

    for (const route of [bookRoutes.trialBalance, bookRoutes.journals, bookRoutes.entries]) {
      const body = route === bookRoutes.trialBalance ? { from: today, to: today } : {};
      expect((await clerk.send(route, { body })).status).toBe(403);
    }
    expect((await clerk.send(bookRoutes.accounts, {})).status).toBe(403);
  });
});

describe('journals', () => {
  test('lists the journals behind an amount, which add up to it', async () => {
    const { records } = await balance(finance, { locationId: downtown });
    for (const { account, debits, credits } of records) {
      const filters = { account: account!, locationId: downtown, from: '2020-01-01', to: today };
      const journals = await finance.do(bookRoutes.journals, { body: { filters, limit: 100 } });
      const amounts = journals.records.flatMap(({ entries }) =>
        entries.filter((entry) => entry.account === account).map(({ amount }) => amount),
      );
      const sum = (sign: 1 | -1) => amounts.reduce((all, amount) => all + Math.max(0, sign * amount), 0);
      expect([account, sum(1), sum(-1)]).toEqual([account, debits, credits]);
    }
  });

  test('shows the cause and order of each journal, which balances', async () => {
    const { records } = await finance.do(bookRoutes.journals, {
      body: { filters: { locationId: downtown } },
    });

    expect(records.map(({ kind }) => kind)).toEqual(['refund', 'sale']);
    for (const journal of records) {
      expect(journal.order?.number).toMatch(/^O-/);
      expect(journal.entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      expect(journal).toMatchObject({ location: { name: 'Downtown' }, by: 'Ada Tester', statement: null });
    }
    expect(records[0]).toMatchObject({ amount: 551, refundId: expect.any(String) });
    expect(records[1]!.refundId).toBeNull();
  });

  test('finds journals by kind, order and order number, and continues after a cursor', async () => {
    const list = (body: object) => finance.do(bookRoutes.journals, { body });
    const all = await list({});
    for (const kind of journalKinds) {
      const { records } = await list({ filters: { kind, account: 'locationPayable' } });
      expect(records).toEqual(all.records.filter((journal) => journal.kind === kind));
    }
    const { _id, number } = all.records.find(({ kind }) => kind === 'refund')!.order!;
    const ofOrder = all.records.filter(({ order }) => order?._id === _id);
    expect(ofOrder).toHaveLength(2);
    expect((await list({ search: number })).records).toEqual(ofOrder);
    expect((await list({ filters: { orderId: _id } })).records).toEqual(ofOrder);
    expect((await list({ search: 'cheese' })).records).toEqual([]);
    for (const filters of [{}, { account: 'locationPayable' }]) {
      const first = await list({ limit: 2, filters });
      const rest = await list({ limit: 2, filters, cursor: first.nextCursor! });
      expect([...first.records, ...rest.records]).toEqual(all.records);
      expect(first.totalRecords).toBe(3);
    }
  });
});

describe("the accountant's export", () => {
  const take = (body: object) =>
    finance.do(exportRoutes.create, {
      params: { name: 'bookEntries' },
      query: { format: 'csv' },
      body: { ...body },
    });
  const linesOf = async (body: object) => {
    const { url } = await take(body);
    const file = await shop.server.inject(url!);
    return file.body
      .replace('\ufeff', '')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
  };

  test('exports each entry with its account and code, in balance', async () => {
    const [head, ...lines] = await linesOf({ filters: { from: '2020-01-01', to: today } });
    const { totals } = await balance(finance);

    expect(head).toEqual(
      'Date,Journal,Type,Account,Account code,Part,Debit,Credit,Location,Order,Statement,Claim'.split(','),
    );
    const cents = (column: number) =>
      lines.reduce((sum, line) => sum + Math.round(Number(line[column] || 0) * 100), 0);
    expect([cents(6), cents(7)]).toEqual([totals.debits, totals.credits]);
    expect(lines.find((line) => line[3] === 'Commission')?.[4]).toBe('4100');
  });

  test('continues from location to location, with each entry once', async () => {
    const filters = { account: 'locationPayable' as const };
    for (const set of [{}, filters]) {
      const whole = await finance.do(bookRoutes.entries, { body: { limit: 100, filters: set } });
      const found: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await finance.do(bookRoutes.entries, { body: { limit: 2, filters: set, cursor } });
        found.push(...page.records.map(({ _id }) => _id));
        if (!page.nextCursor) break;
        cursor = page.nextCursor;
      }
      expect(found).toEqual(whole.records.map(({ _id }) => _id));
      expect(new Set(found).size).toBe(found.length);
    }
  });

  test('uses the account codes from the settings', async () => {
    await decide(shop, {
      accountCodes: { ...defaultSettings.accountCodes, commissionIncome: '8000', refunds: null },
    });

    const { accounts } = await finance.do(bookRoutes.accounts);
    const { records } = await balance(finance);

    expect(accounts.find(({ account }) => account === 'refunds')?.code).toBeNull();
    expect(records.find(({ account }) => account === 'commissionIncome')?.code).toBe('8000');
    // Sorted as accountants expect: by code, with missing codes last.
    expect(records.map(({ code }) => code)).toEqual(['1100', '2100', '2300', '5100', '8000', null]);
    await decide(shop, {});
  });
});

describe('sums of the ledger', () => {
  const random = (limit: number) => Math.floor(Math.random() * limit);
  const hour = 3_600_000;

  async function expectExact(days: readonly string[]): Promise<void> {
    const [one, other] = [days[random(days.length)]!, days[random(days.length)]!].sort();
    for (const locationId of [undefined, downtown, uptown]) {
      const got = await balance(finance, { from: one, to: other, ...(locationId && { locationId }) });
      expect(shown(got.records)).toEqual(await rawSums(one!, other!, locationId));
    }
  }

  test('equals the entries at any moment, regardless of how many are summed up', async () => {
    let at = Date.now() - 20 * 24 * hour;
    const days = Array.from({ length: 22 }, (_, index) =>
      new Date(at + index * 24 * hour).toISOString().slice(0, 10),
    ).filter((day) => day <= today);
    const summed = (until: number) =>
      shop.look((tx) =>
        sql`SELECT sum_accounts(id, ${new Date(until).toISOString()}) FROM locations`.execute(tx),
      );
    await shop.look((tx) => sql`SELECT reset_account_sums(id) FROM locations`.execute(tx));
    for (let round = 0; round < 60; round += 1) {
      at += random(15 * hour);
      if (at > Date.now() - hour) break;
      const amounts = Array.from(
        { length: 1 + random(4) },
        () =>
          [ledgerAccounts[random(ledgerAccounts.length)]!, random(20_000) - 10_000] as [
            LedgerAccount,
            number,
          ],
      ).filter(([, amount]) => amount !== 0);
      await postAt(random(2) ? downtown : uptown, new Date(at).toISOString(), amounts);
      if (random(3) === 0) await summed(at + 1);
      if (random(4) === 0) await expectExact(days);
    }
    await deliver(admin, downtown, milk);
    await expectExact(days);
    await sumAllAccounts(shop.db);
    for (let round = 0; round < 5; round += 1) await expectExact(days);
  });

  test('waits for a transaction that is still posting', async () => {
    await shop.look((tx) => sql`SELECT reset_account_sums(id) FROM locations`.execute(tx));
    const client = await shop.db.owner.connect();
    await client.query('BEGIN');
    const late = new Date(Date.now() - hour).toISOString();
    const id = newId();
    await client.query(
      "INSERT INTO journals (location_id, id, kind, cause_id, posted_at) VALUES ($1, $2, 'sale', $2, $3)",
      [downtown, id, late],
    );

    const connect = vi.spyOn(shop.db.all, 'connect');
    let isOver = false;
    const summing = sumAllAccounts(shop.db).then(() => {
      isOver = true;
    });
    // A second query for open transactions means that the job is waiting for one.
    await vi.waitFor(() => expect(connect.mock.calls.length).toBeGreaterThan(2), { timeout: 10_000 });
    expect(isOver).toBe(false);
    connect.mockRestore();
    await client.query(
      `INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount, posted_at)
       VALUES ($1, $2, 1, 'discounts', 'discount', 77, $3), ($1, $2, 2, 'customerPayments', 'payment', -77, $3)`,
      [downtown, id, late],
    );
    await client.query('COMMIT');
    client.release();
    await summing;

    await expectExact([today]);
    const { rows } = await shop.look((tx) => sql`SELECT * FROM wrong_account_sums(${downtown})`.execute(tx));
    expect(rows).toEqual([]);
  });

  test('detects and rebuilds modified sums, and restarts them in a new time zone', async () => {
    await sumAllAccounts(shop.db);
    await shop.db.owner.query('UPDATE account_sums SET debits = debits + 1 WHERE location_id = $1', [
      downtown,
    ]);
    const wrong = () =>
      shop
        .look((tx) => sql`SELECT * FROM wrong_account_sums(${downtown})`.execute(tx))
        .then(({ rows }) => rows);
    expect((await wrong()).length).toBeGreaterThan(0);

    await healAllAccountSums(shop.db);
    expect(await wrong()).toEqual([]);
    await expectExact([today]);

    await moveToTimeZone(admin, downtown, 'Asia/Tokyo');
    await expectExact([today]);
    expect(await wrong()).toEqual([]);
  });

  test("restarts the marketplace's sums in its new time zone", async () => {
    await sumAllAccounts(shop.db);
    const summed = async () => {
      const { rows } = await shop.db.owner.query(
        'SELECT FROM account_sums_until WHERE location_id = marketplace_books()',
      );
      return rows.length;
    };
    expect(await summed()).toBe(1);

    const { version } = await admin.do(settingsRoutes.get);
    await admin.do(settingsRoutes.update, { body: { version, timeZone: 'Asia/Tokyo' } });

    expect(await summed()).toBe(0);
  });

  test('rejects direct writes, and covers all accounts in the database', async () => {
    const writing = shop.look((tx) => sql`UPDATE account_sums SET debits = 0`.execute(tx));
    await expect(writing).rejects.toThrow('permission denied');

    const { rows } = await shop.look((tx) =>
      sql<{ all: string[] }>`SELECT ledger_accounts() AS all`.execute(tx),
    );
    expect(rows[0]!.all.toSorted()).toEqual([...ledgerAccounts].toSorted());
  });
});
