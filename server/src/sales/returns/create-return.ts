import { formatDate } from '@aisle/contract/core/dates';
import { formatNumber } from '@aisle/contract/core/numbers';
import type { ReturnKind } from '@aisle/contract/sales/orders/order-flow';
import type { CreatedReturn, ReturnInput } from '@aisle/contract/sales/returns/returns';
import type { Settings } from '@aisle/contract/system/settings';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { storePhoto } from '../../core/files/images.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Upload } from '../../core/http/input/uploads.ts';
import { newId } from '../../core/ids.ts';
import { problem, wrongField } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { type LockedOrder, lockOrder } from '../orders/steps/order-steps.queries.ts';
import { mustHold } from '../orders/steps/order-steps.ts';
import { amountOfReturn } from '../refunds/refunds.queries.ts';
import { confirmRefund } from '../refunds/refunds.service.ts';
import { applyReturnTransition } from './return-steps.ts';
import { getReturn } from './return-view.queries.ts';
import { type DeliveredOrder, deliveredOrder, findReturn, insertReturn } from './returns.queries.ts';
import { mustBeReturnable, rejectTooMuch, saveWith, windowOf } from './returns.service.ts';

/**
 * Creates a return, with photos of the problem. Items that the customer keeps become a separate request, which is refunded or
 * replaced immediately.
 */
export async function createReturn(
  context: Context,
  input: ReturnInput,
  photos: readonly Upload[],
): Promise<CreatedReturn> {
  const { tx, actor, services } = context;
  const order = await lockOrder(tx, input.orderId);
  const delivered = await deliveredOrder(tx, input.orderId);
  if (order.status !== 'delivered') throw problem('returns.not-delivered');
  const settings = await getSettings(tx);
  const isLate = isAfterWindow(delivered, settings, input.override ?? false);
  const checked = checkedLines(delivered, input, settings, photos.length);
  // Like the refund dialog, because items that the customer keeps are refunded immediately; others when they arrive.
  if (input.kind === 'return' && checked.some(({ noReturn }) => noReturn)) mustHold(actor, 'cancel_order');
  const files: string[] = [];
  const owner = { createdBy: actor.userId, locationId: order.locationId };
  for (const photo of photos) files.push(await storePhoto(tx, services.storage, photo, owner));
  const lines = withPhotos(checked, files);
  const making = { order, kind: input.kind, note: input.note || null, isLate };
  const toReturn = await insert(tx, actor, { ...making, lines: lines.filter((line) => !line.noReturn) });
  const kept = await insert(tx, actor, {
    ...making,
    noReturn: true,
    lines: lines.filter((line) => line.noReturn),
  });
  if (kept) await settle(tx, actor, order, kept.id);
  return {
    ...(await getReturn(context, (toReturn ?? kept)!.id)),
    kept: kept && { _id: kept.id, number: formatNumber('return', kept.number) },
  };
}

function isAfterWindow(order: DeliveredOrder, settings: Settings, isOverridden: boolean): boolean {
  const ends = windowOf(order, settings.returnWindowDays);
  const isLate = ends !== null && ends.getTime() < Date.now();
  if (isLate && !isOverridden) {
    const endedOn = formatDate(ends.toISOString(), order.timeZone);
    throw problem('returns.window-over', { endedOn, windowEndsAt: ends.toISOString() });
  }
  return isLate;
}

function checkedLines(
  order: DeliveredOrder,
  { kind, lines: wanted }: ReturnInput,
  { reasons }: Settings,
  photoCount: number,
) {
  const lines = wanted.map((line, index) => {
    const path = `lines.${index}`;
    mustBeReturnable(order, wanted, index);
    const reason = reasons[kind].find(({ _id }) => _id === line.reasonId);
    if (line.reasonId && !reason) throw wrongField(`${path}.reasonId`, 'This reason no longer exists');
    if (line.photos?.some((photo) => photo >= photoCount)) {
      throw wrongField(`${path}.photos`, 'Photo not found');
    }
    const { photos = [], noReturn = false } = line;
    return { ...line, photos, noReturn, reason: reason?.name ?? null, note: line.note || null };
  });
  rejectTooMuch(order, lines);
  return lines;
}
type CheckedLine = ReturnType<typeof checkedLines>[number];

/** Photos that aren't assigned to a line belong to the first line. */
function withPhotos(lines: readonly CheckedLine[], files: readonly string[]) {
  const named = new Set(lines.flatMap(({ photos }) => photos));
  const others = files.flatMap((_, index) => (named.has(index) ? [] : [index]));
  return lines.map((line, index) => ({
    ...line,
    photos: [...line.photos, ...(index === 0 ? others : [])].map((photo) => files[photo]!),
  }));
}

interface Making {
  order: LockedOrder;
  kind: ReturnKind;
  note: string | null;
  isLate: boolean;
  noReturn?: boolean;
  lines: ReturnType<typeof withPhotos>;
}
async function insert(
  tx: Tx,
  actor: Actor,
  { order, kind, note, isLate, noReturn = false, lines }: Making,
): Promise<{ id: string; number: number } | null> {
  if (lines.length === 0) return null;
  const id = newId();
  const number = await insertReturn(tx, {
    id,
    locationId: order.locationId,
    orderId: order.id,
    customerId: order.customerId,
    kind,
    noReturn,
    note,
    overrideNote: isLate ? note : null,
    createdBy: actor.userId,
    lines,
  });
  await saveWith(tx, order, actor, { id, number, from: null, to: 'requested', note });
  return { id, number };
}

/** Refunds or replaces the items that the customer keeps. */
async function settle(tx: Tx, actor: Actor, order: LockedOrder, id: string): Promise<void> {
  const request = await findReturn(tx, id);
  await applyReturnTransition(tx, request, order, {
    actor,
    status: request.kind === 'return' ? 'returned' : 'replaced',
    note: 'No return needed',
  });
  await confirmRefund(tx, actor, await amountOfReturn(tx, order, id));
}
