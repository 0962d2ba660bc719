import { formatMoney } from '../../core/money.ts';
import { formatCount, pluralize } from '../../core/pluralize.ts';
import type { PromotionWindow } from './promotion-schedule.ts';
import type { PromotionGoods, PromotionTerms, Reward, RewardKind } from './promotion-terms.ts';

export const rewardLabels: Record<RewardKind, string> = {
  percent: 'Percentage off',
  price: 'Special price',
  bundle: 'Several for one price',
  buyGet: 'Buy some, get some',
  amount: 'Amount off the order',
  delivery: 'Delivery discount',
  coins: 'Extra coins',
};

/** The name of a record by its ID; a record that was deleted has none. */
export type NameOf = (id: string) => string | undefined;

const selected = ({
  categoryIds,
  brandIds,
  productIds,
  subProductIds,
  tags,
}: Omit<PromotionGoods, 'exclude' | 'includeSale'>) => ({
  ids: [...categoryIds, ...brandIds, ...productIds, ...subProductIds],
  tags,
});
export const hasAllGoods = (goods: PromotionGoods): boolean => {
  const { ids, tags } = selected(goods);
  return ids.length + tags.length === 0;
};

const maxNames = 2;
const listed = (lists: ReturnType<typeof selected>, nameOf: NameOf): string => {
  const names = [
    ...lists.ids.map((id) => nameOf(id) ?? 'a deleted item'),
    ...lists.tags.map((tag) => `“${tag}”`),
  ];
  const more = names.length - maxNames;
  const shown = more > 1 ? [...names.slice(0, maxNames), `${formatCount(more)} more`] : names;
  return new Intl.ListFormat('en-US').format(shown);
};

/** "Dairy, Oatly and 3 more", "all items except Alcohol". */
export function goodsText(goods: PromotionGoods, nameOf: NameOf): string {
  const all = hasAllGoods(goods) ? 'all items' : listed(selected(goods), nameOf);
  const excluded = selected(goods.exclude);
  const isWhole = excluded.ids.length + excluded.tags.length === 0;
  return isWhole ? all : `${all} except ${listed(excluded, nameOf)}`;
}

const off = (percent: number): string => (percent === 100 ? 'free' : `${percent}% off`);

/** The offer as a sentence: "Buy 2 of Yogurt, get 1 free". */
export function offerText(
  { reward, goods }: Pick<PromotionTerms, 'reward' | 'goods'>,
  nameOf: NameOf,
): string {
  const of = goodsText(goods, nameOf);
  switch (reward.kind) {
    case 'percent': {
      const most = reward.maxAmount === null ? '' : `, up to ${formatMoney(reward.maxAmount)}`;
      return `${reward.percent}% off ${of}${most}`;
    }
    case 'price':
      return `${capital(of)} for ${formatMoney(reward.price)} each`;
    case 'bundle':
      return `Any ${reward.quantity} of ${of} for ${formatMoney(reward.price)}`;
    case 'buyGet':
      return buyGetText(reward, of, nameOf);
    case 'amount':
      return `${formatMoney(reward.amount)} off ${of}, once per ${reward.per}`;
    case 'delivery':
      return deliveryText(reward);
    case 'coins':
      return reward.multiplier === undefined
        ? `${pluralize(reward.bonus ?? 0, 'extra coin')}`
        : `${reward.multiplier}× coins`;
  }
}
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function buyGetText(reward: Extract<Reward, { kind: 'buyGet' }>, of: string, nameOf: NameOf): string {
  const { buy, get, percent, getGoods, times } = reward;
  const got = getGoods ? `${get} of ${goodsText(getGoods, nameOf)}` : String(get);
  const most = times === null ? '' : `, up to ${pluralize(times, 'time')} per order`;
  return `Buy ${buy} of ${of}, get ${got} ${off(percent)}${most}`;
}

function deliveryText({ percent, amount }: Extract<Reward, { kind: 'delivery' }>): string {
  if (amount !== undefined) return `${formatMoney(amount)} off delivery`;
  return percent === 100 ? 'Free delivery' : `${percent}% off delivery`;
}

const fulfilmentTexts = { delivery: 'only delivery', pickup: 'only pickup' };
/** The conditions as short texts: "from $40.00", "first order". */
export function conditionTexts({ conditions }: Pick<PromotionTerms, 'conditions'>): string[] {
  const { minGoods, minQuantity, firstOrder, fulfilment, paymentTypes, sources, postalCodes } = conditions;
  return [
    ...(minGoods > 0 ? [`from ${formatMoney(minGoods)}`] : []),
    ...(minQuantity > 0 ? [`from ${pluralize(minQuantity, 'unit')}`] : []),
    ...(firstOrder ? ['first order'] : []),
    ...(fulfilment ? [fulfilmentTexts[fulfilment]] : []),
    ...(paymentTypes.length > 0 ? ['certain payment types'] : []),
    ...(sources.length === 1
      ? [sources[0] === 'staff' ? 'only orders by staff' : 'only storefront orders']
      : []),
    ...(postalCodes.length > 0 ? [`in ${pluralize(postalCodes.length, 'postal code')}`] : []),
  ];
}

/** "Marketplace 50%, vendor 50%". */
export const fundingText = ({ marketplace, location, vendor }: PromotionTerms['funding']): string =>
  Object.entries({ Marketplace: marketplace, Location: location, Vendor: vendor })
    .filter(([, share]) => share > 0)
    .map(([funder, share]) => (share === 100 ? funder : `${funder} ${share}%`))
    .join(', ');

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** "Tue 06:00–22:00, Sat 10:00–12:00". */
export const hoursText = (weekly: readonly PromotionWindow[]): string =>
  weekly.map(({ day, from, to }) => `${days[day]} ${from}–${to}`).join(', ');
