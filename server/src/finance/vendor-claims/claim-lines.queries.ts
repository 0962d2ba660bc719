import type { Page } from '@aisle/contract/core/page';
import type {
  ClaimedPromotion,
  VendorClaimLine,
  VendorClaimLinePage,
  VendorClaimView,
} from '@aisle/contract/finance/vendor-claims';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { lineNamePairs } from '../../core/list/item-names.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { refundOfJournal } from '../../ledgers/money/journal.queries.ts';
import type { NewClaimLine, VendorJournal } from './claim-lines.ts';
import { type ClaimPeriod, unclaimed } from './vendor-claims.queries.ts';

/** The sales and refunds of entries, with the amounts of their lines. */
async function readJournals(tx: Tx, entries: RawBuilder<unknown>): Promise<VendorJournal[]> {
  const { rows } = await sql<VendorJournal>`
    SELECT j.location_id AS "locationId", j.id AS "journalId", j.order_id AS "orderId",
      (SELECT coalesce(json_agg(json_build_object('id', n.id, 'unitPrice', n.unit_price, 'quantity', n.quantity,
          'pickedQuantity', n.picked_quantity, 'removed', n.removed, 'total', n.total, 'discounts', n.discounts)
          ORDER BY n.position), '[]')
        FROM order_lines n WHERE n.location_id = j.location_id AND n.order_id = j.order_id
          AND n.discounts IS NOT NULL) AS lines,
      o.promotions -> 'delivery' AS delivery, taken.delivery_amount AS "deliveryAmount",
      coalesce(v.lines, r.lines) AS refunded, j.kind = 'refundReversal' AS "isReversed"
    FROM (SELECT location_id, journal_id,
        coalesce(sum(amount) FILTER (WHERE part = 'deliveryPromotion'), 0)::bigint AS delivery_amount
      FROM (${entries}) e GROUP BY location_id, journal_id) taken
    JOIN journals j ON j.location_id = taken.location_id AND j.id = taken.journal_id
    JOIN orders o ON o.location_id = j.location_id AND o.id = j.order_id
    ${refundOfJournal('j')}
    ORDER BY j.posted_at, j.id`.execute(tx);
  return rows;
}
export const journalsOfClaim = (tx: Tx, id: string): Promise<VendorJournal[]> =>
  readJournals(
    tx,
    sql`SELECT location_id, journal_id, part, amount FROM vendor_claim_entries
      JOIN ledger_entries USING (location_id, journal_id, position) WHERE claim_id = ${id}`,
  );
export const unclaimedJournals = (tx: Tx, { vendor, cut }: ClaimPeriod): Promise<VendorJournal[]> =>
  readJournals(tx, unclaimed(sql`${vendor._id}::uuid`, sql`${cut}::timestamptz`));

export async function insertLines(tx: Tx, claimId: string, lines: readonly NewClaimLine[]): Promise<void> {
  await sql`
    INSERT INTO vendor_claim_lines (claim_id, position, location_id, journal_id, order_id, line_id, promotion_id, units, amount)
    SELECT ${claimId}, line.position, line."locationId", line."journalId", line."orderId", line."lineId", line."promotionId",
      line.units, line.amount
    FROM jsonb_to_recordset(${JSON.stringify(lines.map((line, position) => ({ position, ...line })))}::jsonb)
      AS line (position integer, "locationId" uuid, "journalId" uuid, "orderId" uuid, "lineId" uuid, "promotionId" uuid,
        units numeric, amount bigint)`.execute(tx);
}

/** The contents of lines: the number of orders, and the amounts by promotion, largest first. */
type Contents = Pick<VendorClaimView, 'orders' | 'promotions'>;
const contentsOf = (lines: RawBuilder<unknown>) => sql<Contents>`
  WITH line AS MATERIALIZED (${lines})
  SELECT (SELECT count(DISTINCT order_id) FROM line) AS orders,
    (SELECT coalesce(json_agg(json_build_object('promotionId', p.id, 'number', format_number('promotion', p.number),
        'label', p.label, 'units', part.units, 'amount', part.amount) ORDER BY part.amount DESC, p.number), '[]')
      FROM (SELECT promotion_id, sum(units) AS units, sum(amount)::bigint AS amount FROM line GROUP BY promotion_id) part
      JOIN promotions p ON p.id = part.promotion_id) AS promotions`;
export async function contentsOfClaim(tx: Tx, id: string): Promise<Contents> {
  const lines = sql`SELECT order_id, promotion_id, units, amount FROM vendor_claim_lines WHERE claim_id = ${id}`;
  return (await contentsOf(lines).execute(tx)).rows[0]!;
}
export async function contentsOfLines(tx: Tx, lines: readonly NewClaimLine[]): Promise<Contents> {
  const rows = lines.map(({ orderId, promotionId, units, amount }) => ({
    order_id: orderId,
    promotion_id: promotionId,
    units,
    amount,
  }));
  const listed = sql`SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS line (order_id uuid, promotion_id uuid, units numeric, amount bigint)`;
  return (await contentsOf(listed).execute(tx)).rows[0]!;
}

const promotionJson = sql<ClaimedPromotion>`jsonb_build_object('promotionId', p.id,
  'number', format_number('promotion', p.number), 'label', p.label)`;

/** The first lines of a claim, for its PDF. */
export async function firstLines(tx: Tx, claimId: string, limit: number): Promise<VendorClaimLine[]> {
  return (await listLines(tx, { claimId, page: 1, limit, filters: {} }).page()).records;
}

/** The lines of a claim, oldest first. */
export function listLines(tx: Tx, request: VendorClaimLinePage): List<Page<VendorClaimLine>> {
  const { claimId, filters, search, sort } = request;
  let lines = tx
    .selectFrom('vendor_claim_lines as c')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.location_id', '=', 'c.location_id').onRef('o.id', '=', 'c.order_id'),
    )
    .where('c.claim_id', '=', claimId);
  if (filters.promotionId) lines = lines.where('c.promotion_id', '=', filters.promotionId);
  if (search) lines = lines.where(sql<SqlBool>`${isNumbered('o.number', 'order', search)}`);
  return listOf(tx, lines, {
    request,
    // Lines are numbered by the time of their entries.
    sort: { columns: [sql.ref('c.position')], direction: sort?.order ?? 'asc' },
    select: (query) =>
      query
        .innerJoin('journals as j', (join) =>
          join.onRef('j.location_id', '=', 'c.location_id').onRef('j.id', '=', 'c.journal_id'),
        )
        .innerJoin('locations as l', 'l.id', 'c.location_id')
        .innerJoin('promotions as p', 'p.id', 'c.promotion_id')
        .leftJoin('order_lines as n', (join) =>
          join
            .onRef('n.location_id', '=', 'c.location_id')
            .onRef('n.order_id', '=', 'c.order_id')
            .onRef('n.id', '=', 'c.line_id'),
        )
        .select(['l.name as locationName', 'c.units', 'c.amount'])
        .select([
          sql<string>`c.claim_id || ' ' || c.position`.as('_id'),
          sql<string>`(j.posted_at AT TIME ZONE l.time_zone)::date`.as('day'),
          sql<
            VendorClaimLine['order']
          >`jsonb_build_object('_id', o.id, 'number', format_number('order', o.number))`.as('order'),
          sql<boolean>`j.kind IN ('refund', 'refundReversal')`.as('isRefund'),
          sql<VendorClaimLine['item']>`CASE WHEN n.id IS NOT NULL THEN
            jsonb_build_object('name', n.name, ${sql.raw(lineNamePairs)}, 'sku', n.sku) END`.as('item'),
          promotionJson.as('promotion'),
        ]),
    sums: { columns: ['amount'], rows: lines.select('c.amount') },
  });
}
