import { dayIn, instantIn } from '@aisle/contract/core/dates';
import type pg from 'pg';
import { idOf } from './ids.ts';
import type { Marketplace } from './marketplace.ts';

/** The statement of a sale. Months have paid statements, except the last complete one and the current one. */
export function statementOf({
  locations,
  now,
}: Marketplace): (location: number, at: number) => string | null {
  const known = new Map<string, string | null>();
  return (location, at) => {
    const { timeZone } = locations[location]!;
    const month = dayIn(timeZone, new Date(at)).slice(0, 7);
    const key = `${location} ${month}`;
    if (!known.has(key)) {
      const isPaid = nextMonth(nextMonth(month)) <= dayIn(timeZone, new Date(now)).slice(0, 7);
      const begin = Date.parse(instantIn(timeZone, `${month}-01`, '00:00'));
      known.set(key, isPaid ? idOf('statement', begin, location) : null);
    }
    return known.get(key)!;
  };
}
const nextMonth = (month: string): string => {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next.toISOString().slice(0, 7);
};

/** Adds up the entries of each statement and pays it five days after its period. Triggers are disabled meanwhile. */
export async function fillStatements(client: pg.ClientBase): Promise<void> {
  for (const statement of [statements, payouts, journals, entries, payables]) await client.query(statement);
}

const sumOf = (section: string) => `coalesce(sum(e.amount) FILTER (WHERE e.section = '${section}'), 0)`;
const statements = `
  INSERT INTO statements (location_id, id, number, from_day, to_day, cut, status, entries, orders, goods, tax, commission,
    discounts, coins, refunds, corrections, adjustments, tax_remitted, total, created_at)
  SELECT s.location_id, s.id, nextval('statement_number'), s.month, s.next - 1, s.cut, 'paid', s.entries, s.orders, s.goods,
    s.tax, s.commission, 0, 0, 0, 0, 0, 0, s.total, s.cut + interval '3 days'
  FROM (
    SELECT m.*, (m.month + interval '1 month')::date AS next,
      (m.month + interval '1 month') AT TIME ZONE l.time_zone AS cut
    FROM (
      SELECT e.location_id, e.statement_id AS id,
        date_trunc('month', min(e.posted_at) AT TIME ZONE min(l.time_zone))::date AS month,
        count(*) AS entries, count(DISTINCT e.journal_id) AS orders, ${sumOf('goods')} AS goods, ${sumOf('tax')} AS tax,
        ${sumOf('commission')} AS commission, sum(e.amount) AS total
      FROM payable_entries e JOIN locations l ON l.id = e.location_id
      WHERE e.statement_id IS NOT NULL GROUP BY e.location_id, e.statement_id) m
    JOIN locations l ON l.id = m.location_id
    ORDER BY cut, m.location_id) s`;
const payouts = `
  INSERT INTO payouts (location_id, id, statement_id, amount, method, reference, paid_on, user_name, created_at)
  SELECT location_id, gen_random_uuid(), id, total, 'bankTransfer', format_number('statement', number), to_day + 5,
    'Bench Owner', created_at + interval '2 days'
  FROM statements`;
const journals = `
  INSERT INTO journals (location_id, id, kind, cause_id, posted_at)
  SELECT location_id, gen_random_uuid(), 'payout', id, created_at FROM payouts`;
const paid = `journals j JOIN payouts p ON p.location_id = j.location_id AND p.id = j.cause_id WHERE j.kind = 'payout'`;
const entries = `
  INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount, posted_at)
  SELECT j.location_id, j.id, entry.position, entry.account, 'payout', entry.sign * p.amount, j.posted_at
  FROM (VALUES (1, 'locationPayable', 1), (2, 'payouts', -1)) AS entry (position, account, sign), ${paid}`;
const payables = `
  INSERT INTO payable_entries (location_id, journal_id, position, posted_at, amount, section, statement_id)
  SELECT j.location_id, j.id, 1, j.posted_at, -p.amount, 'payout', p.statement_id FROM ${paid}`;
