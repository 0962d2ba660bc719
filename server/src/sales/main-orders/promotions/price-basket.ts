import type { QuoteInput } from '@aisle/contract/sales/main-orders/main-orders';
import type { Candidate, Checkout, CheckoutFacts } from '@aisle/contract/sales/promotions/engine/checkout';
import { explainNotApplied, notAppliedCode } from '@aisle/contract/sales/promotions/engine/explain';
import { type PricedCheckout, priceCheckout } from '@aisle/contract/sales/promotions/engine/price-checkout';
import { codeKey } from '@aisle/contract/sales/promotions/promotion-codes';
import { isSalePrice, type NotApplied } from '@aisle/contract/sales/promotions/promotion-discounts';
import type { Settings } from '@aisle/contract/system/settings';
import type { Context } from '../../../core/context.ts';
import type { Tx } from '../../../core/db/db.ts';
import {
  type CandidateRow,
  type CustomerStanding,
  findCandidates,
  findGoodsFacts,
  findStanding,
  type GoodsFacts,
  holdPromotions,
} from '../../promotions/candidates.queries.ts';
import { type OrderPricing, pricingOf } from '../../promotions/order-pricing.ts';
import type { Buyer } from '../basket.queries.ts';
import type { BasketOrder } from '../basket.ts';

/** A promotion that isn't saved, which competes with the others at an instant. */
export interface Trial {
  promotion: CandidateRow;
  at: string;
}

export interface BasketToPrice {
  input: QuoteInput;
  buyer: Buyer | null;
  call: Context;
  settings: Settings;
  orders: readonly BasketOrder[];
  postalCode: string | null | undefined;
  isPlacing: boolean;
  trial?: Trial | undefined;
}

/** The promotions of a basket. */
export interface BasketPromotions {
  /** One for each order; empty without promotions. */
  orders: OrderPricing[];
  notApplied: NotApplied[];
}

/** Finds the promotions of a basket. Past the limit of guesses, its codes aren't looked up. */
export async function pricePromotions(basket: BasketToPrice): Promise<BasketPromotions> {
  const { call, buyer, input } = basket;
  const { tx, actor, address, services } = call;
  const { codeGuesses } = services;
  const codes = codesOf(input);
  const guesser = { actor, address, customerId: buyer?.id };
  const isBlocked = codes.length > 0 && codeGuesses.secondsBlocked(guesser) > 0;
  const priced = await priceWithCodes(tx, basket, isBlocked ? [] : codes);
  const blocked = isBlocked ? codes.map(({ code }) => notAppliedCode(code, 'too-many-tries')) : [];
  const unknown = priced.notApplied.flatMap(({ code, reason }) =>
    code !== undefined && reason === 'unknown-code' ? codeKey(code) : [],
  );
  codeGuesses.countUnknown(tx, guesser, unknown);
  return { ...priced, notApplied: [...priced.notApplied, ...blocked] };
}

/**
 * Finds the promotions in two or three statements. When an order is placed, locks the limits of those that could apply, and prices the
 * basket again with what is left.
 */
async function priceWithCodes(
  tx: Tx,
  basket: BasketToPrice,
  codes: readonly SentCode[],
): Promise<BasketPromotions> {
  const found = await findRows(tx, basket, codes);
  if (found.rows.length === 0)
    return { orders: [], notApplied: codes.map(({ code }) => notAppliedCode(code, 'unknown-code')) };
  const goods = await findGoodsFacts(
    tx,
    basket.orders.flatMap(({ lines }) => lines.flatMap(({ subProductId }) => subProductId ?? [])),
  );
  let checkout = checkoutOf(basket, found, goods, codes);
  let result = priceCheckout(checkout);
  const held = basket.isPlacing ? rowsToHold(found.rows, checkout, result) : [];
  if (held.length > 0) {
    await holdPromotions(tx, {
      promotionIds: held.map(({ promotionId }) => promotionId),
      codeKeys: codes.map(({ key }) => key),
      customerId: basket.buyer?.id || null,
    });
    checkout = checkoutOf(basket, await findRows(tx, basket, codes), goods, codes);
    result = priceCheckout(checkout);
  }
  return {
    orders: result.orders.map((priced, index) =>
      pricingOf(priced, checkout.orders[index]!, checkout, result),
    ),
    notApplied: [
      ...explainNotApplied(result, checkout.candidates, basket.trial?.promotion.promotionId),
      ...unusableCodes(codes, checkout, found.rows),
    ],
  };
}

interface SentCode {
  code: string;
  key: string;
}
function codesOf({ codes = [] }: QuoteInput): SentCode[] {
  const byKey = new Map(codes.map((code) => [codeKey(code), code.trim()]));
  return [...byKey].map(([key, code]) => ({ key, code }));
}

interface Found {
  rows: CandidateRow[];
  standing: CustomerStanding;
}

async function findRows(
  tx: Tx,
  { orders, buyer, trial }: BasketToPrice,
  codes: readonly SentCode[],
): Promise<Found> {
  const found = await findCandidates(tx, {
    locationIds: orders.map(({ locationId }) => locationId),
    codeKeys: codes.map(({ key }) => key),
    customerId: buyer?.id || null,
    at: trial?.at,
  });
  const others = found.filter(({ promotionId }) => promotionId !== trial?.promotion.promotionId);
  const rows = trial ? [trial.promotion, ...others] : found;
  const groupIds = [...new Set(rows.flatMap(({ terms }) => terms.audience.customerGroupIds))];
  const asksForCustomer = groupIds.length > 0 || rows.some(({ terms }) => terms.conditions.firstOrder);
  const standing =
    asksForCustomer && buyer?.id
      ? await findStanding(tx, buyer.id, groupIds)
      : { hasLivingOrder: false, groupIds: [] };
  return { rows, standing };
}

/** Only limits can change between the first look and the lock: of promotions, of the customer and of single-use codes. */
function rowsToHold(
  rows: readonly CandidateRow[],
  { candidates }: Checkout,
  { eligibility }: PricedCheckout,
): CandidateRow[] {
  const possible = candidates.filter((one) => eligibility.get(one)?.refusal === null);
  return rows.filter(
    (row) =>
      (row.usesLeft !== null ||
        row.budgetLeft !== null ||
        row.usesPerCustomer !== null ||
        row.terms.conditions.firstOrder ||
        row.codeKey !== null) &&
      possible.some(({ promotionId }) => promotionId === row.promotionId),
  );
}

function checkoutOf(
  basket: BasketToPrice,
  { rows, standing }: Found,
  goods: ReadonlyMap<string, GoodsFacts>,
  codes: readonly SentCode[],
): Checkout {
  const { orders, settings, input, buyer, call, postalCode } = basket;
  const facts: CheckoutFacts = {
    placedAt: basket.trial?.at ?? new Date().toISOString(),
    customer: buyer
      ? {
          id: buyer.id,
          groupIds: standing.groupIds,
          isFirstOrder: !standing.hasLivingOrder,
        }
      : undefined,
    plan: buyer?.plan ?? null,
    fulfilment: input.fulfilment,
    paymentType: input.paymentType,
    source: call.actor.apiKeyId ? 'storefront' : 'staff',
    postalCode,
    slot: input.slot === undefined && basket.isPlacing ? null : input.slot,
    earnPerDollar: settings.coins.earnPerDollar,
    taxOnVendorDiscounts: settings.taxOnVendorDiscounts,
  };
  return {
    facts,
    candidates: candidatesFrom(rows, codes),
    orders: orders.map(({ locationId, location, lines, defaultFee }) => ({
      locationId,
      timeZone: location?.timeZone ?? 'UTC',
      deliveryFee: defaultFee,
      lines: lines.map((line) => {
        const {
          productId = null,
          brandId = null,
          categoryIds = [],
          tags = [],
        } = goods.get(line.subProductId ?? '') ?? {};
        return {
          id: `${line.index}`,
          subProductId: line.subProductId,
          productId,
          brandId,
          categoryIds,
          tags,
          unitPrice: line.unitPrice,
          isOnSale: isSalePrice(line.priceSource),
          quantity: line.quantity,
          soldByWeight: line.soldByWeight,
          taxRate: line.taxRate,
        };
      }),
    })),
  };
}

/** Each promotion once, by the first of its codes that can be used. */
function candidatesFrom(rows: readonly CandidateRow[], codes: readonly SentCode[]): Candidate[] {
  const byPromotion = new Map<string, CandidateRow>();
  const codeTaken = new Set<string>();
  for (const row of rows) {
    if (row.codeKey !== null && codeTaken.has(row.codeKey)) continue;
    if (row.codeKey !== null) codeTaken.add(row.codeKey);
    const earlier = byPromotion.get(row.promotionId);
    if (!earlier || (earlier.isCodeUsed && !row.isCodeUsed)) byPromotion.set(row.promotionId, row);
  }
  return [...byPromotion.values()].map((row) => ({
    promotionId: row.promotionId,
    number: row.number,
    edition: row.edition,
    label: row.label,
    terms: row.terms,
    code: codes.find(({ key }) => key === row.codeKey)?.code ?? null,
    locationIds: row.locationIds,
    schedule: row.schedule,
    state: row.state,
    limits: {
      usesLeft: row.isCodeUsed ? 0 : row.usesLeft,
      budgetLeft: row.budgetLeft,
      usesPerCustomer: row.usesPerCustomer,
      usesByCustomer: row.usesByCustomer ?? 0,
    },
    granted: null,
  }));
}

/** Codes that belong to no promotion, or to one that another of the codes stands for. */
function unusableCodes(
  codes: readonly SentCode[],
  { candidates }: Checkout,
  rows: readonly CandidateRow[],
): NotApplied[] {
  return codes
    .filter(({ code }) => !candidates.some((candidate) => candidate.code === code))
    .map(({ code, key }) =>
      notAppliedCode(
        code,
        rows.some(({ codeKey: found }) => found === key) ? 'not-combinable' : 'unknown-code',
      ),
    );
}
