import { formatDate } from '@aisle/contract/core/dates';
import { hasAtMost3Decimals, roundedShare } from '@aisle/contract/core/money';
import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import { headlineOf, type ReturnStatus } from '@aisle/contract/order-flow';
import type { MoneyPlan, RefundWish } from '@aisle/contract/refunds';
import type { Return, Returnable, ReturnInput, ReturnPlanInput } from '@aisle/contract/returns';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { keepImage } from '../core/images.ts';
import { problem, wrongField } from '../core/problem.ts';
import type { Storage } from '../core/storage.ts';
import type { Upload } from '../core/uploads.ts';
import {
  linesOf,
  lockOrder,
  type OrderInHand,
  returnStatusOf,
  saveOrder,
} from '../orders/order-steps.queries.ts';
import { planRefund, refundableOf } from '../refunds/refund-plan.ts';
import { refundFacts } from '../refunds/refunds.queries.ts';
import { getSettings } from '../settings/settings.service.ts';
import { getReturn } from './return-view.queries.ts';
import {
  type DeliveredLine,
  type DeliveredOrder,
  deliveredOrder,
  findReturn,
  insertReturn,
  orderOfReturn,
  type ReturnInHand,
  type ReturnLineInHand,
  savePhotos,
} from './returns.queries.ts';

const dayMs = 86_400_000;
const windowOf = ({ deliveredAt }: DeliveredOrder, days: number) =>
  deliveredAt === null ? null : new Date(Date.parse(deliveredAt) + days * dayMs);

/** What can still come back of an order, and until when. */
export async function returnable(tx: Tx, orderId: string): Promise<Returnable> {
  const order = await deliveredOrder(tx, orderId);
  const ends = windowOf(order, (await getSettings(tx)).returnWindowDays);
  const isDelivered = order.status === 'delivered';
  return {
    orderId,
    windowEndsAt: ends?.toISOString() ?? null,
    windowIsOver: ends !== null && ends.getTime() < Date.now(),
    lines: order.lines.map((line) => ({
      lineId: line.lineId,
      quantity: isDelivered ? Math.max(0, addQuantities(line.delivered, -line.taken)) : 0,
    })),
  };
}

/** Takes down a request, with the pictures that show what is wrong. */
export async function createReturn(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  input: ReturnInput,
  photos: readonly Upload[],
): Promise<Return> {
  const order = await lockOrder(tx, input.orderId);
  const delivered = await deliveredOrder(tx, input.orderId);
  if (order.status !== 'delivered') throw problem('returns.not-delivered');
  const settings = await getSettings(tx);
  const ends = windowOf(delivered, settings.returnWindowDays);
  const isLate = ends !== null && ends.getTime() < Date.now();
  if (isLate && !input.override) {
    const endedOn = formatDate(ends.toISOString(), delivered.timeZone);
    throw problem('returns.window-over', { endedOn, windowEndsAt: ends.toISOString() });
  }
  const reasons = settings.reasons[input.kind];
  const lines = input.lines.map((line, index) => {
    const path = `lines.${index}`;
    mustComeBack(delivered, input.lines, index);
    const reason = reasons.find(({ _id }) => _id === line.reasonId);
    if (line.reasonId && !reason) throw wrongField(`${path}.reasonId`, 'Not found');
    if (line.photos?.some((photo) => photo >= photos.length)) {
      throw wrongField(`${path}.photos`, 'There is no such picture');
    }
    return { ...line, reason: reason?.name ?? null, note: line.note || null };
  });
  refuseTooMuch(delivered, lines);
  const files: string[] = [];
  for (const photo of photos) files.push(await keepImage(tx, storage, photo, actor.userId));
  // Pictures of nothing in particular belong to the first line.
  const shown = new Set(lines.flatMap((line) => line.photos ?? []));
  const others = files.flatMap((_, index) => (shown.has(index) ? [] : [index]));
  const id = newId();
  const note = input.note || null;
  await insertReturn(tx, {
    id,
    locationId: order.locationId,
    orderId: order.id,
    customerId: order.customerId,
    kind: input.kind,
    note,
    overrideNote: isLate ? note : null,
    createdBy: actor.userId,
    lines: lines.map((line, index) => ({
      ...line,
      photos: [...(line.photos ?? []), ...(index === 0 ? others : [])].map((photo) => files[photo]!),
    })),
  });
  await saveWith(tx, order, actor, { id, from: null, to: 'requested', note });
  return getReturn(tx, actor, storage, id);
}

const lineOf = (order: DeliveredOrder, lineId: string): DeliveredLine | undefined =>
  order.lines.find((line) => line.lineId === lineId);

function mustComeBack(order: DeliveredOrder, wanted: ReturnInput['lines'], index: number): void {
  const { lineId, quantity } = wanted[index]!;
  const line = lineOf(order, lineId);
  if (!line) throw wrongField(`lines.${index}.lineId`, 'Not a line of this order');
  if (wanted.findIndex((other) => other.lineId === lineId) !== index) {
    throw wrongField(`lines.${index}.lineId`, 'Each line once');
  }
  mustBeCountable(line, quantity, `lines.${index}.quantity`);
}

export function mustBeCountable(
  line: { unit: string; soldByWeight: boolean },
  quantity: number,
  path: string,
): void {
  const isWhole = line.unit === 'each' && !line.soldByWeight;
  if (isWhole && !Number.isInteger(quantity)) throw wrongField(path, 'Enter a whole number');
  if (!hasAtMost3Decimals(quantity)) throw wrongField(path, 'Enter a quantity with at most 3 decimals');
}

/** Nothing comes back twice: what is asked for already counts. */
function refuseTooMuch(order: DeliveredOrder, wanted: ReturnInput['lines']): void {
  const short = wanted.flatMap(({ lineId, quantity }, index) => {
    const line = lineOf(order, lineId)!;
    const most = Math.max(0, addQuantities(line.delivered, -line.taken));
    return quantity > most ? [{ index, name: line.name, most }] : [];
  });
  if (short.length === 0) return;
  throw problem(
    'returns.too-much',
    { lines: short.map(({ name, most }) => `${name} (at most ${formatQuantity(most)})`).join(', '), short },
    {
      fields: short.map(({ index, most }) => ({
        path: `lines.${index}.quantity`,
        message: `At most ${formatQuantity(most)} can come back`,
      })),
    },
  );
}

/** The order with the news of one of its requests. */
export async function saveWith(
  tx: Tx,
  order: OrderInHand,
  actor: Pick<Actor, 'userId' | 'name'>,
  news: {
    id: string;
    from: ReturnStatus | null;
    /** Null where it stays what it is, and there is only something to tell. */
    to: ReturnStatus | null;
    note: string | null;
    eventId?: string;
  },
): Promise<void> {
  const { id, from, to, note, eventId = newId() } = news;
  order.returnStatus = await returnStatusOf(tx, order);
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [{ id: eventId, kind: 'return', from, to, by: actor, note, details: { returnId: id } }],
    action: 'return',
    before: from && { return: id, status: from },
    after: to ? { return: id, status: to } : { return: id, note },
  });
}

const mostPhotos = 8;

export async function addPhotos(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  { id, lineId, photos }: { id: string; lineId: string; photos: readonly Upload[] },
): Promise<Return> {
  await lockOrder(tx, await orderOfReturn(tx, id));
  const request = await findReturn(tx, id);
  const line = request.lines.find((one) => one.id === lineId || one.lineId === lineId);
  if (!line) throw wrongField('lineId', 'Not a line of this request');
  if (photos.length === 0) throw wrongField('photos', 'Choose a picture');
  if (line.photos.length + photos.length > mostPhotos) {
    throw problem('returns.too-many-photos', { most: mostPhotos });
  }
  const files = [...line.photos];
  for (const photo of photos) files.push(await keepImage(tx, storage, photo, actor.userId));
  await savePhotos(tx, request, line.id, files);
  return getReturn(tx, actor, storage, id);
}

/** What the goods of a request are worth, as far as that can still go back. Nothing for a replacement. */
export async function wishFor(
  tx: Tx,
  request: ReturnInHand,
  cameIn: (line: ReturnLineInHand) => number,
): Promise<RefundWish> {
  if (request.kind === 'replace') return { lines: [], deliveryFee: 0 };
  const { lines: delivered } = await deliveredOrder(tx, request.orderId);
  const facts = await refundFacts(tx, request.orderId);
  const sold = await linesOf(tx, facts);
  const { inAll, ofLine } = refundableOf(facts);
  let left = inAll;
  const lines = request.lines.flatMap((line) => {
    const was = delivered.find(({ lineId }) => lineId === line.lineId)!;
    // What this request brought is not yet among what has come back before it.
    const part = shareByQuantity(
      was,
      request.status === 'returned' ? was.returned - (line.received ?? 0) : was.returned,
      cameIn(line),
    );
    const amount = Math.min(left, part, ofLine(sold.find(({ id }) => id === line.lineId)!));
    left -= amount;
    return amount > 0 ? [{ lineId: line.lineId, amount }] : [];
  });
  return { lines, deliveryFee: 0 };
}

/** In thousandths, so that the last piece of a line leaves no cent over. */
function shareByQuantity(line: DeliveredLine, before: number, quantity: number): number {
  const whole = Math.round(line.delivered * 1000);
  if (whole === 0) return 0;
  const upTo = (so: number) => roundedShare(line.total, Math.min(whole, Math.round(so * 1000)), whole);
  return upTo(before + quantity) - upTo(before);
}

export async function planReturn(tx: Tx, id: string, { lines }: ReturnPlanInput): Promise<MoneyPlan> {
  const request = await findReturn(tx, id);
  const given = (line: ReturnLineInHand) =>
    lines?.find(({ lineId }) => lineId === line.id || lineId === line.lineId)?.received;
  const wish = await wishFor(tx, request, (line) => given(line) ?? line.received ?? line.quantity);
  const facts = await refundFacts(tx, request.orderId);
  return planRefund(facts, await linesOf(tx, facts), wish);
}
