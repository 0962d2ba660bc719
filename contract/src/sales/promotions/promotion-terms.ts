import { z } from 'zod';
import { Id, requiredText } from '../../core/fields.ts';
import { Amount, Price, Rate } from '../../core/money.ts';
import { AreaPostalCode } from '../../locations/delivery-area.ts';
import { PaymentType } from '../../system/payment-types.ts';
import { fulfilments, OrderSource } from '../orders/order-labels.ts';
import { funders } from './funders.ts';

/** The most units of a set, and the most sets of an order. */
const maxUnits = 1000;
const wholeNumber = (least: number, message: string) =>
  z.int({ error: message }).min(least, message).max(maxUnits, `Enter at most ${maxUnits}`);
const Units = wholeNumber(1, 'Enter a whole number of 1 or more');

const maxGoods = 2000;
const unique = <Value>(values: Value[]) => [...new Set(values)];
const Ids = z
  .array(Id)
  .max(maxGoods, `At most ${maxGoods.toLocaleString('en-US')}`)
  .overwrite(unique);
const lists = {
  /** Includes everything below these categories. */
  categoryIds: Ids.default([]),
  brandIds: Ids.default([]),
  productIds: Ids.default([]),
  subProductIds: Ids.default([]),
  tags: z.array(requiredText('Tag', 50)).max(100, 'At most 100 tags').overwrite(unique).default([]),
};

/** Goods in any of the lists. Without any, all goods match. */
export const PromotionGoods = z.strictObject({
  ...lists,
  /** Wins over the lists. */
  exclude: z.strictObject(lists).prefault({}),
  /** False skips units whose price is already a sale price or a mark-down. */
  includeSale: z.boolean().default(true),
});
export type PromotionGoods = z.infer<typeof PromotionGoods>;

const multiplierMessage = 'Enter a number above 1, up to 10, with at most 1 decimal';
const exactlyOne = (path: string, message: string) => ({ path: [path], message });

const PercentReward = z.strictObject({
  kind: z.literal('percent'),
  percent: Rate,
  /** Caps the discount of an order. */
  maxAmount: Price.nullable().default(null),
});
const PriceReward = z.strictObject({ kind: z.literal('price'), price: Price });
const BundleReward = z.strictObject({ kind: z.literal('bundle'), quantity: Units, price: Price });
const BuyGetReward = z.strictObject({
  kind: z.literal('buyGet'),
  buy: Units,
  get: Units,
  /** The discount on each of the `get` units. */
  percent: Rate,
  /** The goods of the `get` units, if they differ from the promotion's goods. */
  getGoods: PromotionGoods.nullable().default(null),
  /** The most sets of an order. */
  times: Units.nullable().default(null),
});
const AmountReward = z.strictObject({
  kind: z.literal('amount'),
  amount: Price,
  per: z.enum(['order', 'checkout']),
});
const DeliveryReward = z
  .strictObject({
    kind: z.literal('delivery'),
    percent: Rate.optional(),
    amount: Price.optional(),
  })
  .refine(
    ({ percent, amount }) => (percent === undefined) !== (amount === undefined),
    exactlyOne('percent', 'Enter either a percentage or an amount'),
  );
const CoinsReward = z
  .strictObject({
    kind: z.literal('coins'),
    multiplier: z
      .number({ error: multiplierMessage })
      .gt(1, multiplierMessage)
      .max(10, multiplierMessage)
      .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, multiplierMessage)
      .optional(),
    bonus: z
      .int({ error: 'Enter a whole number of coins' })
      .min(1, 'Enter a whole number of coins')
      .max(1_000_000, 'Enter at most 1,000,000')
      .optional(),
  })
  .refine(
    ({ multiplier, bonus }) => (multiplier === undefined) !== (bonus === undefined),
    exactlyOne('multiplier', 'Enter either a multiplier or a number of coins'),
  );

export const rewardKinds = ['percent', 'price', 'bundle', 'buyGet', 'amount', 'delivery', 'coins'] as const;
export const RewardKind = z.enum(rewardKinds);
export type RewardKind = z.infer<typeof RewardKind>;

/** The discount or the coins that the customer gets. */
export const Reward = z.discriminatedUnion(
  'kind',
  [PercentReward, PriceReward, BundleReward, BuyGetReward, AmountReward, DeliveryReward, CoinsReward],
  { error: 'Choose what the customer gets' },
);
export type Reward = z.infer<typeof Reward>;

/** Promotions of a class compete: an order has at most one of each, except that each unit can have one of class goods. */
export const rewardClasses = ['goods', 'order', 'delivery', 'coins'] as const;
export type RewardClass = (typeof rewardClasses)[number];
export const classOf: Record<RewardKind, RewardClass> = {
  percent: 'goods',
  price: 'goods',
  bundle: 'goods',
  buyGet: 'goods',
  amount: 'order',
  delivery: 'delivery',
  coins: 'coins',
};

const noneOf = <Item extends z.ZodType<string>>(item: Item, max: number) =>
  z
    .array(item)
    .max(max, `At most ${max.toLocaleString('en-US')}`)
    .overwrite(unique)
    .default([]);

/** All of them must be met. Zero, null and empty lists are no conditions. */
export const PromotionConditions = z.strictObject({
  /** The least value of the matching goods, before discounts. */
  minGoods: Amount.default(0),
  /** The least number of matching units. */
  minQuantity: wholeNumber(0, 'Enter a whole number').default(0),
  /** The customer has no other order that is open or delivered. */
  firstOrder: z.boolean().default(false),
  fulfilment: z.enum(fulfilments).nullable().default(null),
  paymentTypes: z.array(PaymentType).max(10).default([]),
  sources: z.array(OrderSource).max(2).default([]),
  postalCodes: noneOf(AreaPostalCode, 1000),
});
export type PromotionConditions = z.infer<typeof PromotionConditions>;

/** Customers in any of the lists. Without any, everyone, including shoppers without an account. */
export const PromotionAudience = z.strictObject({
  customerGroupIds: noneOf(Id, 100),
  planIds: noneOf(Id, 100),
  customerIds: noneOf(Id, maxGoods),
});
export type PromotionAudience = z.infer<typeof PromotionAudience>;

/** False: never together with a promotion of that class, or with the benefit of a subscription plan. */
export const PromotionCombines = z.strictObject({
  goods: z.boolean().default(true),
  order: z.boolean().default(true),
  delivery: z.boolean().default(true),
  plan: z.boolean().default(true),
});
export type PromotionCombines = z.infer<typeof PromotionCombines>;

export const Funder = z.enum(funders);
export type Funder = z.infer<typeof Funder>;

const thousandths = (value: number) => Math.round(value * 1000);
/** The share of each party that pays for the discount, in percent. The shares total 100. */
export const PromotionFunding = z
  .strictObject({
    marketplace: Rate,
    location: Rate,
    vendor: Rate,
    vendorId: Id.nullable().default(null),
  })
  .superRefine(({ marketplace, location, vendor, vendorId }, context) => {
    if (thousandths(marketplace) + thousandths(location) + thousandths(vendor) !== 100_000) {
      context.addIssue({
        code: 'custom',
        path: ['marketplace'],
        message: 'The shares must total 100 percent',
      });
    }
    if (vendor > 0 && !vendorId) {
      context.addIssue({ code: 'custom', path: ['vendorId'], message: 'Choose the vendor that pays' });
    }
  })
  .overwrite((funding) => (funding.vendor > 0 ? funding : { ...funding, vendorId: null }));
export type PromotionFunding = z.infer<typeof PromotionFunding>;

/** The terms of a promotion. Changing them after the first use creates a new edition. */
export const promotionTerms = {
  reward: Reward,
  goods: PromotionGoods,
  conditions: PromotionConditions,
  audience: PromotionAudience,
  combines: PromotionCombines,
  funding: PromotionFunding,
};
export const PromotionTerms = z.object(promotionTerms);
export type PromotionTerms = z.infer<typeof PromotionTerms>;

/** Vendors don't pay for coins. */
export const isVendorPayingCoins = ({
  reward,
  funding,
}: Partial<Pick<PromotionTerms, 'reward' | 'funding'>>) =>
  reward?.kind === 'coins' && (funding?.vendor ?? 0) > 0;
