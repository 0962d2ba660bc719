import type { PromotionStatus } from '@aisle/contract/sales/promotions/promotion-flow';
import type { PromotionGoods } from '@aisle/contract/sales/promotions/promotion-terms';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

export interface NumberedPromotion {
  id: string;
  /** As digits. */
  digits: string;
  number: string;
  status: PromotionStatus;
  version: number;
  goods: PromotionGoods;
}
const shown = sql`p.id, p.number::text AS digits, format_number('promotion', p.number) AS number,
  promotion_status(p.state, p.starts_at, p.ends_at) AS status, p.version, e.terms -> 'goods' AS goods`;
const withEdition = sql`promotions p JOIN promotion_editions e ON e.promotion_id = p.id AND e.number = p.edition`;

/** The promotions with these numbers, in digits. */
export async function promotionsNumbered(tx: Tx, numbers: readonly string[]): Promise<NumberedPromotion[]> {
  if (numbers.length === 0) return [];
  const { rows } = await sql<NumberedPromotion>`SELECT ${shown} FROM ${withEdition}
    WHERE p.number = ANY (${numbers}::bigint[])`.execute(tx);
  return rows;
}

/** Locks promotions in a fixed sequence. Deleted ones are missing. */
export async function lockPromotions(tx: Tx, ids: readonly string[]): Promise<NumberedPromotion[]> {
  const { rows } = await sql<NumberedPromotion>`SELECT ${shown} FROM ${withEdition}
    WHERE p.id = ANY (${ids}::uuid[]) ORDER BY p.id FOR NO KEY UPDATE OF p`.execute(tx);
  return rows;
}
