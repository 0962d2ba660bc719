import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import type { DeliveryStatus } from '@aisle/contract/drivers';
import { allowedReturnSteps, type OrderStatus, type ReturnStatus } from '@aisle/contract/order-flow';
import { orderNumber } from '@aisle/contract/order-words';
import type { Return, ReturnStep } from '@aisle/contract/returns';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { problem, stale, wrongField } from '../core/problem.ts';
import type { Services } from '../core/services.ts';
import { linesOf, lockOrder, type OrderInHand, updateLines } from '../orders/order-steps.queries.ts';
import { enter } from '../orders/order-steps.ts';
import { priceLine } from '../orders/pricing.ts';
import { openRefund } from '../refunds/refunds.service.ts';
import { holdLevels } from '../stock/stock.queries.ts';
import { putBack, reserve } from '../stock/stock.ts';
import { tellDriver } from '../trips/trip-links.ts';
import { followRequest, sendDriver } from './collections.ts';
import { getReturn } from './return-view.queries.ts';
import {
  changeReturn,
  findReturn,
  insertReplacement,
  orderOfReturn,
  type ReturnInHand,
  saveReceipt,
} from './returns.queries.ts';
import { mustBeCountable, saveWith, wishFor } from './returns.service.ts';

interface Stepping {
  request: ReturnInHand;
  order: OrderInHand;
  actor: Pick<Actor, 'userId' | 'name'>;
  from: ReturnStatus;
  eventId: string;
  step: ReturnStep;
  /** What is noted in the timeline. */
  note: string | null;
  /** Made for the driver who fetches the goods. */
  tripId?: string | undefined;
}
type Effect = (tx: Tx, stepping: Stepping) => Promise<void>;

/** Takes a request one step along, with everything that follows from it, or not at all. */
export async function stepReturn(
  tx: Tx,
  actor: Actor,
  { storage, settings }: Pick<Services, 'storage' | 'settings'>,
  id: string,
  step: ReturnStep,
): Promise<Return> {
  const { status: to, version, lines } = step;
  const order = await lockOrder(tx, await orderOfReturn(tx, id));
  const request = await findReturn(tx, id);
  const current = () => getReturn(tx, actor, storage, id);
  if (version !== undefined && version !== request.version) throw stale(await current());
  const allowed = allowedReturnSteps(request.status, request.kind, actor.permissions);
  if (!allowed.includes(to)) {
    throw problem(
      'orders.step-not-possible',
      { from: request.status, to, allowed },
      {
        message: `This cannot go from '${request.status}' to '${to}' now. Possible: ${allowed.join(', ') || 'nothing'}`,
        data: await current(),
      },
    );
  }
  if (lines && !inspections.includes(to)) throw wrongField('lines', 'Nothing is inspected by this step');
  if (step.driverId && to !== 'driverApproved') throw wrongField('driverId', 'Nobody is sent by this step');
  const tripId = await enterReturn(tx, request, order, actor, step);
  if (tripId) {
    await tellDriver(tx, settings, { tripId, locationId: request.locationId, userId: actor.userId });
  }
  return current();
}

/** A step, and how the errand of the driver ends where it does. */
interface Taken extends ReturnStep {
  outcome?: DeliveryStatus;
}

/**
 * Brings a request, whose order is locked, into a status that is open to it, with what follows from that. Gives
 * the trip that was made for its driver, if one was.
 */
export async function enterReturn(
  tx: Tx,
  request: ReturnInHand,
  order: OrderInHand,
  actor: Stepping['actor'],
  step: Taken,
): Promise<string | undefined> {
  const { status: to, note, outcome } = step;
  const { id, status: from } = request;
  const eventId = newId();
  const stepping: Stepping = { request, order, actor, from, eventId, step, note: note ?? null };
  for (const effect of effects[to] ?? []) await effect(tx, stepping);
  await changeReturn(tx, request, {
    status: to,
    closed: ends.includes(to),
    received: inspections.includes(to),
  });
  await followRequest(tx, request, { from, outcome, reason: stepping.note });
  await saveWith(tx, order, actor, { id, from, to, note: stepping.note, eventId });
  for (const effect of afterwards[to] ?? []) await effect(tx, stepping);
  return stepping.tripId;
}

const inspections: readonly ReturnStatus[] = ['received', 'locationReceivedAndPickup'];
const ends: readonly ReturnStatus[] = [
  'returned',
  'replaced',
  'returnRejected',
  'replacementRejected',
  'returnFailed',
  'replacementFailed',
];

/** Approving a replacement keeps the goods for it: where there are none, it cannot be approved. */
const reserveReplacement: Effect = async (tx, { request, actor, from }) => {
  if (request.kind !== 'replace' || from !== 'requested') return;
  const replacement = await insertReplacement(tx, request, actor);
  request.replacementOrderId = replacement.id;
  await reserve(tx, {
    locationId: request.locationId,
    orderId: replacement.id,
    eventId: replacement.eventId,
    actor,
    lines: replacement.lines.map(({ id, subProductId, quantity }) => ({
      lineId: id,
      subProductId,
      quantity,
    })),
  });
};

const putOnTheRoad: Effect = async (tx, stepping) => {
  const { request, step, actor } = stepping;
  const sent = await sendDriver(tx, request, { driverId: step.driverId, userId: actor.userId });
  if (!sent) return;
  stepping.tripId = sent.tripId;
  // A driver's own step bears their name already.
  if (actor.name !== sent.driverName) stepping.note ??= sent.driverName;
};

/** The driver gave up: it is anybody's again. */
const callDriverOff: Effect = async (_tx, { request }) => {
  request.driverId = null;
};

/** What came in goes back on the shelf, or to waste. */
const takeIn: Effect = async (tx, { request, order, actor, eventId, step }) => {
  for (const [index, { lineId }] of (step.lines ?? []).entries()) {
    const known = request.lines.some((line) => line.id === lineId || line.lineId === lineId);
    if (!known) throw wrongField(`lines.${index}.lineId`, 'Not a line of this request');
  }
  for (const line of request.lines) {
    const index = step.lines?.findIndex(({ lineId }) => lineId === line.id || lineId === line.lineId) ?? -1;
    const found = step.lines?.[index];
    line.received = found?.received ?? line.quantity;
    line.condition = found?.condition ?? 'restock';
    const path = `lines.${index}.received`;
    mustBeCountable(line, line.received, path);
    if (line.received > line.quantity) {
      throw wrongField(path, `At most ${formatQuantity(line.quantity)} was to come back`);
    }
  }
  if (request.lines.every(({ received }) => received === 0)) {
    throw wrongField('lines', 'Nothing came in: mark the request as failed instead');
  }
  await saveReceipt(tx, request);
  const cause = { locationId: request.locationId, orderId: order.id, actor, causeKind: 'return' as const };
  await holdLevels(
    tx,
    request.locationId,
    request.lines.map((line) => line.subProductId),
  );
  const inCondition = (condition: string) =>
    request.lines
      .filter((line) => line.condition === condition)
      .map(({ subProductId, received }) => ({ subProductId, quantity: received ?? 0 }));
  await putBack(tx, { ...cause, eventId, lines: inCondition('restock') });
  // A cause of its own: of one lot, some may be fit for the shelf and some not.
  await putBack(tx, { ...cause, eventId: request.id, lines: inCondition('writeOff'), writeOff: true });
};

/** From wherever it stands, the shortest way into the customer's hands. */
const way: readonly OrderStatus[] = ['orderPlaced', 'processing', 'prepared', 'pickup', 'delivered'];

/** Hands out the replacement: as much as came in, unless it was picked before. */
const handOut: Effect = async (tx, { request, actor, from }) => {
  // The driver swapped them at the door already.
  if (from === 'locationReceivedAndPickup' || !request.replacementOrderId) return;
  const order = await lockOrder(tx, request.replacementOrderId);
  const at = way.indexOf(order.status);
  if (at < 0) throw problem('returns.replacement-gone', { number: orderNumber(order.number) });
  for (const status of way.slice(at + 1)) {
    if (status === 'prepared') await pickWhatCameIn(tx, request, order);
    await enter(tx, order, status, { actor, note: null });
  }
};

async function pickWhatCameIn(tx: Tx, request: ReturnInHand, order: OrderInHand): Promise<void> {
  const came = new Map<string, number>();
  for (const { subProductId, received } of request.lines) {
    came.set(subProductId, addQuantities(came.get(subProductId) ?? 0, received ?? 0));
  }
  const lines = await linesOf(tx, order);
  await updateLines(
    tx,
    order,
    lines.map((line) => {
      const picked = Math.min(line.pickedQuantity ?? line.quantity, came.get(line.subProductId) ?? 0);
      came.set(line.subProductId, addQuantities(came.get(line.subProductId) ?? 0, -picked));
      return { ...priceLine(line, picked), pickedQuantity: picked };
    }),
  );
}

/** What was kept for the replacement goes back on sale. */
const releaseReplacement: Effect = async (tx, { request, actor }) => {
  if (!request.replacementOrderId) return;
  const order = await lockOrder(tx, request.replacementOrderId);
  const isOver = !['orderPlaced', 'processing', 'prepared', 'pickup'].includes(order.status);
  if (isOver) return;
  await enter(tx, order, 'cancelled', { actor, note: null, reason: 'The replacement did not come about' });
};

/** Money goes back for what came in. */
const refundWhatCameIn: Effect = async (tx, { request, order, actor }) => {
  const wish = await wishFor(tx, request, (line) => line.received ?? 0);
  if (!wish.lines?.length) return;
  const reason = request.lines.length === 1 ? `Returned: ${request.lines[0]!.name}` : 'Goods were returned';
  await openRefund(tx, actor, order, { wish, reason, returnId: request.id });
};

const effects: Partial<Record<ReturnStatus, readonly Effect[]>> = {
  approved: [reserveReplacement, callDriverOff],
  driverApproved: [putOnTheRoad],
  received: [takeIn],
  locationReceivedAndPickup: [takeIn, handOut],
  replaced: [handOut],
  replacementFailed: [releaseReplacement],
};
/** Once the request itself stands where it goes. */
const afterwards: Partial<Record<ReturnStatus, readonly Effect[]>> = {
  returned: [refundWhatCameIn],
};
