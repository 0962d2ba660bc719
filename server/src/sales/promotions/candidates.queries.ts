import type { PromotionState } from '@aisle/contract/sales/promotions/promotion-flow';
import type { PromotionSchedule } from '@aisle/contract/sales/promotions/promotion-schedule';
import type { PromotionTerms } from '@aisle/contract/sales/promotions/promotion-terms';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

export interface CandidateRow {
  promotionId: string;
  number: number;
  edition: number;
  label: string;
  terms: PromotionTerms;
  locationIds: string[] | null;
  schedule: PromotionSchedule;
  state: PromotionState;
  /** The key of the code by which it was found; null for an automatic promotion. */
  codeKey: string | null;
  /** The single-use code belongs to another checkout. */
  isCodeUsed: boolean;
  usesLeft: number | null;
  budgetLeft: number | null;
  usesPerCustomer: number | null;
  usesByCustomer: number | null;
  /** Null unless the promotion is for first orders. */
  hasLivingOrder: boolean | null;
  /** The groups of the promotion that the customer belongs to. */
  groupIds: string[] | null;
}

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
  const { rows } = await sql<CandidateRow>`
    WITH found AS MATERIALIZED (
      SELECT p.*, NULL AS found_by, false AS is_used FROM promotions p
      WHERE p.state = 'active' AND p.code_kind = 'none' AND (p.ends_at > ${instant} OR p.ends_at IS NULL)
        AND (p.starts_at <= ${instant} OR p.schedule_by = 'slot')
        AND (p.location_ids IS NULL OR p.location_ids && ${locationIds}::uuid[])
      UNION ALL
      SELECT p.*, p.code_key, false FROM promotions p
      WHERE p.code_kind = 'shared' AND p.code_key = ANY (${codeKeys}::text[]) AND p.state <> 'draft'
      UNION ALL
      SELECT p.*, c.key, c.main_order_id IS NOT NULL FROM promotion_codes c
      JOIN promotion_code_batches b ON b.id = c.batch_id
      JOIN promotions p ON p.id = c.promotion_id
      WHERE c.key = ANY (${codeKeys}::text[]) AND p.state <> 'draft'
        AND (b.revoked_at IS NULL OR c.main_order_id IS NOT NULL)
    )
    SELECT p.id AS "promotionId", p.number, p.edition, p.label, e.terms, p.location_ids AS "locationIds",
      ${scheduleOf} AS schedule, p.state, p.found_by AS "codeKey", p.is_used AS "isCodeUsed",
      limits.uses_left AS "usesLeft", limits.budget_left AS "budgetLeft",
      p.max_uses_per_customer AS "usesPerCustomer", limits.uses_by_customer AS "usesByCustomer",
      CASE WHEN (e.terms #>> '{conditions,firstOrder}')::boolean THEN has_living_order(${customerId}::uuid) END
        AS "hasLivingOrder",
      CASE WHEN e.terms #> '{audience,customerGroupIds}' <> '[]' THEN groups_of_customer(${customerId}::uuid,
        ARRAY(SELECT jsonb_array_elements_text(e.terms #> '{audience,customerGroupIds}')::uuid)) END AS "groupIds"
    FROM found p
    JOIN promotion_editions e ON e.promotion_id = p.id AND e.number = p.edition
    LEFT JOIN promotion_standings(ARRAY(SELECT id FROM found), ${customerId}::uuid) limits ON limits.promotion_id = p.id
    -- A code that ended promotions had as well belongs to the one that hasn't ended.
    ORDER BY (p.state = 'ended'), p.number DESC`.execute(tx);
  return rows;
}

/** Whether a customer has an order at any location that is open or delivered, and which of these groups they belong to. */
export async function findStanding(
  tx: Tx,
  customerId: string,
  groupIds: readonly string[],
): Promise<{ hasLivingOrder: boolean; groupIds: string[] }> {
  const { rows } = await sql<{ hasLivingOrder: boolean; groupIds: string[] }>`
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
