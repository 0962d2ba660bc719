import { addDays, dayIn } from '../../../core/dates.ts';
import { postalKey } from '../../../locations/delivery-area.ts';
import { timeIn } from '../../../locations/opening.ts';
import type { NotAppliedReason } from '../promotion-discounts.ts';
import { promotionStatus } from '../promotion-flow.ts';
import type { PromotionWindow } from '../promotion-schedule.ts';
import type { PromotionGoods } from '../promotion-terms.ts';
import type { Candidate, CheckoutFacts, CheckoutLine, CheckoutOrder } from './checkout.ts';
import { goodsValue, type IndexedOrder, isCounted } from './goods.ts';

export interface Missing {
  amount?: number;
  quantity?: number;
}
export interface Eligibility {
  /** Null if all conditions are met. */
  refusal: { reason: NotAppliedReason; missing?: Missing } | null;
  /** A condition counts as met because the customer hasn't decided yet. */
  isProvisional: boolean;
}

type Check = NotAppliedReason | 'unknown' | null;

/** Checks a promotion against orders: one of them, or all orders of the checkout that it would be spread over. */
export function checkEligibility(
  candidate: Candidate,
  orders: readonly IndexedOrder[],
  facts: CheckoutFacts,
): Eligibility {
  const { locationIds } = candidate;
  const own = orders.filter(({ locationId }) => locationIds === null || locationIds.includes(locationId));
  if (own.length === 0) return { refusal: { reason: 'other-location' }, isProvisional: false };
  const checks = [
    ...(candidate.granted ? [] : standingChecks(candidate, facts)),
    scheduleCheck(candidate, own[0]!.timeZone, facts),
    ...orderChecks(candidate, facts),
  ];
  const isProvisional = checks.includes('unknown');
  const reason = checks.find((check) => check !== null && check !== 'unknown');
  if (reason) return { refusal: { reason }, isProvisional };
  return { refusal: goodsRefusal(candidate, own), isProvisional };
}

/** Whether an order can still gain the promotion by an edit after it was placed. */
export function staysCandidate(candidate: Candidate, order: CheckoutOrder, facts: CheckoutFacts): boolean {
  const { locationIds, schedule } = candidate;
  const isHere = locationIds === null || locationIds.includes(order.locationId);
  const checks = standingChecks(candidate, facts);
  if (schedule.by === 'placed') checks.push(scheduleCheck(candidate, order.timeZone, facts));
  return isHere && checks.every((check) => check === null || check === 'unknown');
}

/** The checks that aren't repeated once an order is placed. */
function standingChecks({ terms, limits }: Candidate, { customer, plan }: CheckoutFacts): Check[] {
  const { customerGroupIds, planIds, customerIds } = terms.audience;
  const isForEveryone = customerGroupIds.length + planIds.length + customerIds.length === 0;
  const isMember =
    customer !== undefined &&
    (customerIds.includes(customer.id) ||
      (plan !== null && planIds.includes(plan.planId)) ||
      customer.groupIds.some((id) => customerGroupIds.includes(id)));
  const isUsedByCustomer = limits.usesPerCustomer !== null && limits.usesByCustomer >= limits.usesPerCustomer;
  const asksForHistory = limits.usesPerCustomer !== null || terms.conditions.firstOrder;
  return [
    limits.usesLeft !== null && limits.usesLeft <= 0 ? 'used-up' : null,
    limits.budgetLeft !== null && limits.budgetLeft <= 0 ? 'budget-spent' : null,
    isForEveryone || isMember ? null : customer ? 'not-for-customer' : 'needs-customer',
    customer === undefined && asksForHistory ? 'unknown' : null,
    customer && isUsedByCustomer ? 'used-by-customer' : null,
    customer && terms.conditions.firstOrder && !customer.isFirstOrder ? 'first-order' : null,
  ];
}

/**
 * The time of placing is checked once. A slot is checked again whenever it changes, even after the promotion ended.
 */
function scheduleCheck(
  { schedule, state, granted }: Candidate,
  timeZone: string,
  { placedAt, slot }: CheckoutFacts,
): Check {
  if (granted && schedule.by === 'placed') return null;
  if (!granted && state === 'paused') return 'paused';
  const isOpen = schedule.by === 'slot' && slot === undefined;
  const instant = schedule.by === 'slot' && slot ? slot.from : placedAt;
  const status = promotionStatus({ ...schedule, state: granted ? 'active' : state }, Date.parse(instant));
  if (isOpen && status !== 'ended') return 'unknown';
  if (status === 'scheduled') return 'not-started';
  if (status !== 'active') return 'ended';
  const isInside =
    schedule.weekly.length === 0 || schedule.weekly.some(includes(timeZone, new Date(instant)));
  return isInside ? null : 'schedule';
}

/** A window that ends at or before its start belongs to the day on which it starts. */
function includes(timeZone: string, instant: Date): (window: PromotionWindow) => boolean {
  const today = dayIn(timeZone, instant);
  const time = timeIn(timeZone, instant);
  const numberOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
  const [day, yesterday] = [numberOf(today), numberOf(addDays(today, -1))];
  return (window) =>
    window.from < window.to
      ? window.day === day && time >= window.from && time < window.to
      : (window.day === day && time >= window.from) || (window.day === yesterday && time < window.to);
}

function orderChecks({ terms: { conditions } }: Candidate, facts: CheckoutFacts): Check[] {
  const { fulfilment, paymentTypes, sources, postalCodes } = conditions;
  const isOutside = () =>
    facts.postalCode ? !postalCodes.includes(postalKey(facts.postalCode)) : facts.postalCode === null;
  return [
    fulfilment !== null && fulfilment !== facts.fulfilment ? 'fulfilment' : null,
    sources.length > 0 && !sources.includes(facts.source) ? 'source' : null,
    paymentTypes.length === 0
      ? null
      : facts.paymentType === undefined
        ? 'unknown'
        : paymentTypes.includes(facts.paymentType)
          ? null
          : 'payment-type',
    postalCodes.length === 0
      ? null
      : facts.postalCode === undefined
        ? 'unknown'
        : isOutside()
          ? 'address'
          : null,
  ];
}

function goodsRefusal(candidate: Candidate, orders: readonly IndexedOrder[]): Eligibility['refusal'] {
  const { terms, granted } = candidate;
  const matching = matchingLines(orders, terms.goods).filter(({ quantity }) => quantity > 0);
  if (matching.length === 0) return { reason: 'no-matching-goods' };
  // A share of a checkout is fixed when the order is placed, whatever remains of the checkout.
  if (granted && granted.share !== null) return null;
  const { minGoods, minQuantity } = terms.conditions;
  const value = matching.reduce((sum, line) => sum + goodsValue(line), 0);
  const units = countUnits(matching);
  const missing: Missing = {
    ...(value < minGoods && { amount: minGoods - value }),
    ...(units < minQuantity && { quantity: minQuantity - units }),
  };
  const forSet = Math.max(missing.quantity ?? 0, missingForSet(candidate, orders));
  if (forSet > 0) missing.quantity = forSet;
  return missing.amount || missing.quantity ? { reason: 'minimum-not-met', missing } : null;
}

const countUnits = (lines: readonly CheckoutLine[]): number =>
  lines.filter(isCounted).reduce((sum, line) => sum + line.quantity, 0);

function matchingLines(orders: readonly IndexedOrder[], goods: PromotionGoods): CheckoutLine[] {
  const found: CheckoutLine[] = [];
  for (const { lines, matching } of orders) for (const index of matching(goods)) found.push(lines[index]!);
  return found;
}

/** The number of units that the first set of a `bundle` or `buyGet` promotion still needs. */
function missingForSet({ terms: { reward, goods } }: Candidate, orders: readonly IndexedOrder[]): number {
  if (reward.kind !== 'bundle' && reward.kind !== 'buyGet') return 0;
  const bought = new Set(matchingLines(orders, goods));
  if (reward.kind === 'bundle') return Math.max(0, reward.quantity - countUnits([...bought]));
  const reduced = reward.getGoods ? new Set(matchingLines(orders, reward.getGoods)) : bought;
  const both = countUnits([...bought].filter((line) => reduced.has(line)));
  const toBuy = reward.buy - countUnits([...bought].filter((line) => !reduced.has(line)));
  const toGet = reward.get - countUnits([...reduced].filter((line) => !bought.has(line)));
  return Math.max(0, Math.max(0, toBuy) + Math.max(0, toGet) - both);
}
