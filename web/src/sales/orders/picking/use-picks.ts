import { fullName } from '@aisle/contract/core/full-name';
import { allowedSteps } from '@aisle/contract/sales/orders/order-flow';
import type { OrderPick } from '@aisle/contract/sales/orders/order-lines';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { useEffect, useState } from 'react';
import { endUndo, notifyError } from '../../../core/notice.tsx';
import { loadQueued, queuedWrites, sendQueued, useQueuedWrites } from '../../../core/offline/write-queue.ts';
import { usePermissions, useSignedIn } from '../../../core/session/session.ts';
import { queuePick } from '../queue/queued-steps.ts';
import { useLastingWrites } from '../queue/queued-writes-tray.tsx';
import { picksOf, withQueuedWrites } from '../queued-orders.ts';
import { withPicks } from './picked-order.ts';

/** The order as it will be once its queued writes are sent: unsent picks and steps applied. */
export function useStanding(saved: Order): Order {
  const permissions = usePermissions();
  const held = useQueuedWrites();
  const order = withPicks(saved, picksOf(saved._id, held));
  const shown = withQueuedWrites(order, held);
  if (shown === order) return order;
  const { status, dispatchStatus, headlineStatus } = shown;
  const after = { ...order, status, dispatchStatus, headlineStatus };
  return { ...after, allowed: allowedSteps(after, permissions) };
}

/**
 * Saves picks one by one: in the browser at once, and on the server in the background. Leaving the page, a reload and a lost
 * connection lose none of them.
 */
export function usePicks(saved: Order) {
  const { userId, user } = useSignedIn();
  const [isSending, setSending] = useState(false);
  const own = useQueuedWrites().filter(({ subject }) => subject === saved._id);
  useEffect(() => {
    void loadQueued();
  }, []);

  function save(label: string, pick: OrderPick, item?: Sellable): void {
    const by = { _id: userId, name: fullName(user) };
    const picked = { pick, item, by };
    const { total } = withPicks(saved, [...picksOf(saved._id, queuedWrites()), { ...picked, total: 0 }]);
    endUndo(saved._id);
    void queuePick(saved, label, { ...picked, total });
  }
  /** Sends unsent picks before a step. False if the server rejected one: the user has to decide first. */
  async function sendFirst(): Promise<number | false> {
    setSending(true);
    await sendQueued();
    setSending(false);
    const refused = queuedWrites().find(({ subject, refused }) => subject === saved._id && refused);
    if (!refused) return saved.version;
    notifyError(refused.refused!.message);
    return false;
  }
  const unsent = useLastingWrites(own.filter(({ refused }) => !refused)).length;
  return { save, sendFirst, isSending, unsent };
}
