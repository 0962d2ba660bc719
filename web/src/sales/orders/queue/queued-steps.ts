import { fullName } from '@aisle/contract/core/full-name';
import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { call, invalidate } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { hold, type QueuedWrite, type Sent, sendQueuedOf } from '../../../core/offline/write-queue.ts';
import { queryClient } from '../../../core/query.ts';
import { getSession } from '../../../core/session/session.ts';
import { hasPicks, isTakenBy, type QueuedPicks, type QueuedSteps } from '../queued-orders.ts';

type Of = Pick<OrderRow, '_id' | 'number'>;

export const queueSteps = (order: Of, label: string, body: QueuedSteps): Promise<void> =>
  hold({ kind: 'orderSteps', subject: order._id, label: `${order.number}: ${label}`, body });
export const queuePicks = (order: Of, body: QueuedPicks): Promise<void> =>
  hold({ kind: 'orderPicks', subject: order._id, label: `${order.number}: Picks`, body });

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

async function sendPicks({ subject, body }: QueuedWrite, left: unknown): Promise<Sent> {
  const { edit, version: decidedOn } = body as QueuedPicks;
  const version = decidedOn ?? (left as number | undefined) ?? (await versionOf(subject));
  try {
    const saved = await call(orderRoutes.editLines, { params: { id: subject }, body: { ...edit, version } });
    await invalidate(queryClient, orderRoutes.editLines.changes);
    return { done: true, left: saved.version };
  } catch (error) {
    const now = orderIn(error);
    if (now && hasPicks(edit, now)) return { done: true, left: now.version };
    if (!now) throw error;
    return { done: false, message: (error as Error).message, now, body: { edit, version: now.version } };
  }
}
const versionOf = async (id: string): Promise<number> =>
  (await call(orderRoutes.view, { params: { id } })).version;

sendQueuedOf('orderSteps', sendSteps);
sendQueuedOf('orderPicks', sendPicks);
