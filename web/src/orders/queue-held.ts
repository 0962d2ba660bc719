import {
  type DispatchStatus,
  dispatchStatuses,
  headlineOf,
  type OrderStatus,
} from '@aisle/contract/order-flow';
import { type Order, type OrderLinesEdit, type OrderRow, orderRoutes } from '@aisle/contract/orders';
import { call, invalidate } from '../core/api.ts';
import { isApiError } from '../core/api-error.ts';
import { type HeldWrite, hold, type Sent, sendHeldBy } from '../core/held-writes.ts';
import { queryClient } from '../core/query.ts';
import { getSession } from '../core/session.ts';
import type { Step } from './step-words.ts';

export interface HeldSteps {
  steps: readonly Step[];
  /** The version it was decided on; null: what came before it, of my own, leaves. */
  version: number | null;
}
export interface HeldPicks {
  edit: Omit<OrderLinesEdit, 'version'>;
  version: number | null;
}
type Of = Pick<OrderRow, '_id' | 'number'>;

export const holdSteps = (order: Of, label: string, body: HeldSteps): Promise<void> =>
  hold({ kind: 'orderSteps', subject: order._id, label: `${order.number}: ${label}`, body });
export const holdPicks = (order: Of, body: HeldPicks): Promise<void> =>
  hold({ kind: 'orderPicks', subject: order._id, label: `${order.number}: picks`, body });

/** Where an order stands once what waits for it is done. */
export function standing<State extends Pick<OrderRow, '_id' | 'status' | 'dispatchStatus' | 'fulfilment'>>(
  order: State,
  held: readonly HeldWrite[],
): State {
  let { status, dispatchStatus } = order;
  for (const { kind, subject, refused, body } of held) {
    if (kind !== 'orderSteps' || subject !== order._id || refused) continue;
    for (const step of (body as HeldSteps).steps) {
      if (isDispatch(step)) dispatchStatus = step;
      else {
        status = step as OrderStatus;
        if (step === 'awaitingForDelivery' && dispatchStatus === 'awaiting') dispatchStatus = 'inQueue';
      }
    }
  }
  const next = { ...order, status, dispatchStatus };
  return status === order.status && dispatchStatus === order.dispatchStatus
    ? order
    : { ...next, headlineStatus: headlineOf(next) };
}
const isDispatch = (step: string): step is DispatchStatus =>
  (dispatchStatuses as readonly string[]).includes(step);

const myName = (): string => {
  const user = getSession()?.user;
  return user ? `${user.firstName} ${user.lastName}`.trim() : '';
};

/** The order stands there because I took it there: the answer was lost on the way, not the step. */
export function isTakenBy(name: string, order: Order, step: Step): boolean {
  if (order.status !== step && order.dispatchStatus !== step) return false;
  const latest = order.events.findLast(({ to }) => to === step);
  return latest?.by === name;
}

/** These very picks are on the order: sending them again would change nothing. */
export function isNoted({ lines = [], add = [] }: HeldPicks['edit'], order: Order): boolean {
  const has = (subProductId: string) =>
    order.lines.some((line) => line.subProductId === subProductId && !line.removed);
  return (
    add.every(({ subProductId }) => has(subProductId)) &&
    lines.every(({ lineId, substituteId, pickedQuantity, quantity }) => {
      const line = order.lines.find(({ _id }) => _id === lineId);
      if (!line || (substituteId && !has(substituteId))) return false;
      if (substituteId) return true;
      if (pickedQuantity !== undefined && line.pickedQuantity !== pickedQuantity) return false;
      return quantity === undefined || (quantity === 0 ? line.removed : line.quantity === quantity);
    })
  );
}

/** What the server said the order is like instead. */
const orderIn = (error: unknown): Order | undefined =>
  isApiError(error) && error.status === 409 ? ((error.data as Order | null) ?? undefined) : undefined;

async function sendSteps({ subject, body }: HeldWrite, left: unknown): Promise<Sent> {
  const { steps, version: decidedOn } = body as HeldSteps;
  let version = decidedOn ?? (left as number | undefined);
  for (const [at, status] of steps.entries()) {
    try {
      const sent = { status, ...(version !== undefined && { version }) };
      version = (await call(orderRoutes.updateStatus, { params: { id: subject }, body: sent })).version;
    } catch (error) {
      const now = orderIn(error);
      if (now && isTakenBy(myName(), now, status)) version = now.version;
      else if (now) {
        const message = (error as Error).message;
        return { done: false, message, now, body: { steps: steps.slice(at), version: now.version } };
      } else throw error;
    }
  }
  await invalidate(queryClient, orderRoutes.updateStatus.changes);
  return { done: true, left: version };
}

async function sendPicks({ subject, body }: HeldWrite, left: unknown): Promise<Sent> {
  const { edit, version: decidedOn } = body as HeldPicks;
  const version = decidedOn ?? (left as number | undefined) ?? (await versionOf(subject));
  try {
    const saved = await call(orderRoutes.editLines, { params: { id: subject }, body: { ...edit, version } });
    await invalidate(queryClient, orderRoutes.editLines.changes);
    return { done: true, left: saved.version };
  } catch (error) {
    const now = orderIn(error);
    if (now && isNoted(edit, now)) return { done: true, left: now.version };
    if (!now) throw error;
    return { done: false, message: (error as Error).message, now, body: { edit, version: now.version } };
  }
}
const versionOf = async (id: string): Promise<number> =>
  (await call(orderRoutes.view, { params: { id } })).version;

sendHeldBy('orderSteps', sendSteps);
sendHeldBy('orderPicks', sendPicks);
