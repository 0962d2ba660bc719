import { itemName } from '@aisle/contract/core/item-name';
import { roundedShare } from '@aisle/contract/core/money';
import { formatNumber } from '@aisle/contract/core/numbers';
import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import { headlineOf, type ReturnStatus } from '@aisle/contract/sales/orders/order-flow';
import type { MoneyPlan, RefundDraft } from '@aisle/contract/sales/refunds/refunds';
import type {
  Return,
  Returnable,
  ReturnPlanInput,
  ReturnPreviewInput,
} from '@aisle/contract/sales/returns/returns';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { storePhoto } from '../../core/files/images.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Upload } from '../../core/http/input/uploads.ts';
import { newId } from '../../core/ids.ts';
import { problem, wrongField } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { mustBeCountable } from '../orders/lines/line-changes.ts';
import { refundFacts } from '../orders/money/refund-facts.queries.ts';
import {
  type LockedOrder,
  linesOf,
  lockOrder,
  returnStatusOf,
  saveOrder,
} from '../orders/steps/order-steps.queries.ts';
import { planRefund, refundableOf } from '../refunds/refund-plan.ts';
import { getReturn } from './return-view.queries.ts';
import {
  type DeliveredLine,
  type DeliveredOrder,
  deliveredOrder,
  findReturn,
  type LockedReturn,
  type LockedReturnLine,
  orderOfReturn,
  savePhotos,
} from './returns.queries.ts';

const dayMs = 86_400_000;
export const windowOf = ({ deliveredAt }: DeliveredOrder, days: number) =>
  deliveredAt === null ? null : new Date(Date.parse(deliveredAt) + days * dayMs);

/** The items of an order that can still be returned, and until when. */
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

interface WantedLine {
  lineId: string;
  quantity: number;
}
const lineOf = (order: DeliveredOrder, lineId: string): DeliveredLine | undefined =>
  order.lines.find((line) => line.lineId === lineId);

export function mustBeReturnable(order: DeliveredOrder, wanted: readonly WantedLine[], index: number): void {
  const { lineId, quantity } = wanted[index]!;
  const line = lineOf(order, lineId);
  if (!line) throw wrongField(`lines.${index}.lineId`, 'Not an item of this order');
  if (wanted.findIndex((other) => other.lineId === lineId) !== index) {
    throw wrongField(`lines.${index}.lineId`, 'Choose each item once');
  }
  mustBeCountable(line, quantity, `lines.${index}.quantity`);
}

/** Nothing can be returned twice, so open returns count too. */
export function rejectTooMuch(order: DeliveredOrder, wanted: readonly WantedLine[]): void {
  const short = wanted.flatMap(({ lineId, quantity }, index) => {
    const line = lineOf(order, lineId)!;
    const most = Math.max(0, addQuantities(line.delivered, -line.taken));
    return quantity > most ? [{ index, name: itemName(line), most }] : [];
  });
  if (short.length === 0) return;
  throw problem(
    'returns.too-much',
    { lines: short.map(({ name, most }) => `${name} (up to ${formatQuantity(most)})`).join(', '), short },
    {
      fields: short.map(({ index, most }) => ({
        path: `lines.${index}.quantity`,
        message: `You can return up to ${formatQuantity(most)}`,
      })),
    },
  );
}

/** Saves the order with an event about one of its returns. */
export async function saveWith(
  tx: Tx,
  order: LockedOrder,
  actor: Pick<Actor, 'userId' | 'name'>,
  news: {
    id: string;
    from: ReturnStatus | null;
    /** Null if the status does not change. */
    to: ReturnStatus | null;
    note: string | null;
    /** Audited with a change of the status. */
    number?: number;
    eventId?: string;
  },
): Promise<void> {
  const { id, from, to, note, eventId = newId() } = news;
  const named = { return: id, ...(news.number && { number: formatNumber('return', news.number) }) };
  order.returnStatus = await returnStatusOf(tx, order);
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    events: [{ id: eventId, kind: 'return', from, to, by: actor, note, details: { returnId: id } }],
    action: 'return',
    before: from && { ...named, status: from },
    after: { ...named, ...(to ? { status: to } : { note }) },
  });
}

const maxPhotos = 8;

export async function addPhotos(
  context: Context,
  { id, lineId, photos }: { id: string; lineId: string; photos: readonly Upload[] },
): Promise<Return> {
  const { tx, actor, services } = context;
  await lockOrder(tx, await orderOfReturn(tx, id));
  const request = await findReturn(tx, id);
  const line = request.lines.find((one) => one.id === lineId || one.lineId === lineId);
  if (!line) throw wrongField('lineId', 'Not an item of this return');
  if (photos.length === 0) throw wrongField('photos', 'Choose a photo');
  if (line.photos.length + photos.length > maxPhotos) {
    throw problem('returns.too-many-photos', { most: maxPhotos });
  }
  const files = [...line.photos];
  const owner = { createdBy: actor.userId, locationId: request.locationId };
  for (const photo of photos) files.push(await storePhoto(tx, services.storage, photo, owner));
  await savePhotos(tx, request, line.id, files);
  return getReturn(context, id);
}

/** The facts of a return that determine its refund. The return may not exist yet. */
interface Refunding<Line> {
  orderId: string;
  kind: LockedReturn['kind'];
  status: LockedReturn['status'];
  noReturn: boolean;
  lines: readonly Line[];
}
type RefundingLine = Pick<LockedReturnLine, 'lineId' | 'quantity' | 'received'>;

/** The quantity that a return refunds: the received one, or all of it if the customer keeps the items. */
export const settledOf = (
  { noReturn }: Pick<LockedReturn, 'noReturn'>,
  { received, quantity }: Pick<LockedReturnLine, 'received' | 'quantity'>,
): number => (noReturn ? quantity : (received ?? 0));

/** The refund draft for the items of a return, up to the refundable amount. Replacements refund nothing. */
export async function draftFor<Line extends RefundingLine>(
  tx: Tx,
  request: Refunding<Line>,
  refundedOf: (line: Line) => number,
): Promise<RefundDraft> {
  if (request.kind === 'replace') return { lines: [], deliveryFee: 0 };
  const { lines: delivered } = await deliveredOrder(tx, request.orderId);
  const facts = await refundFacts(tx, request.orderId);
  const sold = await linesOf(tx, facts);
  const { inAll, ofLine, unitsOf } = refundableOf(facts);
  let left = inAll;
  const lines = request.lines.flatMap((line): NonNullable<RefundDraft['lines']> => {
    const was = delivered.find(({ lineId }) => lineId === line.lineId)!;
    // Quantities settled by this return don't count as returned before it.
    const part = shareByQuantity(
      was,
      request.status === 'returned' ? addQuantities(was.returned, -settledOf(request, line)) : was.returned,
      refundedOf(line),
    );
    const soldLine = sold.find(({ id }) => id === line.lineId)!;
    const amount = Math.min(left, part, ofLine(soldLine));
    left -= amount;
    const quantity = Math.min(refundedOf(line), unitsOf(soldLine));
    if (amount > 0) return [{ lineId: line.lineId, amount, ...(quantity > 0 && { quantity }) }];
    return soldLine.total === 0 && quantity > 0 ? [{ lineId: line.lineId, quantity }] : [];
  });
  return { lines, deliveryFee: 0 };
}

/** Computed in thousandths from the start of the line, so that the shares of a line add up to its total. */
function shareByQuantity(line: DeliveredLine, before: number, quantity: number): number {
  const whole = Math.round(line.delivered * 1000);
  if (whole === 0) return 0;
  const upTo = (so: number) => roundedShare(line.total, Math.min(whole, Math.round(so * 1000)), whole);
  return upTo(before + quantity) - upTo(before);
}

export async function planReturn(tx: Tx, id: string, { lines }: ReturnPlanInput): Promise<MoneyPlan> {
  const request = await findReturn(tx, id);
  const receivedOf = (line: LockedReturnLine) =>
    lines?.find(({ lineId }) => lineId === line.id || lineId === line.lineId)?.received;
  const wish = await draftFor(tx, request, (line) => receivedOf(line) ?? line.received ?? line.quantity);
  const facts = await refundFacts(tx, request.orderId);
  return planRefund(facts, await linesOf(tx, facts), wish);
}

/** Previews the refund for these quantities, before the return exists. */
export async function previewReturn(
  tx: Tx,
  orderId: string,
  { lines: wanted }: ReturnPreviewInput,
): Promise<MoneyPlan> {
  const order = await deliveredOrder(tx, orderId);
  const lines = wanted.map((line) => ({ ...line, received: null }));
  for (const index of lines.keys()) mustBeReturnable(order, lines, index);
  const request = { orderId, kind: 'return', status: 'requested', noReturn: false, lines } as const;
  const wish = await draftFor(tx, request, ({ quantity }) => quantity);
  const facts = await refundFacts(tx, orderId);
  return planRefund(facts, await linesOf(tx, facts), wish);
}
