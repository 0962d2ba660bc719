import type { Fulfilment } from '@aisle/contract/sales/orders/order-flow';
import type { RewardKind } from '@aisle/contract/sales/promotions/promotion-terms';
import type { Promotion } from '@aisle/contract/sales/promotions/promotions';

export type GoodsLists = Record<
  'categoryIds' | 'brandIds' | 'productIds' | 'subProductIds' | 'tags',
  string[]
>;
export interface GoodsValues extends GoodsLists {
  exclude: GoodsLists;
  includeSale: boolean;
}

/** The fields of all kinds of rewards; each kind sends its own. Null means not entered yet. */
interface RewardValues {
  kind: RewardKind;
  percent: number | null;
  maxAmount: number | null;
  price: number | null;
  quantity: number | null;
  buy: number | null;
  get: number | null;
  times: number | null;
  getGoods: GoodsValues | null;
  amount: number | null;
  per: 'order' | 'checkout';
  multiplier: number | null;
  bonus: number | null;
  /** A delivery discount is a percentage or an amount, extra coins are a multiplier or a number. */
  isAmount: boolean;
}

export interface PromotionValues extends Record<string, unknown> {
  name: string;
  label: string;
  reward: RewardValues;
  goods: GoodsValues;
  conditions: Omit<Promotion['conditions'], 'minGoods' | 'minQuantity' | 'fulfilment'> & {
    minGoods: number | null;
    minQuantity: number | null;
    fulfilment: Fulfilment | null;
  };
  audience: Promotion['audience'];
  /** Empty means all locations. */
  locationIds: string[];
  schedule: {
    startsAt: string | null;
    endsAt: string | null;
    weekly: { day: string; from: string; to: string }[];
    by: 'placed' | 'slot';
  };
  limits: Promotion['limits'];
  combines: Promotion['combines'];
  funding: {
    marketplace: number | null;
    location: number | null;
    vendor: number | null;
    vendorId: string | null;
  };
  codes: { kind: Promotion['codes']['kind']; code: string };
}

const noLists: GoodsLists = { categoryIds: [], brandIds: [], productIds: [], subProductIds: [], tags: [] };
export const allGoods: GoodsValues = { ...noLists, exclude: noLists, includeSale: true };

const blankReward: RewardValues = {
  kind: 'percent',
  percent: null,
  maxAmount: null,
  price: null,
  quantity: 2,
  buy: 1,
  get: 1,
  times: null,
  getGoods: null,
  amount: null,
  per: 'order',
  multiplier: 2,
  bonus: null,
  isAmount: false,
};

/** The values for a promotion, or for a new one, which users of single locations pay for themselves. */
export function valuesOf(ownLocationIds: readonly string[], promotion?: Promotion): PromotionValues {
  const isOwn = ownLocationIds.length > 0;
  const kind = promotion?.reward.kind ?? blankReward.kind;
  const { amount, bonus } = { amount: undefined, bonus: undefined, ...promotion?.reward };
  const { conditions } = promotion ?? {};
  return {
    name: promotion?.name ?? '',
    label: promotion?.label ?? '',
    reward: {
      ...blankReward,
      ...promotion?.reward,
      kind,
      isAmount: kind === 'delivery' ? amount !== undefined : bonus !== undefined,
    },
    goods: promotion?.goods ?? allGoods,
    conditions: {
      minGoods: conditions?.minGoods || null,
      minQuantity: conditions?.minQuantity || null,
      firstOrder: conditions?.firstOrder ?? false,
      fulfilment: conditions?.fulfilment ?? null,
      paymentTypes: conditions?.paymentTypes ?? [],
      sources: conditions?.sources ?? [],
      postalCodes: conditions?.postalCodes ?? [],
    },
    audience: promotion?.audience ?? { customerGroupIds: [], planIds: [], customerIds: [] },
    locationIds: promotion ? (promotion.locationIds ?? []) : [...ownLocationIds],
    schedule: {
      startsAt: promotion?.schedule.startsAt ?? null,
      endsAt: promotion?.schedule.endsAt ?? null,
      weekly: (promotion?.schedule.weekly ?? []).map(({ day, ...hours }) => ({ day: String(day), ...hours })),
      by: promotion?.schedule.by ?? 'placed',
    },
    limits: promotion?.limits ?? { uses: null, usesPerCustomer: null, budget: null },
    combines: promotion?.combines ?? { goods: true, order: true, delivery: true, plan: true },
    funding: promotion?.funding ?? {
      marketplace: isOwn ? 0 : 100,
      location: isOwn ? 100 : 0,
      vendor: 0,
      vendorId: null,
    },
    codes: {
      kind: promotion?.codes.kind ?? 'none',
      code: promotion?.codes.kind === 'shared' ? promotion.codes.code : '',
    },
  };
}

/** The values of a copy, which starts now and needs a code of its own. */
export const copyOf = (values: PromotionValues): PromotionValues => ({
  ...values,
  name: `${values.name} (copy)`.slice(0, 100),
  schedule: { ...values.schedule, startsAt: null, endsAt: null },
  codes: { ...values.codes, code: '' },
});

/** Builds the request; missing values stay, so that the schema reports them. */
export const inputOf = (values: PromotionValues) => ({
  ...values,
  reward: rewardOf(values.reward),
  conditions: {
    ...values.conditions,
    minGoods: values.conditions.minGoods ?? 0,
    minQuantity: values.conditions.minQuantity ?? 0,
  },
  locationIds: values.locationIds.length > 0 ? values.locationIds : null,
  schedule: {
    ...values.schedule,
    startsAt: values.schedule.startsAt ?? undefined,
    weekly: values.schedule.weekly.map(({ day, ...hours }) => ({ day: Number(day), ...hours })),
  },
  funding: {
    ...values.funding,
    marketplace: values.funding.marketplace ?? 0,
    location: values.funding.location ?? 0,
    vendor: values.funding.vendor ?? 0,
  },
  codes: values.codes.kind === 'shared' ? values.codes : { kind: values.codes.kind },
});

function rewardOf(reward: RewardValues): object {
  const { kind, percent, maxAmount, price, quantity, buy, get, times, getGoods, amount, per } = reward;
  switch (kind) {
    case 'percent':
      return { kind, percent, maxAmount };
    case 'price':
      return { kind, price };
    case 'bundle':
      return { kind, quantity, price };
    case 'buyGet':
      return { kind, buy, get, percent, getGoods, times };
    case 'amount':
      return { kind, amount, per };
    case 'delivery':
      return reward.isAmount ? { kind, amount } : { kind, percent };
    case 'coins':
      return reward.isAmount ? { kind, bonus: reward.bonus } : { kind, multiplier: reward.multiplier };
  }
}

export const isAllGoods = ({ categoryIds, brandIds, productIds, subProductIds, tags }: GoodsLists): boolean =>
  [categoryIds, brandIds, productIds, subProductIds, tags].every((list) => list.length === 0);
