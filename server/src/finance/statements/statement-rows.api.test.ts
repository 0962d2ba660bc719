import type { Statement } from '@aisle/contract/finance/statements';
import { type RawBuilder, sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addGoods, addOrderLocation } from '../../../test/order-builders.ts';
import { dayAgo, recordPayout, recordVoid, refundNow, state } from '../../../test/payable-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

// The database rejects errors that code misses. Each is tried as the owner of the tables, who has all other rights.

let here: string;
let goods: string;

const shop = await openShop();
const finance = await shop.signIn();
beforeEach(async () => {
  here = await addOrderLocation(shop);
  goods = await addGoods(shop, here, { price: 1000 });
});

const sell = (quantity = 1) => deliver(finance, here, goods, { quantity });
async function asOwner(...queries: string[]): Promise<void> {
  const client = await shop.db.owner.connect();
  try {
    await client.query('BEGIN');
    for (const query of queries) await client.query(query);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
const asServer = (query: RawBuilder<unknown>) => shop.look((tx) => query.execute(tx));

interface Row {
  number?: number;
  goods?: number;
  commission?: number;
  total?: number;
  status?: string;
  carriedIn?: number;
  carriedFrom?: string;
  /** The condition for entries that move to the statement. */
  moved?: string;
}
/** SQL that inserts a statement by hand, over all unbilled entries. */
function write({ moved = 'true', ...row }: Row, id = newId()): string {
  return `
    WITH moved AS (
      UPDATE payable_entries SET statement_id = '${id}'
      WHERE location_id = '${here}' AND statement_id IS NULL AND ${moved} RETURNING journal_id)
    INSERT INTO statements (location_id, id, from_day, to_day, cut, status, entries, orders, goods, tax, commission,
      discounts, coins, refunds, corrections, adjustments, tax_remitted, carried_in, carried_from, total)
    SELECT '${here}', '${id}', current_date, current_date, now(), '${row.status ?? 'open'}', greatest(count(*), 1),
      count(DISTINCT journal_id), ${row.goods ?? 1000}, 0, ${row.commission ?? -100}, 0, 0, 0, 0, 0, 0,
      ${row.carriedIn ?? 0}, ${row.carriedFrom ? `'${row.carriedFrom}'` : 'NULL'}, ${row.total ?? 900} FROM moved`;
}

describe('a statement', () => {
  test('accepts a statement with the sums of its entries', async () => {
    await sell();

    await asOwner(write({}));
  });

  test.each<[string, Row, string]>([
    ['other sums than its entries', { goods: 1100, total: 1000 }, 'sums of a statement'],
    ['the right total of wrong parts', { goods: 1050, commission: -150 }, 'sums of a statement'],
    ['some of its entries', { moved: "section = 'goods'" }, 'sums of a statement'],
    ['no entries', { moved: 'false' }, 'sums of a statement'],
    ['a total that its parts do not have', { total: 901 }, 'statements_total'],
    ['a payout that nobody made', { status: 'paid' }, 'a new statement is not paid'],
    ['money carried in from nowhere', { carriedIn: 50, total: 950 }, 'carried before it'],
  ])('rejects a statement with %s', async (_, row, refusal) => {
    await sell();

    await expect(asOwner(write(row))).rejects.toThrow(refusal);
  });

  test('requires the full amount of the previous carried statement', async () => {
    await sell();
    const carried = newId();
    await asOwner(write({ status: 'carried' }, carried));
    await sell();

    for (const row of [
      {},
      { carriedFrom: carried, carriedIn: 899, total: 1799 },
      { carriedFrom: newId(), carriedIn: 900, total: 1800 },
    ]) {
      await expect(asOwner(write(row))).rejects.toThrow('carried before it');
    }
    await asOwner(write({ carriedFrom: carried, carriedIn: 900, total: 1800 }));
    await sell();
    await expect(asOwner(write({ carriedFrom: carried, carriedIn: 900, total: 1800 }))).rejects.toThrow(
      'carried before it',
    );
  });

  test('rejects changes except of the status by payouts', async () => {
    await sell();
    const { _id } = await state(finance, here);
    const set = (what: string) => asOwner(`UPDATE statements SET ${what} WHERE id = '${_id}'`);

    for (const change of [
      'goods = goods + 1, total = total + 1',
      'to_day = to_day - 1',
      'number = 1',
      'orders = 9',
    ]) {
      await expect(set(change)).rejects.toThrow('never changed');
    }
    for (const status of ['paid', 'carried']) {
      await expect(set(`status = '${status}'`)).rejects.toThrow('follows its payouts');
    }
  });

  test('allows deleting only the latest, together with freeing all its entries', async () => {
    await sell();
    const first = await state(finance, here);
    await sell();
    const second = await state(finance, here);
    const gone = ({ _id }: Statement) => `DELETE FROM statements WHERE id = '${_id}'`;
    const freed = ({ _id }: Statement) =>
      `UPDATE payable_entries SET statement_id = NULL WHERE statement_id = '${_id}'`;

    await expect(asOwner(gone(second))).rejects.toThrow('with entries cannot be removed');
    await expect(asOwner(freed(second))).rejects.toThrow('only together with their statement');
    await expect(asOwner(freed(second), gone(second))).rejects.toThrow('only together with their statement');
    await expect(asOwner(`WITH gone AS (${gone(first)}) ${freed(first)}`)).rejects.toThrow('only the latest');
    await asOwner(`WITH gone AS (${gone(second)}) ${freed(second)}`);
  });

  test('rejects deleting a paid statement, even after its payout was voided', async () => {
    await sell();
    const made = await state(finance, here);
    await recordVoid(shop, here, await recordPayout(shop, made));

    await expect(
      asOwner(`WITH gone AS (DELETE FROM statements WHERE id = '${made._id}')
        UPDATE payable_entries SET statement_id = NULL WHERE statement_id = '${made._id}' AND section <> 'payout'`),
    ).rejects.toThrow(/payouts_location_id_statement_id_fkey|with entries/);
  });
});

describe('an entry', () => {
  test('rejects moving an entry to another or a new statement or section', async () => {
    await sell();
    const first = await state(finance, here);
    await sell();
    const second = await state(finance, here);
    await sell();
    const move = (set: string, where: string) => asOwner(`UPDATE payable_entries SET ${set} WHERE ${where}`);

    for (const [set, where] of [
      // Swaps entries of the same amount, so that sums don't reveal the error.
      [
        `statement_id = CASE statement_id WHEN '${first._id}' THEN '${second._id}' ELSE '${first._id}' END::uuid`,
        `statement_id IN ('${first._id}', '${second._id}')`,
      ],
      [`statement_id = '${second._id}'`, `location_id = '${here}' AND statement_id IS NULL`],
      [`statement_id = '${newId()}'`, `location_id = '${here}' AND statement_id IS NULL`],
      ["section = 'adjustments'", `location_id = '${here}' AND section = 'goods'`],
      ["section = 'discounts'", `location_id = '${here}' AND section = 'goods' AND statement_id IS NULL`],
      ['amount = amount + 1', `location_id = '${here}' AND statement_id IS NULL`],
      ['position = position + 100', `location_id = '${here}' AND statement_id IS NULL`],
    ] as const) {
      await expect(move(set, where), set).rejects.toThrow();
    }
  });

  test('allows only the ledger to write entries, and rejects deleting them', async () => {
    await sell();

    await expect(asOwner('DELETE FROM payable_entries')).rejects.toThrow('append-only');
    await expect(asOwner('TRUNCATE payable_entries')).rejects.toThrow('append-only');
    await expect(
      asServer(sql`INSERT INTO payable_entries (location_id, journal_id, position, posted_at, amount, section)
        SELECT location_id, journal_id, 99, posted_at, 1, section FROM payable_entries`),
    ).rejects.toThrow('permission denied');
    await expect(asServer(sql`UPDATE payable_entries SET amount = 1`)).rejects.toThrow('permission denied');
    await expect(asServer(sql`UPDATE statements SET status = 'open'`)).rejects.toThrow('permission denied');
  });

  test('allows corrections only on a statement', async () => {
    await refundNow(finance, await sell(), 500);

    await expect(
      asOwner(`UPDATE payable_entries SET section = 'corrections' WHERE section = 'refunds'
        AND location_id = '${here}'`),
    ).rejects.toThrow(/payable_entries_corrections|only together/);
  });
});

describe('a payout', () => {
  const values = (statement: Statement, amount: number) => `
    INSERT INTO payouts (location_id, id, statement_id, amount, method, reference, paid_on, user_name)
    VALUES ('${here}', '${newId()}', '${statement._id}', ${amount}, 'check', '1', '${dayAgo()}', 'Eve')`;

  test('requires the full amount of an open statement, once, and a ledger entry', async () => {
    await sell();
    const made = await state(finance, here);

    await expect(asOwner(values(made, made.total - 1))).rejects.toThrow(
      'pays the total of an open statement',
    );
    await expect(asOwner(values(made, made.total))).rejects.toThrow('the ledger does not hold');
    await recordPayout(shop, made);
    await expect(asOwner(values(made, made.total))).rejects.toThrow(/payouts_of_statement|open statement/);
    await expect(recordPayout(shop, made)).rejects.toThrow();
  });

  test('rejects paying a carried statement', async () => {
    await sell();
    const carried = newId();
    await asOwner(write({ status: 'carried' }, carried));

    await expect(recordPayout(shop, { _id: carried, locationId: here, total: 900 })).rejects.toThrow(
      'open statement',
    );
  });

  test('allows only one void, with its reversal in the ledger', async () => {
    await sell();
    const made = await state(finance, here);
    const id = await recordPayout(shop, made);
    const set = (what: string) => asOwner(`UPDATE payouts SET ${what} WHERE id = '${id}'`);
    const voided = `void_id = '${newId()}', voided_at = now(), void_reason = 'x', voided_by_name = 'Eve'`;

    await expect(set('amount = 1')).rejects.toThrow('only ever voided');
    await expect(set("reference = 'other'")).rejects.toThrow('only ever voided');
    await expect(set('voided_at = now()')).rejects.toThrow('payouts_voided');
    await expect(set(voided)).rejects.toThrow('the ledger does not hold');
    await expect(asOwner('DELETE FROM payouts')).rejects.toThrow('append-only');
    await recordVoid(shop, here, id);
    await expect(set(voided)).rejects.toThrow('only ever voided');
    await expect(recordVoid(shop, here, id)).rejects.toThrow('only ever voided');
  });

  test('requires a payout for a payout entry in the ledger', async () => {
    await sell();
    const made = await state(finance, here);
    const journal = newId();

    await expect(
      asOwner(
        `INSERT INTO journals (location_id, id, kind, cause_id) VALUES ('${here}', '${journal}', 'payout', '${made._id}')`,
        `INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount) VALUES
          ('${here}', '${journal}', 1, 'locationPayable', 'payout', 5), ('${here}', '${journal}', 2, 'payouts', 'payout', -5)`,
      ),
    ).rejects.toThrow('payable_entries_payout');
  });
});

test('requires a ledger entry for an adjustment, and rejects deleting it', async () => {
  const id = newId();
  const values = `INSERT INTO adjustments (location_id, id, amount, reason, user_name)
    VALUES ('${here}', '${id}', 500, 'Gift', 'Eve')`;

  await expect(asOwner(values)).rejects.toThrow('the ledger does not hold');
  await expect(asOwner('DELETE FROM adjustments')).rejects.toThrow('append-only');
});
