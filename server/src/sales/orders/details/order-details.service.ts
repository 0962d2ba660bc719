import { formatDateTime } from '@aisle/contract/core/dates';
import type { FieldError } from '@aisle/contract/core/envelope';
import type { Address } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { formatNumber } from '@aisle/contract/core/numbers';
import {
  detailProblem,
  type OrderAgain,
  type OrderDetail,
  type OrderDetailsDraft,
  type OrderDetailsEdit,
  type OrderDetailsPlan,
} from '@aisle/contract/sales/orders/order-details';
import { headlineOf } from '@aisle/contract/sales/orders/order-flow';
import { isBeforePicking } from '@aisle/contract/sales/orders/order-status-groups';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { type PaymentType, paymentLabel } from '@aisle/contract/system/payment-types';
import { systemActor } from '../../../core/audit.ts';
import type { Tx } from '../../../core/db/db.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { mustFind, type Problem, problem } from '../../../core/problem.ts';
import { hasCoordinates, withCoordinates } from '../../../system/geocoding/postal-codes.ts';
import { getSettings } from '../../../system/settings/settings.service.ts';
import { replaceUses } from '../../promotions/promotion-uses.queries.ts';
import { findLocations, type OrderLocation } from '../delivery/delivery.queries.ts';
import { areaProblem, bookedInSlot, deliveryFeeAt, hoursProblem } from '../delivery/delivery.ts';
import { distanceBetween } from '../lines/pricing.ts';
import { type Repriced, reprice } from '../lines/reprice.ts';
import {
  isReplacement,
  paymentsOf,
  scheduleAuthorizations,
  updateDuePayment,
} from '../money/order-payments.queries.ts';
import { adjustPayments, coverProblem } from '../money/order-payments.ts';
import { getOrder } from '../order-view.ts';
import { findOrderToPlan, linesOf, saveOrder, updateLines } from '../steps/order-steps.queries.ts';
import { applyTransition, confirmWhenCovered, lockAt } from '../steps/order-steps.ts';
import {
  changeDuePayment,
  type DetailedOrder,
  findDetails,
  findEarlierOrder,
} from './order-details.queries.ts';

/** Changes the address, due time, note or payment type of an order, with its delivery fee and total. */
export async function editDetails(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, ...wish }: OrderDetailsEdit,
): Promise<Order> {
  const order = await lockAt(tx, actor, id, version);
  const saved = mustFind(await findDetails(tx, id), 'Order');
  const { next, changed, problems, repriced } = await wanted(tx, saved, wish, true);
  if (problems[0]) throw problems[0];
  if (changed.length === 0) return getOrder(tx, actor, id, order);

  const { deliveryFee, total, paymentType } = next;
  Object.assign(order, repriced?.order, { deliveryFee, total, paymentType });
  if (repriced) {
    await updateLines(tx, order, repriced.lines);
    await replaceUses(tx, order, repriced.uses);
  }
  if (changed.includes('paymentType')) {
    await changeDuePayment(tx, next);
    await updateDuePayment(tx, order);
  }
  const refunds =
    total === saved.total
      ? []
      : await adjustPayments(tx, order, saved.total, 'The delivery address was changed');
  // The customer gets no message about a change before the order is confirmed.
  const news = saved.status === 'pending' ? null : { changed };
  const note = noteOf(saved, next, changed);
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [
      { id: newId(), kind: 'details', from: null, to: null, by: actor, note, details: news },
      ...refunds,
    ],
    details: { ...next, slot: slotOf(next) },
    action: 'details',
    before: auditOf(saved, changed),
    after: auditOf(next, changed),
  });
  if (changed.includes('slot')) {
    await scheduleAuthorizations(tx, order, (await getSettings(tx)).cards.authorizeDaysAhead);
  }
  const isPaidLater = order.status === 'pending' && paymentType === 'cashOnDelivery';
  if (isPaidLater) {
    await applyTransition(tx, order, 'orderPlaced', { actor: systemActor, note: paymentText(next) });
  } else await confirmWhenCovered(tx, order, 'Covered by the amount paid');
  return getOrder(tx, actor, id, order);
}

/** Previews a change of details: its costs, and the problems that prevent it. */
export async function planDetails(tx: Tx, id: string, wish: OrderDetailsDraft): Promise<OrderDetailsPlan> {
  const saved = mustFind(await findDetails(tx, id), 'Order');
  const { next, problems } = await wanted(tx, saved, wish, false);
  return {
    distanceKm: next.distanceKm,
    distanceIsApproximate: next.distanceKm !== null && next.address !== null && !hasCoordinates(next.address),
    deliveryFee: next.deliveryFee,
    total: next.total,
    problems: problems.flatMap(({ fields = [] }) => fields),
  };
}

interface Wanted {
  next: DetailedOrder;
  changed: OrderDetail[];
  problems: Problem[];
  /** The order with the promotions that its new details meet. */
  repriced: Repriced | undefined;
}
/** An order with the requested details. With `isSaving`, locks its slot so that the last place can't be booked twice. */
async function wanted(
  tx: Tx,
  saved: DetailedOrder,
  wish: OrderDetailsDraft,
  isSaving: boolean,
): Promise<Wanted> {
  const locations = await findLocations(tx, [saved.locationId], await getSettings(tx));
  const location = locations.get(saved.locationId);
  const drafted = await withFee(tx, saved, withDraft(saved, wish), location);
  const changed = changedDetails(saved, drafted);
  const repriced = changed.length > 0 ? await withPromotions(tx, saved, drafted) : undefined;
  const { deliveryFee, total } = repriced?.order ?? drafted;
  const next = { ...drafted, deliveryFee, total };
  const payments = changed.includes('paymentType') ? await paymentsOf(tx, saved) : [];
  const problems = changed.flatMap((detail) => {
    const message = detailProblem(detail, { ...saved, payments });
    return message ? [problem('orders.not-editable', {}, { message, fields: [at(detail, message)] })] : [];
  });
  if (problems.length > 0) return { next, changed, problems, repriced };
  const found = await nextProblem(tx, saved, { next, changed, location, isSaving });
  return { next, changed, problems: found, repriced };
}

/** Until picking starts, promotions are chosen again, since their conditions can depend on the details. */
async function withPromotions(
  tx: Tx,
  saved: DetailedOrder,
  next: DetailedOrder,
): Promise<Repriced | undefined> {
  if (!saved.hasCandidates || !isBeforePicking(saved.status)) return undefined;
  const order = await findOrderToPlan(tx, saved.id);
  const isSameFee = next.deliveryFee === saved.deliveryFee;
  return reprice(tx, order, await linesOf(tx, order), {
    ...next,
    deliveryFee: next.deliveryFee + (isSameFee ? order.deliveryDiscount : 0),
  });
}

/** The address as a whole has no field, so its errors appear at its first line. */
const at = (detail: OrderDetail, message: string): FieldError => ({
  path: detail === 'address' ? 'address.line1' : detail,
  message,
});

function withDraft(
  saved: DetailedOrder,
  { address, slot, note, paymentType }: OrderDetailsDraft,
): DetailedOrder {
  return {
    ...saved,
    ...(address && { address: { ...address, line2: address.line2 || null } }),
    ...(slot !== undefined && {
      slotFrom: slot && new Date(slot.from).toISOString(),
      slotTo: slot && new Date(slot.to).toISOString(),
    }),
    ...(note !== undefined && { note: note || null }),
    ...(paymentType && { paymentType }),
  };
}

/** Updates the distance and fee for a new address. A waived fee and a fee that may have been refunded stay the same. */
async function withFee(
  tx: Tx,
  saved: DetailedOrder,
  next: DetailedOrder,
  location: OrderLocation | undefined,
): Promise<DetailedOrder> {
  if (!next.address || isSameAddress(saved.address, next.address)) return next;
  const distanceKm = location ? distanceBetween(location, withCoordinates(next.address)) : null;
  if (distanceKm === saved.distanceKm) return next;
  if (saved.isPartlyRefunded) return { ...next, distanceKm };
  const isFree = saved.isDeliveryWaived || (saved.total === 0 && (await isReplacement(tx, saved)));
  const { itemsTotal } = saved;
  const deliveryFee = isFree ? 0 : deliveryFeeAt(location, await getSettings(tx), { itemsTotal, distanceKm });
  return { ...next, distanceKm, deliveryFee, total: saved.total - saved.deliveryFee + deliveryFee };
}

const addressParts = ['line1', 'line2', 'city', 'state', 'postalCode', 'latitude', 'longitude'] as const;
const isSameAddress = (a: Address | null, b: Address | null): boolean =>
  a === b ||
  (a !== null && b !== null && addressParts.every((part) => (a[part] ?? null) === (b[part] ?? null)));

function changedDetails(saved: DetailedOrder, next: DetailedOrder): OrderDetail[] {
  const isChanged: Record<OrderDetail, boolean> = {
    address: !isSameAddress(saved.address, next.address),
    slot: !isSameTime(saved.slotFrom, next.slotFrom) || !isSameTime(saved.slotTo, next.slotTo),
    note: saved.note !== next.note,
    paymentType: saved.paymentType !== next.paymentType,
  };
  return (Object.keys(isChanged) as OrderDetail[]).filter((detail) => isChanged[detail]);
}
const isSameTime = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && Date.parse(a) === Date.parse(b));

interface Change {
  next: DetailedOrder;
  changed: readonly OrderDetail[];
  location: OrderLocation | undefined;
  isSaving: boolean;
}
/** Why the location, the settings and the payments don't allow the changed details. */
async function nextProblem(tx: Tx, saved: DetailedOrder, change: Change): Promise<Problem[]> {
  const { next, changed } = change;
  const problems: Problem[] = [];
  if (changed.includes('address') || changed.includes('slot')) {
    problems.push(...(await deliveryProblem(tx, saved, change)));
  }
  const { paymentTypes } = await getSettings(tx);
  if (changed.includes('paymentType') && !paymentTypes[next.paymentType as PaymentType]) {
    const message = 'This payment type is turned off';
    problems.push(problem('orders.payment-type-off', {}, { fields: [at('paymentType', message)] }));
  }
  const uncovered = await coverProblem(tx, next, saved.total);
  if (uncovered) {
    const { message, details } = uncovered;
    const fields = [at('address', message)];
    problems.push(problem('orders.above-authorised', details, { message, fields }));
  }
  return problems;
}

async function deliveryProblem(
  tx: Tx,
  saved: DetailedOrder,
  { next, changed, location, isSaving }: Change,
): Promise<Problem[]> {
  if (!location) return [];
  const refuse = (detail: OrderDetail, reason: string) =>
    problem('orders.not-deliverable', { reason }, { fields: [at(detail, reason)] });
  const isMoved = changed.includes('address') && next.address !== null;
  const outside = isMoved && areaProblem(location, withCoordinates(next.address!));
  const problems = outside ? [refuse('address', outside)] : [];
  if (!changed.includes('slot')) return problems;

  const when = { slot: slotOf(next), fulfilment: saved.fulfilment };
  if (when.slot && Date.parse(when.slot.to) < Date.now()) {
    return [...problems, refuse('slot', 'This time slot has passed')];
  }
  const booked = (await bookedInSlot(tx, [location], when, isSaving)).get(location.id) ?? 0;
  // This order already has a place in its own slot.
  const own = when.slot && isSameTime(saved.slotFrom, when.slot.from) ? 1 : 0;
  const found = hoursProblem(location, when, booked - own);
  return [...problems, ...found.map(({ message }) => refuse('slot', message))];
}

const slotOf = ({ slotFrom, slotTo }: DetailedOrder) =>
  slotFrom && slotTo ? { from: slotFrom, to: slotTo } : null;

function noteOf(saved: DetailedOrder, next: DetailedOrder, changed: readonly OrderDetail[]): string {
  const words: Record<OrderDetail, () => string> = {
    address: () => `Address: ${addressText(next.address)}`,
    slot: () => `Due: ${dueText(next)}`,
    note: () => (next.note ? `Customer's note: ${next.note}` : "Customer's note removed"),
    paymentType: () => `Payment: ${paymentText(next)} instead of ${paymentText(saved)}`,
  };
  const fee =
    next.deliveryFee === saved.deliveryFee
      ? []
      : [`Delivery fee: ${formatMoney(next.deliveryFee)} instead of ${formatMoney(saved.deliveryFee)}`];
  return [...changed.map((detail) => words[detail]()), ...fee].join('; ');
}
const addressText = (address: Address | null): string =>
  address ? [address.line1, address.line2, address.city, address.postalCode].filter(Boolean).join(', ') : '';
function dueText({ slotFrom, slotTo, timeZone }: DetailedOrder): string {
  if (!slotFrom || !slotTo) return 'as soon as possible';
  return `${formatDateTime(slotFrom, timeZone)} to ${formatDateTime(slotTo, timeZone).split(', ')[1]}`;
}
const paymentText = ({ paymentType, fulfilment }: DetailedOrder): string =>
  paymentLabel(paymentType, fulfilment);

/** The changed details only, with the values that depend on them. */
function auditOf(order: DetailedOrder, changed: readonly OrderDetail[]): Record<string, unknown> {
  const { address, distanceKm, deliveryFee, total, note, paymentType } = order;
  const values: Record<OrderDetail, object> = {
    address: { address, distanceKm, deliveryFee, total },
    slot: { slot: slotOf(order) },
    note: { note },
    paymentType: { paymentType },
  };
  return Object.assign({}, ...changed.map((detail) => values[detail]));
}

/** The input for repeating an order: the lines that the customer ordered, at today's prices. */
export async function orderAgain(tx: Tx, id: string): Promise<OrderAgain> {
  const order = mustFind(await findEarlierOrder(tx, id), 'Order');
  // An erased customer no longer belongs to any location.
  if (!order.customer) throw problem('customers.erased');
  return {
    ...order,
    customer: order.customer,
    number: formatNumber('order', order.number),
    lines: order.lines.flatMap(({ item, quantity }) => (item ? [{ item, quantity }] : [])),
    missing: order.lines.filter(({ item }) => !item).map(({ name }) => name),
  };
}
