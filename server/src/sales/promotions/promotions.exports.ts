import { pluralize } from '@aisle/contract/core/pluralize';
import type { PromotionGoods, Reward } from '@aisle/contract/sales/promotions/promotion-terms';
import { conditionTexts, hoursText } from '@aisle/contract/sales/promotions/promotion-text';
import { type BatchCode, type Promotion, promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { instant, money, number, text, yesNo } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

const centsOf = (reward: Reward): number | null =>
  reward.kind === 'price' || reward.kind === 'bundle'
    ? reward.price
    : 'amount' in reward
      ? (reward.amount ?? null)
      : null;
const quantityOf = (reward: Reward): number | null => (reward.kind === 'bundle' ? reward.quantity : null);

/** "2 categories, 1 tag"; null without any. */
const listed = (...lists: [readonly string[], string, string?][]): string | null =>
  lists
    .filter(([ids]) => ids.length > 0)
    .map(([ids, one, many]) => pluralize(ids.length, one, many))
    .join(', ') || null;
const countsOf = ({
  categoryIds,
  brandIds,
  productIds,
  subProductIds,
  tags,
}: Omit<PromotionGoods, 'exclude' | 'includeSale'>) =>
  listed(
    [categoryIds, 'category', 'categories'],
    [brandIds, 'brand'],
    [productIds, 'product'],
    [subProductIds, 'sub-product'],
    [tags, 'tag'],
  );

export const promotionExports = {
  promotions: exportOf<Promotion>({ title: 'Promotions', route: promotionRoutes.list }, [
    text('Number', (row) => row.number),
    text('Name', (row) => row.name),
    text('Label', (row) => row.label),
    text('Status', (row) => row.status),
    text('Kind', (row) => row.reward.kind),
    number('Percent', ({ reward }) => ('percent' in reward ? reward.percent : null)),
    money('Price or amount', ({ reward }) => centsOf(reward)),
    money('Discount at most', ({ reward }) => (reward.kind === 'percent' ? reward.maxAmount : null)),
    number('Buy', ({ reward }) => (reward.kind === 'buyGet' ? reward.buy : quantityOf(reward))),
    number('Get', ({ reward }) => (reward.kind === 'buyGet' ? reward.get : null)),
    number('Times per order', ({ reward }) => (reward.kind === 'buyGet' ? reward.times : null)),
    number('Coins multiplier', ({ reward }) => (reward.kind === 'coins' ? reward.multiplier : null)),
    number('Extra coins', ({ reward }) => (reward.kind === 'coins' ? reward.bonus : null)),
    text('Items', ({ goods }) => countsOf(goods) ?? 'All'),
    text('Excluded items', ({ goods }) => countsOf(goods.exclude)),
    yesNo('Items on sale', ({ goods }) => goods.includeSale),
    text('Conditions', (row) => conditionTexts(row).join(', ') || null),
    text('Audience', ({ audience: { customerGroupIds, planIds, customerIds } }) =>
      listed([customerGroupIds, 'group'], [planIds, 'plan'], [customerIds, 'customer']),
    ),
    text('Locations', ({ locationIds }) => (locationIds ? listed([locationIds, 'location']) : 'All')),
    text('Code', (row) => (row.codes.kind === 'shared' ? row.codes.code : null)),
    instant('Starts', (row) => row.schedule.startsAt),
    instant('Ends', (row) => row.schedule.endsAt),
    text('Hours', ({ schedule }) => hoursText(schedule.weekly) || null),
    text('Time of', (row) => (row.schedule.by === 'slot' ? 'slot' : 'placing')),
    text('Not combined with', ({ combines }) =>
      Object.entries(combines)
        .filter(([, isCombined]) => !isCombined)
        .map(([what]) => what)
        .join(', '),
    ),
    number('Marketplace pays %', (row) => row.funding.marketplace),
    number('Location pays %', (row) => row.funding.location),
    number('Vendor pays %', (row) => row.funding.vendor),
    number('Uses at most', (row) => row.limits.uses),
    number('Uses per customer', (row) => row.limits.usesPerCustomer),
    money('Budget', (row) => row.limits.budget),
    number('Uses', (row) => row.figures.uses),
    number('Orders', (row) => row.figures.orders),
    money('Discount as placed', (row) => row.figures.discount),
    money('Discount now', (row) => row.figures.discountNow),
    money('Revenue', (row) => row.figures.revenue),
    number('Edition', (row) => row.edition),
    instant('Created', (row) => row.createdAt),
    instant('Changed', (row) => row.updatedAt),
  ]),
  promotionCodes: exportOf<BatchCode>({ title: 'Promotion codes', route: promotionRoutes.codeList }, [
    text('Code', (row) => row.code),
    text('State', (row) => row.state),
    instant('Used', (row) => row.usedAt),
    text('Checkout', (row) => row.mainOrderNumber),
  ]),
};
