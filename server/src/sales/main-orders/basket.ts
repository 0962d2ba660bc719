import type { Address } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { addQuantities } from '@aisle/contract/core/quantity';
import type {
  Quote,
  QuoteInput,
  QuoteLine,
  QuoteOrder,
  QuoteProblem,
} from '@aisle/contract/sales/main-orders/main-orders';
import {
  discountsOf,
  type OrderBenefits,
  sumDiscounts,
} from '@aisle/contract/sales/main-orders/order-benefits';
import { cardMargin, priceLine, totalsOf } from '@aisle/contract/sales/orders/pricing';
import type { PriceSource } from '@aisle/contract/sales/promotions/promotion-discounts';
import type { Settings } from '@aisle/contract/system/settings';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { type ItemRates, itemRates } from '../../locations/location-rates/item-rates.queries.ts';
import { hasCoordinates, withCoordinates } from '../../system/geocoding/postal-codes.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { findLocations, type OrderLocation } from '../orders/delivery/delivery.queries.ts';
import { areaProblem, bookedInSlot, deliveryFeeAt, hoursProblem } from '../orders/delivery/delivery.ts';
import { findItems, type Goods } from '../orders/lines/items.queries.ts';
import { distanceBetween } from '../orders/lines/pricing.ts';
import { lineProblem, refusal } from '../orders/lines/selling-rule.ts';
import type { OrderPricing } from '../promotions/order-pricing.ts';
import { type Buyer, type BuyerPlan, hasCoins } from './basket.queries.ts';
import { type CoinPart, coinProblem, requiredCoins, spreadCoins } from './benefits/coin-share.ts';
import { type CardPart, payWithTenders } from './benefits/tenders.ts';
import { pricePromotions, type Trial } from './promotions/price-basket.ts';

export interface BasketLine extends QuoteLine {
  soldByWeight: boolean;
  priceSource: PriceSource;
  taxSource: string | null;
  /** The commission on the items; it stays with the line. */
  commissionRate: number;
}
export interface BasketOrder extends Omit<QuoteOrder, 'lines'> {
  lines: BasketLine[];
  location: OrderLocation | undefined;
  /** The delivery fee before the plan and promotions. */
  defaultFee: number;
  /** Null if no promotion could apply. */
  pricing: OrderPricing | null;
}
export interface Basket extends Omit<Quote, 'orders'> {
  orders: BasketOrder[];
  /** One for each order. */
  coinParts: CoinPart[];
  /** The part of each order that store credit pays, and those that gift cards pay. */
  creditParts: number[];
  cardParts: CardPart[][];
  address: Address | null;
  settings: Settings;
}

/**
 * Prices and checks a basket without saving anything. With `isPlacing`, locks its slot so that the last place can't be booked
 * twice.
 */
export async function fillBasket(
  call: Context,
  {
    input,
    buyer,
    isPlacing = false,
    trial,
  }: { input: QuoteInput; buyer: Buyer | null; isPlacing?: boolean; trial?: Trial | undefined },
): Promise<Basket> {
  const { tx } = call;
  const settings = await getSettings(tx);
  const goods = await findItems(tx, input.lines);
  const locations = await findLocations(tx, [...new Set(goods.map((one) => one.locationId))], settings);
  const ratesOf = await itemRates(
    tx,
    goods.flatMap(({ subProductId, locationId }) => (subProductId ? [{ subProductId, locationId }] : [])),
  );
  const booked = await bookedInSlot(tx, [...locations.values()], input, isPlacing);

  const address = input.fulfilment === 'pickup' ? null : (input.address ?? buyer?.address ?? null);
  const destination = address && withCoordinates(address);
  const isApproximate = address !== null && !hasCoordinates(address);
  const byLocation = Map.groupBy(mergeLines(goods, input), ({ one }) => one.locationId);
  // Sorted by ID, because every checkout must lock the stock of several locations in the same sequence.
  const plain = [...byLocation.keys()].sort().map((locationId) => {
    const lines = byLocation
      .get(locationId)!
      .map(({ one, quantity }) => lineFor(one, quantity, { ...ratesOf(one), ...discountOf(buyer) }));
    return orderFor(locations.get(locationId), locationId, lines, {
      input,
      plan: buyer?.plan ?? null,
      address: destination,
      isApproximate,
      settings,
      booked,
    });
  });
  const postalCode = input.fulfilment === 'pickup' ? null : (address?.postalCode ?? undefined);
  const found = await pricePromotions({
    call,
    input,
    buyer,
    settings,
    orders: plain,
    postalCode,
    isPlacing,
    trial,
  });
  const orders = plain.map((order, index) => withPromotions(order, found.orders[index]));
  const sum = (of: (order: BasketOrder) => number) => orders.reduce((total, order) => total + of(order), 0);
  const coinParts = spreadCoins(
    orders.map((order) => order.total),
    input,
    settings.paymentTypes.coins ? settings.coins.redeemCents : 0,
  );
  const tenders = await payWithTenders(
    call,
    orders.map((order, index) => order.total - coinParts[index]!.amount),
    { input, buyer, settings, isPlacing },
  );
  const problems = [
    ...basketProblem(input, buyer, address, settings),
    ...coinProblem(input, coinParts, await withCoins(tx, buyer, requiredCoins(input, coinParts)), settings),
    ...tenders.problems,
  ];
  const coinsAmount = coinParts.reduce((total, part) => total + part.amount, 0);
  const storeCreditUsed = tenders.credit.reduce((total, part) => total + part, 0);
  const dues = orders.map(({ total }, index) =>
    tenders.cards[index]!.reduce(
      (due, { amount }) => due - amount,
      total - coinParts[index]!.amount - tenders.credit[index]!,
    ),
  );
  const due = dues.reduce((total, part) => total + part, 0);
  return {
    possible:
      problems.length === 0 &&
      orders.every((order) => order.problems.length === 0 && order.lines.every((line) => !line.problem)),
    itemsTotal: sum((order) => order.itemsTotal),
    discountTotal: sum((order) => order.discountTotal),
    taxTotal: sum((order) => order.taxTotal),
    deliveryFee: sum((order) => order.deliveryFee),
    total: sum((order) => order.total),
    discounts: sumDiscounts(orders.flatMap(({ discounts }) => discounts)),
    notApplied: found.notApplied,
    coinsUsed: coinParts.reduce((total, part) => total + part.coins, 0),
    coinsAmount,
    storeCreditUsed,
    giftCards: tenders.giftCards,
    due,
    hold: orders.reduce(
      (hold, order, index) => hold + marginOf(order, dues[index]!, settings.cards.authorizeMarginPercent),
      due,
    ),
    coinBalance: buyer?.coinBalance == null ? null : Math.max(0, buyer.coinBalance),
    storeCreditBalance: buyer?.creditBalance ?? null,
    orders,
    coinParts,
    creditParts: tenders.credit,
    cardParts: tenders.cards,
    problems,
    address,
    settings,
  };
}

function marginOf({ lines, total }: BasketOrder, due: number, percent: number): number {
  const weighed = lines.reduce((sum, line) => (line.soldByWeight ? sum + line.total : sum), 0);
  return cardMargin(due, { weighed, total, percent });
}

/** Applies the promotions of an order: to its lines, the delivery fee and the coins. */
function withPromotions(order: BasketOrder, pricing: OrderPricing | undefined): BasketOrder {
  if (!pricing) return order;
  const lines = order.lines.map((line) => {
    const discounts = pricing.discounts.get(`${line.index}`) ?? [];
    return priceLine({ ...line, discounts }, line.quantity, pricing.planPercent);
  });
  const totals = totalsOf(lines, pricing.deliveryFee);
  const benefits = order.benefits && { ...order.benefits, deliverySaved: pricing.deliverySaved };
  return {
    ...order,
    ...totals,
    lines,
    benefits,
    discounts: discountsOf(benefits, totals.discountTotal, pricing.summary),
    pricing,
  };
}

/** Merges lines with the same sub-product at the same location. */
function mergeLines(goods: readonly Goods[], input: QuoteInput): { one: Goods; quantity: number }[] {
  const lines = new Map<string, { one: Goods; quantity: number }>();
  for (const one of goods) {
    const key = one.subProductId ? `${one.locationId} ${one.subProductId}` : `${one.index}`;
    const quantity = addQuantities(lines.get(key)?.quantity ?? 0, input.lines[one.index]!.quantity);
    lines.set(key, { one: lines.get(key)?.one ?? one, quantity });
  }
  return [...lines.values()];
}

export const discountOf = (buyer: Buyer | null | undefined): { discountPercent: number } => ({
  discountPercent: buyer?.plan?.discountPercent ?? 0,
});

interface LineRates extends ItemRates {
  discountPercent: number;
}
export function lineFor(
  one: Goods,
  quantity: number,
  { taxRate, taxSource, commissionRate, discountPercent }: LineRates,
): BasketLine {
  return {
    index: one.index,
    subProductId: one.subProductId,
    name: one.name,
    productName: one.productName,
    variantName: one.variantName,
    sku: one.sku,
    unit: one.unit,
    soldByWeight: one.soldByWeight,
    quantity,
    commissionRate,
    priceSource: one.priceSource,
    taxSource,
    discounts: [],
    ...priceLine({ unitPrice: one.price, taxRate }, quantity, discountPercent),
    available: one.available,
    problem: lineProblem(one, quantity),
  };
}

interface OrderContext {
  input: QuoteInput;
  plan: BuyerPlan | null;
  /** Includes coordinates if its postal code is known. */
  address: Address | null;
  /** The coordinates are those of the postal code. */
  isApproximate: boolean;
  settings: Settings;
  booked: ReadonlyMap<string, number>;
}

export function orderFor(
  location: OrderLocation | undefined,
  locationId: string,
  lines: BasketLine[],
  around: OrderContext,
): BasketOrder {
  const { input, plan, address, isApproximate, settings } = around;
  const { itemsTotal, discountTotal } = totalsOf(lines, 0);
  const isDelivery = input.fulfilment === 'delivery';
  const distanceKm = location && isDelivery ? distanceBetween(location, address) : null;
  const defaultFee = isDelivery ? deliveryFeeAt(location, settings, { itemsTotal, distanceKm }) : 0;
  const isFree = isDelivery && plan?.freeDeliveryAbove != null && itemsTotal >= plan.freeDeliveryAbove;
  const deliveryFee = isFree ? 0 : defaultFee;
  const benefits = plan && benefitsOf(plan, isFree ? defaultFee : null);
  const minimumOrder = location?.minimumOrder ?? settings.minimumOrder;
  const order = {
    locationId,
    locationName: location?.name ?? '',
    location,
    lines,
    ...totalsOf(lines, deliveryFee),
    discounts: discountsOf(benefits, discountTotal),
    benefits,
    defaultFee,
    pricing: null,
    distanceKm,
    distanceIsApproximate: distanceKm !== null && isApproximate,
    minimumOrder,
  };
  return { ...order, problems: orderProblem(order, around) };
}

const benefitsOf = (
  { planId, name, discountPercent, coinMultiplier }: BuyerPlan,
  deliverySaved: number | null,
): OrderBenefits => ({ planId, name, discountPercent, coinMultiplier, deliverySaved });

function orderProblem(
  order: Omit<BasketOrder, 'problems'>,
  { input, address, booked }: OrderContext,
): QuoteProblem[] {
  const { location, minimumOrder } = order;
  if (!location) return [refusal('not-found', 'Store not found')];
  const problems: QuoteProblem[] = [];
  if (!location.status) problems.push(refusal('location-closed', `${location.name} isn't taking orders`));
  problems.push(...hoursProblem(location, input, booked.get(location.id) ?? 0));
  if (input.fulfilment === 'pickup' && !location.acceptsPickup) {
    problems.push(refusal('not-deliverable', `${location.name} doesn't offer pickup`));
  }
  const outside = input.fulfilment === 'delivery' ? areaProblem(location, address) : null;
  if (outside) problems.push(refusal('not-deliverable', outside));
  if (order.itemsTotal < minimumOrder) {
    problems.push(
      refusal('minimum-not-met', `The minimum order at ${location.name} is ${formatMoney(minimumOrder)}`),
    );
  }
  return problems;
}

/** Store users learn whether there are enough coins, but not the balance. */
const withCoins = async (tx: Tx, buyer: Buyer | null, wanted: number) =>
  buyer && buyer.coinBalance === null && wanted > 0
    ? { ...buyer, suffices: buyer.id !== '' && (await hasCoins(tx, buyer.id, wanted)) }
    : buyer;

function basketProblem(
  input: QuoteInput,
  buyer: Buyer | null,
  address: Address | null,
  settings: Settings,
): QuoteProblem[] {
  const problems: QuoteProblem[] = [];
  if (buyer?.status === 'blocked') {
    problems.push(refusal('customer-blocked', 'This customer is blocked'));
  }
  const { paymentType } = input;
  if (paymentType !== undefined && !settings.paymentTypes[paymentType]) {
    problems.push(refusal('payment-type-off', 'This payment type is turned off'));
  }
  if (input.slot && Date.parse(input.slot.to) < Date.now()) {
    problems.push(refusal('not-deliverable', 'This time slot has passed'));
  }
  if (input.fulfilment === 'delivery' && !address) {
    problems.push(refusal('not-deliverable', 'Delivery orders need an address'));
  }
  return problems;
}
