import type { FieldError } from '@aisle/contract/core/envelope';
import type { PromotionGoods, PromotionTerms } from '@aisle/contract/sales/promotions/promotion-terms';
import type { Promotion } from '@aisle/contract/sales/promotions/promotions';
import type { Tx } from '../../core/db/db.ts';
import type { DB } from '../../core/db/db-types.generated.ts';
import { existingIds } from '../../core/db/rows/records.ts';
import type { Actor } from '../../core/http/actor.ts';
import { problem } from '../../core/problem.ts';
import { keepGroups } from '../../customers/customer-groups/customer-groups.queries.ts';

/** The parts of a promotion that the sender chooses, complete. */
export type PromotionContent = PromotionTerms &
  Pick<Promotion, 'name' | 'label' | 'locationIds' | 'schedule' | 'limits' | 'codes'>;

interface Reference {
  path: string;
  table: keyof DB;
  ids: readonly string[];
}
const goodsReferences = (
  path: string,
  goods: Omit<PromotionGoods, 'exclude' | 'includeSale'>,
): Reference[] => [
  { path: `${path}.categoryIds`, table: 'categories', ids: goods.categoryIds },
  { path: `${path}.brandIds`, table: 'brands', ids: goods.brandIds },
  { path: `${path}.productIds`, table: 'products', ids: goods.productIds },
  { path: `${path}.subProductIds`, table: 'sub_products', ids: goods.subProductIds },
];
const allGoodsReferences = (path: string, goods: PromotionGoods): Reference[] => [
  ...goodsReferences(path, goods),
  ...goodsReferences(`${path}.exclude`, goods.exclude),
];

/** The records that a promotion refers to, with the paths of their fields. */
export const referencesOf = ({ goods, reward, audience, funding }: PromotionTerms): Reference[] => [
  ...allGoodsReferences('goods', goods),
  ...(reward.kind === 'buyGet' && reward.getGoods
    ? allGoodsReferences('reward.getGoods', reward.getGoods)
    : []),
  { path: 'audience.customerGroupIds', table: 'customer_groups', ids: audience.customerGroupIds },
  { path: 'audience.planIds', table: 'subscription_plans', ids: audience.planIds },
  { path: 'audience.customerIds', table: 'customers', ids: audience.customerIds },
  { path: 'funding.vendorId', table: 'vendors', ids: funding.vendorId ? [funding.vendorId] : [] },
];

/** Rejects wrong references, and promotions that users of certain locations can't create. */
export async function mustBeSavable(tx: Tx, actor: Actor, content: PromotionContent): Promise<void> {
  const errors = [...ofOwnLocations(actor, content), ...(await wrongReferences(tx, content))];
  if (errors.length > 0) throw problem('validation-failed', {}, { fields: errors });
  await keepGroups(tx, content.audience.customerGroupIds);
}

/** References to records that don't exist or that the actor has no access to, each at its own path. */
export async function wrongReferences(tx: Tx, content: PromotionContent): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const references = referencesOf(content);
  references.push({ path: 'locationIds', table: 'locations', ids: content.locationIds ?? [] });
  for (const [table, some] of Map.groupBy(references, (one) => one.table)) {
    const wanted = [...new Set(some.flatMap(({ ids }) => ids))];
    const known = await existingIds(tx, table, wanted);
    for (const { path, ids } of some) {
      for (const [index, id] of ids.entries()) {
        const isListed = path.endsWith('Ids');
        if (!known.has(id)) errors.push({ path: isListed ? `${path}.${index}` : path, message: 'Not found' });
      }
    }
  }
  return errors;
}

/** Users of certain locations create promotions for these, which pay for them. The database enforces this too. */
function ofOwnLocations(
  { locations }: Actor,
  { locationIds, funding, limits }: PromotionContent,
): FieldError[] {
  if (!locations) return [];
  return [
    ...(locationIds ? [] : [{ path: 'locationIds', message: 'Choose your locations' }]),
    ...(funding.location === 100
      ? []
      : [{ path: 'funding.location', message: 'Your locations pay for their promotions' }]),
    ...(limits.budget === null
      ? []
      : [{ path: 'limits.budget', message: 'Only the marketplace sets budgets' }]),
  ];
}
