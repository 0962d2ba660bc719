import type { PromotionState } from '@aisle/contract/sales/promotions/promotion-flow';
import type { PromotionSchedule } from '@aisle/contract/sales/promotions/promotion-schedule';
import type { PromotionTerms } from '@aisle/contract/sales/promotions/promotion-terms';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tx } from '../../core/db/db.ts';
import { perDatabase } from '../../core/db/per-database.ts';

/** The part of a candidate that changes only with the version of its promotion. */
interface StoredPromotion {
  promotionId: string;
  version: number;
  number: number;
  edition: number;
  label: string;
  terms: PromotionTerms;
  locationIds: string[] | null;
  schedule: PromotionSchedule;
  state: PromotionState;
  usesPerCustomer: number | null;
}
interface CandidateStanding {
  /** The key of the code by which it was found; null for an automatic promotion. */
  codeKey: string | null;
  /** The single-use code belongs to another checkout. */
  isCodeUsed: boolean;
  usesLeft: number | null;
  budgetLeft: number | null;
  usesByCustomer: number | null;
}
export type CandidateRow = Omit<StoredPromotion, 'version'> & CandidateStanding;

const scheduleOf = sql`jsonb_build_object('startsAt', p.starts_at, 'endsAt', p.ends_at, 'weekly', p.weekly, 'by', p.schedule_by)`;

/** The automatic promotions that may apply at these locations at an instant, and the promotions of codes. */
export async function findCandidates(
  tx: Tx,
  {
    locationIds,
    codeKeys,
    customerId,
    at = null,
  }: {
    locationIds: readonly string[];
    codeKeys: readonly string[];
    customerId: string | null;
    /** Now if omitted. */
    at?: string | null | undefined;
  },
): Promise<CandidateRow[]> {
  const instant = sql`coalesce(${at}::timestamptz, now())`;
  const { rows } = await sql<Pick<StoredPromotion, 'promotionId' | 'version'> & CandidateStanding>`
    WITH found AS MATERIALIZED (
      SELECT p.id, p.version, p.state, p.number, NULL AS found_by, false AS is_used FROM promotions p
      WHERE p.state = 'active' AND p.code_kind = 'none' AND (p.ends_at > ${instant} OR p.ends_at IS NULL)
        AND (p.starts_at <= ${instant} OR p.schedule_by = 'slot')
        AND (p.location_ids IS NULL OR p.location_ids && ${locationIds}::uuid[])
      UNION ALL
      SELECT p.id, p.version, p.state, p.number, p.code_key, false FROM promotions p
      WHERE p.code_kind = 'shared' AND p.code_key = ANY (${codeKeys}::text[]) AND p.state <> 'draft'
      UNION ALL
      SELECT p.id, p.version, p.state, p.number, c.key, c.main_order_id IS NOT NULL FROM promotion_codes c
      JOIN promotion_code_batches b ON b.id = c.batch_id
      JOIN promotions p ON p.id = c.promotion_id
      WHERE c.key = ANY (${codeKeys}::text[]) AND p.state <> 'draft'
        AND (b.revoked_at IS NULL OR c.main_order_id IS NOT NULL)
    )
    SELECT p.id AS "promotionId", p.version, p.found_by AS "codeKey", p.is_used AS "isCodeUsed",
      limits.uses_left AS "usesLeft", limits.budget_left AS "budgetLeft", limits.uses_by_customer AS "usesByCustomer"
    FROM found p
    LEFT JOIN promotion_standings(ARRAY(SELECT id FROM found), ${customerId}::uuid) limits ON limits.promotion_id = p.id
    -- A code that ended promotions had as well belongs to the one that hasn't ended.
    ORDER BY (p.state = 'ended'), p.number DESC`.execute(tx);
  const stored = await readStored(tx, rows);
  return rows.flatMap(({ version: _, ...row }) => {
    const promotion = stored.get(row.promotionId);
    return promotion ? [{ ...promotion, ...row }] : [];
  });
}

/** Every basket needs all promotions in force, so a server keeps them. Every change of a promotion has a new version. */
const storedIn = perDatabase(() => new LRUCache<string, StoredPromotion>({ max: 1000 }));

async function readStored(
  tx: Tx,
  found: readonly Pick<StoredPromotion, 'promotionId' | 'version'>[],
): Promise<ReadonlyMap<string, StoredPromotion>> {
  const stored = storedIn(tx);
  const result = new Map<string, StoredPromotion>();
  const missing: string[] = [];
  for (const { promotionId, version } of found) {
    const promotion = stored.get(promotionId);
    if (promotion?.version === version) result.set(promotionId, promotion);
    else missing.push(promotionId);
  }
  if (missing.length === 0) return result;
  const { rows } = await sql<StoredPromotion>`
    SELECT p.id AS "promotionId", p.version, p.number, p.edition, p.label, e.terms, p.location_ids AS "locationIds",
      ${scheduleOf} AS schedule, p.state, p.max_uses_per_customer AS "usesPerCustomer"
    FROM promotions p JOIN promotion_editions e ON e.promotion_id = p.id AND e.number = p.edition
    WHERE p.id = ANY (${missing}::uuid[])`.execute(tx);
  for (const row of rows) {
    stored.set(row.promotionId, row);
    result.set(row.promotionId, row);
  }
  return result;
}

export interface CustomerStanding {
  /** Whether the customer has an order at any location that is open or delivered. */
  hasLivingOrder: boolean;
  groupIds: string[];
}

/** Finds which of the groups the customer belongs to. */
export async function findStanding(
  tx: Tx,
  customerId: string,
  groupIds: readonly string[],
): Promise<CustomerStanding> {
  const { rows } = await sql<CustomerStanding>`
    SELECT has_living_order(${customerId}) AS "hasLivingOrder",
      groups_of_customer(${customerId}, ${groupIds}::uuid[]) AS "groupIds"`.execute(tx);
  return rows[0]!;
}

/** Locks the limits of these promotions, the codes and the customer, in this sequence. */
export async function holdPromotions(
  tx: Tx,
  held: { promotionIds: readonly string[]; codeKeys: readonly string[]; customerId: string | null },
): Promise<void> {
  const { promotionIds, codeKeys, customerId } = held;
  await sql`SELECT hold_promotions(${promotionIds}::uuid[], ${codeKeys}::text[], ${customerId}::uuid)`.execute(
    tx,
  );
}

/** The facts of goods that promotions select by. */
export interface GoodsFacts {
  subProductId: string;
  productId: string;
  brandId: string | null;
  categoryIds: string[];
  tags: string[];
}

export async function findGoodsFacts(
  tx: Tx,
  subProductIds: readonly string[],
): Promise<ReadonlyMap<string, GoodsFacts>> {
  const { rows } = await sql<GoodsFacts>`
    SELECT s.id AS "subProductId", p.id AS "productId", p.brand_id AS "brandId", p.tags,
      array_remove(ARRAY[c.id, parent.id, parent.parent_id], NULL) AS "categoryIds"
    FROM sub_products s
    JOIN products p ON p.id = s.product_id
    JOIN categories c ON c.id = p.category_id
    LEFT JOIN categories parent ON parent.id = c.parent_id
    WHERE s.id = ANY (${[...new Set(subProductIds)]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.subProductId, row]));
}

/** What an order keeps of its checkout, so that edits can price it again. */
export interface KeptFacts {
  source: 'staff' | 'storefront';
  plan: { planId: string; name: string; discountPercent: number; coinMultiplier: number } | null;
}
export interface KeptCandidate {
  promotionId: string;
  edition: number;
  code: string | null;
  /** The order's share of an amount that is split over its checkout. */
  share: number | null;
}
export interface KeptPromotions {
  facts: KeptFacts;
  timeZone: string;
  /** The details that conditions compare, as they are saved. */
  details: { postalCode: string | null; slotFrom: string | null };
  candidates: (KeptCandidate &
    Pick<CandidateRow, 'number' | 'label' | 'terms' | 'schedule' | 'locationIds'>)[];
}

/** The candidates of a placed order in their editions of that moment; undefined if it had none. */
export async function findKeptPromotions(
  tx: Tx,
  { locationId, id }: { locationId: string; id: string },
): Promise<KeptPromotions | undefined> {
  const { rows } = await sql<KeptPromotions>`
    SELECT k.facts, l.time_zone AS "timeZone",
      json_build_object('postalCode', o.address ->> 'postalCode', 'slotFrom', o.slot_from) AS details, (SELECT jsonb_agg(kept || jsonb_build_object('number', p.number, 'label', p.label, 'terms', e.terms,
        'schedule', ${scheduleOf}, 'locationIds', p.location_ids) ORDER BY p.number)
      FROM jsonb_array_elements(k.candidates) kept
      JOIN promotions p ON p.id = (kept ->> 'promotionId')::uuid
      JOIN promotion_editions e ON e.promotion_id = p.id AND e.number = (kept ->> 'edition')::integer) AS candidates
    FROM order_candidates k JOIN orders o ON o.location_id = k.location_id AND o.id = k.order_id
    JOIN locations l ON l.id = k.location_id
    WHERE k.location_id = ${locationId} AND k.order_id = ${id}`.execute(tx);
  return rows[0];
}
