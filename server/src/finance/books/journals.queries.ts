import { formatNumber, type NumberKind, numbersBeginning } from '@aisle/contract/core/numbers';
import type { Page } from '@aisle/contract/core/page';
import type {
  BookEntry,
  BookEntryPage,
  Journal,
  JournalEntry,
  JournalPage,
} from '@aisle/contract/finance/books';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isOneOf } from '../../core/db/literals.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { readCursor } from '../../core/list/cursor.ts';
import { allOf, conditionsOf, type FilterConditions } from '../../core/list/filters.ts';
import { type List, listOf, listPage, type PageSql } from '../../core/list/list.ts';
import { numberedRows } from '../../core/list/numbers.ts';

type Filters = JournalPage['filters'];

/** A range of days in the time zone of the location `l`, applied to a `posted_at` column. */
const within = ({ from, to }: Filters, postedAt: string): RawBuilder<SqlBool> =>
  allOf([
    ...(from
      ? [sql<SqlBool>`${sql.ref(postedAt)} >= ${from}::date::timestamp AT TIME ZONE l.time_zone`]
      : []),
    ...(to
      ? [sql<SqlBool>`${sql.ref(postedAt)} < (${to}::date + 1)::timestamp AT TIME ZONE l.time_zone`]
      : []),
  ]);

const locationFilters = (actor: Actor, { locationId }: Filters): RawBuilder<SqlBool> => {
  const location = locationOf(actor, locationId);
  return location === undefined ? sql`true` : sql`l.id = ${location}`;
};

/** Conditions on a journal `j`, besides its account and days. */
const conditions: FilterConditions<Pick<Filters, 'kind' | 'orderId'>> = {
  // Uses literals, so that the planner can choose the right index.
  kind: (kind) => isOneOf('j.kind', [kind]),
  orderId: (orderId) => sql`j.order_id = ${orderId}`,
};
const journalFilters = ({ filters, search }: JournalPage): RawBuilder<SqlBool> =>
  allOf([
    ...conditionsOf(conditions, { kind: filters.kind, orderId: filters.orderId }),
    ...(search ? [sql<SqlBool>`(${hasJournalNumber(search)} OR ${hasOrderNumber(search)})`] : []),
  ]);
/** Orders of the location `l`, because the query runs separately for each set of books. */
const hasOrderNumber = (search: string): RawBuilder<SqlBool> => {
  const numbers = numbersBeginning('order', search);
  return numbers.length === 0
    ? sql`false`
    : sql`j.order_id = ANY (ARRAY(${numberedRows('orders', sql`id`, numbers, { location: sql`l.id` })}))`;
};

const hasJournalNumber = (search: string): RawBuilder<SqlBool> => {
  const numbers = numbersBeginning('journal', search);
  return numbers.length === 0
    ? sql`false`
    : sql`j.id = ANY (ARRAY(${numberedRows('journals', sql`id`, numbers, { location: sql`l.id` })}))`;
};

/**
 * The journals at the location `l`, each once and read in order from an index: by account, kind or time. OFFSET 0 keeps the
 * planner from scanning all of them for those of an order.
 */
function journalsAtLocation(request: JournalPage): RawBuilder<unknown> {
  const { account, kind, orderId } = request.filters;
  const isOfOrder = orderId !== undefined || Boolean(request.search);
  if (account && !isOfOrder && (kind === undefined || kind === 'sale')) {
    return sql`
      SELECT e.posted_at, e.journal_id AS id, e.location_id FROM ledger_entries e
      WHERE e.location_id = l.id AND e.account = ${account} AND ${within(request.filters, 'e.posted_at')}
        AND NOT EXISTS (SELECT FROM ledger_entries first WHERE first.location_id = e.location_id
          AND first.journal_id = e.journal_id AND first.account = ${account} AND first.position < e.position)
        AND ${kind ? sql`EXISTS (SELECT FROM journals k WHERE k.location_id = e.location_id AND k.id = e.journal_id AND k.kind = ${kind})` : sql`true`}`;
  }
  return sql`
    SELECT j.posted_at, j.id, j.location_id FROM journals j
    WHERE j.location_id = l.id AND ${within(request.filters, 'j.posted_at')} AND ${journalFilters(request)}
      AND ${account ? sql`EXISTS (SELECT FROM ledger_entries e WHERE e.location_id = j.location_id AND e.journal_id = j.id AND e.account = ${account})` : sql`true`}
    ${isOfOrder ? sql`OFFSET 0` : sql``}`;
}

/** The order of the journal `k`, the statement that includes it or that it pays, and the claim whose payment it is. */
const sources = sql`
  LEFT JOIN orders o ON o.location_id = k.location_id AND o.id = k.order_id
  LEFT JOIN LATERAL (SELECT p.statement_id FROM payable_entries p
    WHERE p.location_id = k.location_id AND p.journal_id = k.id AND p.statement_id IS NOT NULL LIMIT 1) stated ON true
  LEFT JOIN statements s ON s.location_id = k.location_id AND s.id = stated.statement_id
  LEFT JOIN vendor_claims c ON k.kind = 'vendorPayment' AND c.id = k.cause_id`;
const locationJson = sql`json_build_object('_id', l.id, 'name', l.name, 'timeZone', l.time_zone)`;

interface SourceRead {
  orderId: string | null;
  orderNumber: number | null;
  statementId: string | null;
  statementNumber: number | null;
  claimId: string | null;
  claimNumber: number | null;
}
const sourceColumns = sql`o.id AS "orderId", o.number AS "orderNumber", s.id AS "statementId", s.number AS "statementNumber",
  c.id AS "claimId", c.number AS "claimNumber"`;
const refOf = (kind: NumberKind, id: string | null, number: number | null) =>
  id && number !== null ? { _id: id, number: formatNumber(kind, number) } : null;
const withSource = <Row extends SourceRead>({
  orderId,
  orderNumber,
  statementId,
  statementNumber,
  claimId,
  claimNumber,
  ...row
}: Row) => ({
  ...row,
  order: refOf('order', orderId, orderNumber),
  statement: refOf('statement', statementId, statementNumber),
  vendorClaim: refOf('vendorClaim', claimId, claimNumber),
});

/** Helps the planner's estimates: days in UTC, for which it has statistics. */
const daysOf = ({ from, to }: Filters): RawBuilder<SqlBool> =>
  allOf([
    ...(from ? [sql<SqlBool>`posted_at >= ${from}::date::timestamptz`] : []),
    ...(to ? [sql<SqlBool>`posted_at < (${to}::date + 1)::timestamptz`] : []),
  ]);
function estimatedJournals(tx: Tx, actor: Actor, { filters }: JournalPage) {
  const location = locationOf(actor, filters.locationId);
  let query = tx.selectFrom('journals as j').where(daysOf(filters));
  if (location !== undefined) query = query.where('j.location_id', '=', location);
  if (filters.kind) query = query.where('j.kind', '=', filters.kind);
  return query;
}
function estimatedEntries(tx: Tx, actor: Actor, { filters }: BookEntryPage) {
  const location = locationOf(actor, filters.locationId);
  let query = tx.selectFrom('ledger_entries as e').where(daysOf(filters));
  if (location !== undefined) query = query.where('e.location_id', '=', location);
  if (filters.account) query = query.where('e.account', '=', filters.account);
  return query;
}

type JournalRead = Omit<Journal, 'order' | 'statement' | 'vendorClaim' | 'entries'> &
  SourceRead & { entries: Omit<JournalEntry, 'code'>[] };
type ListedJournal = Omit<Journal, 'entries'> & Pick<JournalRead, 'entries'>;

/** Journals, newest first. Finds each location's journals by index, and keeps the newest of all. */
export function listJournals(tx: Tx, actor: Actor, request: JournalPage): List<Page<ListedJournal>> {
  const here = journalsAtLocation(request);
  const places = locationFilters(actor, request.filters);
  const rows = ({ cursor, after, orderBy, limit, lastRow }: PageSql) => sql<JournalRead>`
    WITH j AS MATERIALIZED (
      SELECT j.* FROM sets_of_books l CROSS JOIN LATERAL (
        SELECT j.* FROM (${here}) j WHERE ${after} ${orderBy} LIMIT ${lastRow}) j
      WHERE ${places} ${orderBy} ${limit}
    )
    SELECT j.id AS "_id", format_number('journal', k.number) AS number, k.kind, j.posted_at AS "postedAt", ${locationJson} AS location, ${sourceColumns},
      CASE WHEN k.kind IN ('refund', 'refundReversal') THEN coalesce((SELECT v.refund_id FROM refund_reversals v
        WHERE v.location_id = k.location_id AND v.id = k.cause_id), k.cause_id) END AS "refundId",
      (SELECT nullif(concat_ws(' ', u.first_name, u.last_name), '') FROM users u WHERE u.id = k.user_id) AS by,
      entry.amount, entry.entries, ${cursor}
    FROM j JOIN journals k ON k.location_id = j.location_id AND k.id = j.id
    JOIN sets_of_books l ON l.id = j.location_id ${sources}
    CROSS JOIN LATERAL (SELECT coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0)::bigint AS amount,
        coalesce(json_agg(json_build_object('account', e.account, 'part', e.part, 'amount', e.amount)
          ORDER BY e.position), '[]') AS entries
      FROM ledger_entries e WHERE e.location_id = j.location_id AND e.journal_id = j.id) entry
    ${orderBy}`;
  return listOf(tx, sql`SELECT FROM sets_of_books l CROSS JOIN LATERAL (${here}) j WHERE ${places}`, {
    request,
    sort: { columns: [sql.ref('j.posted_at'), sql.ref('j.id')], direction: request.sort?.order ?? 'desc' },
    rows,
    toRow: withSource,
    locationScope: {
      actor,
      table: 'journals',
      column: 'j.location_id',
      location: locationOf(actor, request.filters.locationId),
      estimated: estimatedJournals(tx, actor, request),
    },
    sharedBy: `journals ${actor.locations?.join() ?? 'everywhere'}`,
    sums: {
      columns: ['amount'],
      rows: sql`SELECT (SELECT sum(e.amount) FROM ledger_entries e
          WHERE e.location_id = j.location_id AND e.journal_id = j.id AND e.amount > 0) AS amount
        FROM sets_of_books l CROSS JOIN LATERAL (${here}) j WHERE ${places}`,
    },
  });
}

/** The entries at the location `l` in export order, after the cursor. */
function entriesAtLocation(request: BookEntryPage): RawBuilder<unknown> {
  const { cursor, filters } = request;
  // One index of entries has both time and account; an index of journals has time alone.
  const postedAt = filters.account ? 'e.posted_at' : 'j.posted_at';
  const [location, reached] = cursor === undefined ? [] : readCursor(cursor, 4);
  return sql`
    SELECT j.location_id, ${sql.ref(postedAt)} AS posted_at, j.id AS journal_id, e.position, e.account, e.part, e.amount
    FROM journals j JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
    WHERE j.location_id = l.id AND e.location_id = l.id AND ${within(filters, postedAt)} AND ${journalFilters(request)}
      AND ${filters.account ? sql`e.account = ${filters.account}` : sql`true`}
      AND ${location === undefined ? sql`true` : sql`(l.id > ${location}::uuid OR ${sql.ref(postedAt)} >= ${reached}::timestamptz)`}`;
}

type EntryRead = Omit<BookEntry, 'order' | 'statement' | 'vendorClaim' | 'code'> & SourceRead;
type ListedEntry = Omit<BookEntry, 'code'>;

/** Entries by location, oldest first, so that an export reads one location after the other. */
export async function listEntries(tx: Tx, actor: Actor, request: BookEntryPage): Promise<Page<ListedEntry>> {
  const here = entriesAtLocation(request);
  const [begun] = request.cursor === undefined ? [] : readCursor(request.cursor, 4);
  const places = allOf([
    locationFilters(actor, request.filters),
    ...(begun === undefined ? [] : [sql<SqlBool>`l.id >= ${begun}::uuid`]),
  ]);
  return listPage(tx, sql`SELECT FROM sets_of_books l CROSS JOIN LATERAL (${here}) e WHERE ${places}`, {
    request,
    sort: {
      columns: ['l.id', 'e.posted_at', 'e.journal_id', 'e.position'].map((column) => sql.ref(column)),
      direction: 'asc',
    },
    rows: ({ cursor, after, orderBy, limit, lastRow }) => sql<EntryRead>`
      WITH e AS MATERIALIZED (
        SELECT e.* FROM sets_of_books l CROSS JOIN LATERAL (
          SELECT e.* FROM (${here}) e WHERE ${after} ${orderBy} LIMIT ${lastRow}) e
        WHERE ${places} ${orderBy} ${limit}
      )
      SELECT e.journal_id || ' ' || e.position AS "_id", k.id AS "journalId",
        format_number('journal', k.number) AS "journalNumber",
        (e.posted_at AT TIME ZONE l.time_zone)::date AS day, k.kind, e.posted_at AS "postedAt",
        ${locationJson} AS location, ${sourceColumns}, e.account, e.part, e.amount, ${cursor}
      FROM e JOIN journals k ON k.location_id = e.location_id AND k.id = e.journal_id
      JOIN sets_of_books l ON l.id = e.location_id ${sources}
      ${orderBy}`,
    toRow: withSource,
    locationScope: {
      actor,
      table: 'ledger_entries',
      column: 'e.location_id',
      location: locationOf(actor, request.filters.locationId),
      estimated: estimatedEntries(tx, actor, request),
    },
  });
}
