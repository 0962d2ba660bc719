import type { BelowCost, BelowCostInput } from '@aisle/contract/sales/promotions/promotions';
import type { Context } from '../../../core/context.ts';
import { problem } from '../../../core/problem.ts';
import { getPromotion } from '../promotions.queries.ts';
import { unsavedContent } from '../promotions.service.ts';
import { findBelowCost } from './below-cost.queries.ts';

/** The items that a saved or unsaved promotion can bring below their cost. */
export async function belowCostOf({ tx, actor }: Context, input: BelowCostInput): Promise<BelowCost> {
  if (!actor.permissions.has('sub_product_list')) {
    throw problem('permission-missing', { permission: 'sub_product_list' });
  }
  const terms = input.promotion
    ? await unsavedContent(tx, input.promotion)
    : await getPromotion(tx, input.promotionId!);
  return findBelowCost(tx, terms);
}
