import type { Address } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import type {
  VendorClaim,
  VendorClaimPage,
  VendorDuePage,
  VendorDueRow,
  VendorPaymentInput,
} from '@aisle/contract/finance/vendor-claims';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { missingAt, mustFind } from '../../core/problem.ts';
import { announceJournals } from '../../ledgers/money/journal.queries.ts';

const claims = (tx: Tx) =>
  tx.selectFrom('vendor_claims as c').innerJoin('vendors as v', 'v.id', 'c.vendor_id');
type ClaimQuery = ReturnType<typeof claims>;

const withRow = (query: ClaimQuery) =>
  query
    .select([
      'c.id as _id',
      'c.from_day as from',
      'c.to_day as to',
      'c.amount',
      'c.created_by_name as createdBy',
    ])
    .select(['c.created_at as createdAt', 'c.version'])
    .select([
      sql<string>`format_number('vendorClaim', c.number)`.as('number'),
      sql<VendorClaim['vendor']>`jsonb_build_object('_id', v.id, 'name', v.name)`.as('vendor'),
      sql<VendorClaim['status']>`CASE WHEN c.settled_at IS NULL THEN 'open' ELSE 'settled' END`.as('status'),
      sql<
        VendorClaim['payment']
      >`CASE WHEN c.settled_at IS NOT NULL THEN jsonb_build_object('method', c.method,
        'reference', c.reference, 'paidOn', c.paid_on, 'by', c.settled_by_name, 'at', iso(c.settled_at)) END`.as(
        'payment',
      ),
    ]);

const sortColumns = {
  number: sql.ref('c.number'),
  to: sql.ref('c.to_day'),
  amount: sql.ref('c.amount'),
  vendorName: byName('v.name'),
  createdAt: sql.ref('c.created_at'),
};
export function listClaims(tx: Tx, request: VendorClaimPage): List<Page<VendorClaim>> {
  const { filters, search, sort } = request;
  let filtered = claims(tx);
  if (filters.vendorId) filtered = filtered.where('c.vendor_id', '=', filters.vendorId);
  if (filters.status)
    filtered = filtered.where('c.settled_at', filters.status === 'open' ? 'is' : 'is not', null);
  if (filters.from) filtered = filtered.where('c.to_day', '>=', filters.from);
  if (filters.to) filtered = filtered.where('c.to_day', '<=', filters.to);
  if (search) {
    filtered = filtered.where(
      sql<SqlBool>`(${isNumbered('c.number', 'vendorClaim', search)} OR ${hasWords(search, 'v.name')})`,
    );
  }
  return listOf(tx, filtered, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'number'], sql.ref('c.number')],
      direction: sort?.order ?? 'desc',
    },
    id: sql.ref('c.id'),
    select: withRow,
    sums: { columns: ['amount'], rows: filtered.select('c.amount') },
  });
}

export async function getClaim(tx: Tx, id: string): Promise<VendorClaim> {
  return mustFind(await withRow(claims(tx).where('c.id', '=', id)).executeTakeFirst(), 'Claim');
}

export async function vendorAddressOf(tx: Tx, vendorId: string): Promise<Address | null> {
  const row = await tx
    .selectFrom('vendors')
    .select(sql<Address | null>`address`.as('address'))
    .where('id', '=', vendorId)
    .executeTakeFirstOrThrow();
  return row.address;
}

/**
 * The entries of a vendor on no claim yet, posted before a time. A claim takes all entries before its cut, so that earlier ones are
 * left only by transactions that were running then, and no transaction runs for a day.
 */
export const unclaimed = (vendor: RawBuilder<unknown>, cut: RawBuilder<unknown>) => sql`
  SELECT e.location_id, e.journal_id, e.position, e.posted_at, e.part, e.amount FROM ledger_entries e
  WHERE e.vendor_id = ${vendor} AND e.part <> 'payment' AND e.posted_at < ${cut}
    AND e.posted_at >= coalesce((SELECT max(past.cut) - interval '1 day' FROM vendor_claims past
      WHERE past.vendor_id = ${vendor}), '-infinity')
    AND NOT EXISTS (SELECT FROM vendor_claim_entries x WHERE x.location_id = e.location_id
      AND x.journal_id = e.journal_id AND x.position = e.position)`;

const dueSort = { vendorName: byName('d.name'), amount: sql.ref('d.amount'), since: sql.ref('d.since') };
/** Vendors with entries on no claim yet. */
export function listDue(tx: Tx, request: VendorDuePage): List<Page<VendorDueRow>> {
  const { search, sort } = request;
  const due = sql`SELECT v.id, v.name, u.amount, u.since FROM vendors v
    CROSS JOIN LATERAL (SELECT sum(open.amount)::bigint AS amount,
        (min(open.posted_at) AT TIME ZONE marketplace_time_zone())::date AS since
      FROM (${unclaimed(sql`v.id`, sql`'infinity'`)}) open) u
    WHERE u.since IS NOT NULL AND ${search ? hasWords(search, 'v.name') : sql`true`}`;
  return listOf(tx, due, {
    request,
    sort: {
      columns: [dueSort[sort?.field ?? 'vendorName'], sql.ref('d.id')],
      direction: sort?.order ?? 'asc',
    },
    rows: ({ cursor, after, orderBy, limit }) => sql<VendorDueRow>`
      SELECT d.id AS "vendorId", d.name AS "vendorName", d.amount, d.since, ${cursor}
      FROM (${due}) d WHERE ${after} ${orderBy} ${limit}`,
    toRow: ({ vendorId, vendorName, amount, since }) => ({ vendorId, vendorName, amount, since }),
    sums: { columns: ['amount'], rows: sql`SELECT d.amount FROM (${due}) d` },
  });
}

/** The facts that determine what a claim through a day contains. */
export interface ClaimPeriod {
  vendor: VendorClaim['vendor'];
  /** The calendar day of the marketplace. */
  today: string;
  to: string;
  /** The end of the last day, or now if it isn't over. */
  cut: string;
}
export async function readPeriod(tx: Tx, vendorId: string, to: string | undefined): Promise<ClaimPeriod> {
  const { rows } = await sql<ClaimPeriod>`
    SELECT jsonb_build_object('_id', v.id, 'name', v.name) AS vendor, day.today, day.to,
      least(clock_timestamp(), (day.to + 1)::timestamp AT TIME ZONE marketplace_time_zone()) AS cut
    FROM vendors v CROSS JOIN LATERAL (SELECT today, coalesce(${to ?? null}::date, today) AS to
      FROM (SELECT (clock_timestamp() AT TIME ZONE marketplace_time_zone())::date AS today) now) day
    WHERE v.id = ${vendorId}`.execute(tx);
  if (!rows[0]) throw missingAt('vendorId', 'Vendor');
  return rows[0];
}

/** Serializes the claims of a vendor. */
export async function lockClaimsOf(tx: Tx, vendorId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('vendor claims ' || ${vendorId}::text, 0))`.execute(
    tx,
  );
}

export interface Unclaimed {
  /** The day of the first entry; null if there is none. */
  from: string | null;
  amount: number;
}
export async function readUnclaimed(tx: Tx, { vendor, cut }: ClaimPeriod): Promise<Unclaimed> {
  const { rows } = await sql<Unclaimed>`
    SELECT (min(e.posted_at) AT TIME ZONE marketplace_time_zone())::date AS from, coalesce(sum(e.amount), 0)::bigint AS amount
    FROM (${unclaimed(sql`${vendor._id}::uuid`, sql`${cut}::timestamptz`)}) e`.execute(tx);
  return rows[0]!;
}

export interface ClaimCreator extends Pick<Actor, 'userId' | 'name'> {
  /** Defaults to now; the demo sets it to a time in the past. */
  createdAt?: string;
}
/** Creates a claim with all its entries. Returns undefined if the vendor owes nothing. */
export async function insertClaim(
  tx: Tx,
  { userId, name, createdAt }: ClaimCreator,
  { vendor, to, cut }: ClaimPeriod,
): Promise<string | undefined> {
  const id = newId();
  const { numAffectedRows } = await sql`
    WITH taken AS MATERIALIZED (${unclaimed(sql`${vendor._id}::uuid`, sql`${cut}::timestamptz`)}), claim AS (
      INSERT INTO vendor_claims (id, vendor_id, from_day, to_day, cut, entries, amount, created_by, created_by_name,
        created_at)
      SELECT ${id}, ${vendor._id}, (min(posted_at) AT TIME ZONE marketplace_time_zone())::date, ${to}::date,
        ${cut}::timestamptz, count(*), sum(amount), ${userId}::uuid, ${name}::text,
        coalesce(${createdAt ?? null}::timestamptz, now())
      FROM taken HAVING sum(amount) > 0 RETURNING id
    )
    INSERT INTO vendor_claim_entries (location_id, journal_id, position, claim_id)
    SELECT taken.location_id, taken.journal_id, taken.position, claim.id FROM taken CROSS JOIN claim`.execute(
    tx,
  );
  return numAffectedRows ? id : undefined;
}

/** Locks a claim until the transaction ends, so that it is settled only once. */
export async function lockClaim(tx: Tx, id: string): Promise<VendorClaim & { today: string }> {
  await sql`SELECT FROM vendor_claims WHERE id = ${id} FOR UPDATE`.execute(tx);
  const claim = await getClaim(tx, id);
  const { today } = await readPeriod(tx, claim.vendor._id, undefined);
  return { ...claim, today };
}

/** Records the payment of a locked claim, and posts it at the locations whose entries it settles. */
export async function settleClaim(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'name'>,
  { _id: id, vendor }: VendorClaim,
  { method, reference, paidOn }: Omit<VendorPaymentInput, 'amount' | 'version'>,
): Promise<void> {
  await sql`
    WITH settled AS (
      UPDATE vendor_claims SET method = ${method}, reference = ${reference}, paid_on = ${paidOn}, settled_at = now(),
        settled_by = ${actor.userId}, settled_by_name = ${actor.name}
      WHERE id = ${id}
    ), owed AS MATERIALIZED (
      SELECT e.location_id, new_uuid_v7() AS journal_id, sum(e.amount)::bigint AS amount
      FROM vendor_claim_entries x JOIN ledger_entries e USING (location_id, journal_id, position)
      WHERE x.claim_id = ${id} GROUP BY e.location_id HAVING sum(e.amount) <> 0
    ), journal AS (
      INSERT INTO journals (location_id, id, kind, cause_id, user_id)
      SELECT location_id, journal_id, 'vendorPayment', ${id}, ${actor.userId} FROM owed
    ), announced AS (
      ${announceJournals(sql`location_id`, sql`FROM owed`)}
    )
    INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount, vendor_id)
    SELECT location_id, journal_id, entry.position, entry.account, 'payment', entry.sign * amount, entry.vendor
    FROM owed CROSS JOIN (VALUES (1, 'payouts', 1, NULL::uuid), (2, 'vendorClaims', -1, ${vendor._id}::uuid))
      AS entry (position, account, sign, vendor)`.execute(tx);
}
