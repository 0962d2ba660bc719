import { fullName } from '@aisle/contract/core/full-name';
import type { OrderPick } from '@aisle/contract/sales/orders/order-lines';
import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { call, invalidate, read } from '../../../core/api.ts';
import { isApiError, isPassing, messageOf } from '../../../core/api-error.ts';
import { notifyError } from '../../../core/notice.tsx';
import {
  hold,
  type QueuedWrite,
  queuedWrites,
  type Sent,
  sendQueuedOf,
} from '../../../core/offline/write-queue.ts';
import { queryClient } from '../../../core/query.ts';
import { getSession } from '../../../core/session/session.ts';
import { isTakenBy, type QueuedPick, type QueuedSteps } from '../queued-orders.ts';

type Of = Pick<OrderRow, '_id' | 'number'>;

export const queueSteps = (order: Of, label: string, body: QueuedSteps): Promise<void> =>
  hold({ kind: 'orderSteps', subject: order._id, label: `${order.number}: ${label}`, body });

/** The part of an order that a pick is about: a later pick of the same part replaces an unsent one. */
const keyOf = ({ line, item }: OrderPick): string => line?.lineId ?? item?.subProductId ?? 'bags';

/** Saves a pick in the browser and sends it in the background. */
export function queuePick(order: Of, label: string, { pick, ...rest }: QueuedPick): Promise<void> {
  const key = keyOf(pick);
  const unsent = queuedWrites().find(
    (one) => one.kind === 'orderPick' && one.subject === order._id && one.key === key && !one.refused,
  );
  const earlier = unsent?.body as QueuedPick | undefined;
  const merged = pick.line ? { line: { ...earlier?.pick.line, ...pick.line } } : pick;
  const body: QueuedPick = { ...rest, item: rest.item ?? earlier?.item, pick: merged };
  return hold({ kind: 'orderPick', subject: order._id, key, label: `${order.number}: ${label}`, body });
}

const myName = (): string => {
  const user = getSession()?.user;
  return user ? fullName(user) : '';
};

/** The current order from a conflict response. */
const orderIn = (error: unknown): Order | undefined =>
  isApiError(error) && error.status === 409 ? ((error.data as Order | null) ?? undefined) : undefined;

async function sendSteps({ subject, body }: QueuedWrite, left: unknown): Promise<Sent> {
  const { steps, version: decidedOn } = body as QueuedSteps;
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

async function sendPick({ subject, label, body }: QueuedWrite): Promise<Sent> {
  const params = { id: subject };
  try {
    const saved = await call(orderRoutes.pickLine, { params, body: (body as QueuedPick).pick });
    const { queryKey } = read(orderRoutes.view, { params });
    // An older response that is still on its way must not replace this one.
    await queryClient.cancelQueries({ queryKey, exact: true });
    queryClient.setQueryData(queryKey, saved);
    return { done: true, left: saved.version };
  } catch (error) {
    const now = orderIn(error);
    if (now) return { done: false, message: messageOf(error), now, body };
    if (!isPassing(error)) notifyError(`${label}: ${messageOf(error)}`);
    throw error;
  }
}

sendQueuedOf('orderSteps', sendSteps);
sendQueuedOf('orderPick', sendPick);
