import type { Ref } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import { codeKey } from '@aisle/contract/sales/promotions/promotion-codes';
import type { PromotionStatus } from '@aisle/contract/sales/promotions/promotion-flow';
import type { PromotionSchedule } from '@aisle/contract/sales/promotions/promotion-schedule';
import type { PromotionTerms } from '@aisle/contract/sales/promotions/promotion-terms';
import type {
  Promotion,
  PromotionEdition,
  PromotionFigures,
  PromotionPage,
} from '@aisle/contract/sales/promotions/promotions';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { NewRow, RowChange } from '../../core/db/rows/columns.ts';
import { lockVersion } from '../../core/db/rows/records.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';

const promotions = (tx: Tx) =>
  tx
    .selectFrom('promotions as p')
    .innerJoin('promotion_editions as e', (join) =>
      join.onRef('e.promotion_id', '=', 'p.id').onRef('e.number', '=', 'p.edition'),
    );
type PromotionQuery = ReturnType<typeof promotions>;

const status = sql<PromotionStatus>`promotion_status(p.state, p.starts_at, p.ends_at)`;

/** The figures of rows `u` of promotion_uses, with the order `o` of each. */
export const figuresOfUses = sql<PromotionFigures>`json_build_object(
  'uses', count(DISTINCT u.main_order_id) FILTER (WHERE u.living), 'orders', count(*) FILTER (WHERE u.living),
  'discount', coalesce(sum(u.discount), 0), 'discountNow', coalesce(sum(u.discount_now), 0),
  'revenue', coalesce(sum(o.total) FILTER (WHERE u.living), 0))`;
export const usesWithOrders = sql`promotion_uses u
  JOIN orders o ON o.location_id = u.location_id AND o.id = u.order_id`;

const withShown = (query: PromotionQuery) =>
  query
    // Users of single locations can't read the limits, so for them there is no budget.
    .leftJoin('promotion_limits as l', 'l.promotion_id', 'p.id')
    .select([
      'p.id as _id',
      'p.name',
      'p.label',
      'p.edition',
      'p.location_ids as locationIds',
      'p.starts_at as startsAt',
      'p.ends_at as endsAt',
      'p.max_uses as maxUses',
      'p.max_uses_per_customer as maxUsesPerCustomer',
      'p.code',
      'l.budget',
      'p.created_at as createdAt',
      'p.updated_at as updatedAt',
      'p.version',
    ])
    .select([
      status.as('status'),
      sql<string>`format_number('promotion', p.number)`.as('number'),
      sql<PromotionTerms>`e.terms`.as('terms'),
      sql<PromotionSchedule['weekly']>`p.weekly`.as('weekly'),
      sql<PromotionSchedule['by']>`p.schedule_by`.as('scheduleBy'),
      sql<Promotion['codes']['kind']>`p.code_kind`.as('codeKind'),
    ]);
type ShownRow = Awaited<ReturnType<ReturnType<typeof withShown>['executeTakeFirstOrThrow']>>;

function toPromotion(row: ShownRow, figures: PromotionFigures): Promotion {
  const { terms, startsAt, endsAt, weekly, scheduleBy, maxUses, maxUsesPerCustomer, budget, ...rest } = row;
  const { codeKind, code, ...shown } = rest;
  return {
    ...shown,
    ...terms,
    figures,
    schedule: { startsAt, endsAt, weekly, by: scheduleBy },
    limits: { uses: maxUses, usesPerCustomer: maxUsesPerCustomer, budget },
    codes: codeKind === 'shared' ? { kind: codeKind, code: code! } : { kind: codeKind },
  };
}

const sortColumns = {
  number: sql.ref('p.number'),
  name: byName('p.name'),
  startsAt: sql.ref('p.starts_at'),
  endsAt: sql`coalesce(p.ends_at, 'infinity')`,
};

/** Whether a promotion has a code: its shared one or one of its single-use codes. */
const hasCode = (code: string) => {
  const key = codeKey(code);
  return sql<SqlBool>`(p.code_key = ${key}
    OR p.id = (SELECT c.promotion_id FROM promotion_codes c WHERE c.key = ${key}))`;
};

export function listPromotions(tx: Tx, request: PromotionPage): List<Page<Promotion>> {
  const { search, filters, sort } = request;
  const { kind, funder, vendorId, locationId, code, runsFrom, runsUntil } = filters;
  let found = promotions(tx);
  if (search) {
    found = found.where(
      sql<SqlBool>`(${isNumbered('p.number', 'promotion', search)} OR ${hasWords(search, 'p.name', 'p.label')}
        OR ${hasCode(search)})`,
    );
  }
  if (filters.status) found = found.where(status, '=', filters.status);
  if (kind) found = found.where('e.kind', '=', kind);
  if (funder) {
    const share = sql`CASE ${funder}::text WHEN 'marketplace' THEN e.funded_by_marketplace
      WHEN 'location' THEN e.funded_by_location ELSE e.funded_by_vendor END`;
    found = found.where(share, '>', 0);
  }
  if (vendorId) found = found.where('e.vendor_id', '=', vendorId);
  if (locationId) {
    found = found.where(sql<SqlBool>`(p.location_ids IS NULL OR ${locationId} = ANY (p.location_ids))`);
  }
  if (code) found = found.where(hasCode(code));
  if (runsFrom) found = found.where(sql<SqlBool>`(p.ends_at IS NULL OR p.ends_at > ${runsFrom})`);
  if (runsUntil) found = found.where('p.starts_at', '<', runsUntil);
  return listOf(tx, found, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'number'], sql.ref('p.id')],
      direction: sort?.order ?? 'desc',
    },
    select: withShown,
  }).map(async ({ records, ...page }) => {
    // Only for rows on the page, because the columns of a list are also computed for the rows that a page skips.
    const figures = await figuresByPromotion(
      tx,
      records.map(({ _id }) => _id),
    );
    return { ...page, records: records.map((row) => toPromotion(row, figures.get(row._id) ?? noFigures)) };
  });
}

const noFigures: PromotionFigures = { uses: 0, orders: 0, discount: 0, discountNow: 0, revenue: 0 };

/** The figures of promotions that orders have used. */
async function figuresByPromotion(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PromotionFigures>> {
  const { rows } = await sql<{ id: string; figures: PromotionFigures }>`
    SELECT u.promotion_id AS id, ${figuresOfUses} AS figures FROM ${usesWithOrders}
    WHERE u.promotion_id = ANY (${ids}::uuid[]) GROUP BY u.promotion_id`.execute(tx);
  return new Map(rows.map(({ id, figures }) => [id, figures]));
}

/** The most promotions to choose from at once. */
const maxChoices = 50;
export async function promotionChoices(tx: Tx, search: string | undefined): Promise<Ref[]> {
  const matches = search
    ? sql`(${isNumbered('p.number', 'promotion', search)} OR ${hasWords(search, 'p.name', 'p.label')})`
    : sql`true`;
  const { rows } = await sql<Ref>`
    SELECT p.id AS "_id", format_number('promotion', p.number) || ' ' || p.name AS name FROM promotions p
    WHERE ${matches} ORDER BY p.number DESC LIMIT ${sql.lit(maxChoices)}`.execute(tx);
  return rows;
}

export async function getPromotion(tx: Tx, id: string): Promise<Promotion> {
  const row = await withShown(promotions(tx)).where('p.id', '=', id).executeTakeFirst();
  const figures = await figuresByPromotion(tx, [id]);
  return toPromotion(mustFind(row, 'Promotion'), figures.get(id) ?? noFigures);
}

export const lockPromotion = (tx: Tx, id: string) => lockVersion(tx, 'promotions', id, 'Promotion');

/** The most editions that are shown. */
const maxEditions = 50;
export async function editionsOf(tx: Tx, id: string): Promise<PromotionEdition[]> {
  const rows = await tx
    .selectFrom('promotion_editions as e')
    .select(['e.number', 'e.created_at as createdAt'])
    .select([
      sql<PromotionTerms>`e.terms`.as('terms'),
      sql<number>`(SELECT count(DISTINCT u.main_order_id) FROM promotion_uses u
        WHERE u.promotion_id = e.promotion_id AND u.edition = e.number AND u.living)`.as('uses'),
    ])
    .where('e.promotion_id', '=', id)
    .orderBy('e.number', 'desc')
    .limit(maxEditions)
    .execute();
  return rows.map(({ terms, ...edition }) => ({ ...edition, ...terms }));
}

export async function insertPromotion(
  tx: Tx,
  row: NewRow<'promotions'> & { id: string },
  terms: PromotionTerms,
  budget: number | null,
): Promise<void> {
  await tx.insertInto('promotions').values(row).execute();
  await insertEdition(tx, row.id, 1, terms);
  await sql`INSERT INTO promotion_limits (promotion_id, budget) VALUES (${row.id}, ${budget})`.execute(tx);
}

export async function insertEdition(
  tx: Tx,
  id: string,
  number: number,
  terms: PromotionTerms,
): Promise<void> {
  await sql`INSERT INTO promotion_editions (promotion_id, number, terms)
    VALUES (${id}, ${number}, ${JSON.stringify(terms)})`.execute(tx);
}

/** Replaces the terms of an edition that no order used. */
export async function replaceEdition(
  tx: Tx,
  id: string,
  number: number,
  terms: PromotionTerms,
): Promise<void> {
  await sql`UPDATE promotion_editions SET terms = ${JSON.stringify(terms)}, created_at = now()
    WHERE promotion_id = ${id} AND number = ${number}`.execute(tx);
}

export async function updatePromotion(tx: Tx, id: string, columns: RowChange<'promotions'>): Promise<void> {
  await tx
    .updateTable('promotions')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function updateBudget(tx: Tx, id: string, budget: number | null): Promise<void> {
  await tx.updateTable('promotion_limits').set({ budget }).where('promotion_id', '=', id).execute();
}

/** Counts what was used of a promotion that gets its first limit. */
export async function recountLimits(tx: Tx, id: string): Promise<void> {
  await sql`SELECT recount_promotion_limits(${id})`.execute(tx);
}

export async function deletePromotion(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('promotions').where('id', '=', id).execute();
}

export async function isUsed(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`SELECT promotion_is_used(${id}) AS used`.execute(tx);
  return rows[0]!.used;
}

/** Whether no living promotion but this one has a shared or an unused code with this key. */
export async function isCodeFree(tx: Tx, key: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`SELECT free_promotion_code(${key}, ${id}) AS free`.execute(
    tx,
  );
  return rows[0]!.free;
}
