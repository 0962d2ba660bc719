import { allowedSteps } from '@aisle/contract/sales/orders/order-flow';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { isPassing, messageOf } from '../../../core/api-error.ts';
import { endUndo, notifyError, notifySuccess } from '../../../core/notice.tsx';
import {
  dropQueued,
  loadQueued,
  type QueuedWrite,
  queuedWrites,
  useQueuedWrites,
} from '../../../core/offline/write-queue.ts';
import { usePermissions } from '../../../core/session/session.ts';
import { useUnsavedGuard } from '../../../ui/form/drafts/unsaved-guard.tsx';
import { queuePicks } from '../queue/queued-steps.ts';
import { type QueuedPicks, withQueuedWrites } from '../queued-orders.ts';
import { asPicked, previewTotal } from './picked-order.ts';
import { changeCount, hasNoPicks, linesAsPicked, linesEdit, type PickDraft } from './picking.ts';

const picksFor = (orderId: string, held: readonly QueuedWrite[]): QueuedWrite | undefined =>
  held.find(({ kind, subject }) => kind === 'orderPicks' && subject === orderId);
type QueuedDraft = QueuedPicks & { draft?: PickDraft };

/** The picker's unsaved changes. They survive changes by other users and a lost connection, which queues them for sending. */
export function usePicking(order: Order, refetchOrder: (error: unknown) => Promise<unknown>) {
  const client = useQueryClient();
  const saving = useWrite(orderRoutes.editLines, { quiet: true });
  const kept = picksFor(order._id, useQueuedWrites());
  const [draft, setDraft] = useState(() => (kept?.body as QueuedDraft | undefined)?.draft ?? hasNoPicks);
  const [wasKept, setWasKept] = useState(false);
  const queuedDraft = kept && !kept.refused ? (kept.body as QueuedDraft).draft : undefined;
  // Changes after queueing have to be saved again.
  const isKept = queuedDraft !== undefined && JSON.stringify(queuedDraft) === JSON.stringify(draft);
  const isUnsaved = changeCount(draft) > 0 && order.status === 'processing' && !isKept;
  useUnsavedGuard(isUnsaved);
  useEffect(() => {
    void loadQueued();
  }, []);
  useEffect(() => {
    // The queued picks were sent or discarded.
    if (wasKept && !kept) setDraft(hasNoPicks);
    setWasKept(kept !== undefined);
  }, [kept, wasKept]);

  async function save(): Promise<number | false> {
    const body = linesEdit(draft, order);
    try {
      const saved = await saving.mutateAsync({ params: { id: order._id }, body });
      // Updates the cache immediately; otherwise the old quantities would appear briefly.
      client.setQueryData(read(orderRoutes.view, { params: { id: order._id } }).queryKey, saved);
      setDraft(hasNoPicks);
      endUndo(order._id);
      notifySuccess('Picks saved');
      return saved.version;
    } catch (error) {
      if (isPassing(error)) return keep(body);
      notifyError(messageOf(error));
      await refetchOrder(error);
      return false;
    }
  }
  /** Queues the picks, replacing those queued before. */
  async function keep({ version, ...edit }: ReturnType<typeof linesEdit>): Promise<number> {
    const earlier = picksFor(order._id, queuedWrites());
    if (earlier) await dropQueued(earlier.id);
    const totalChange = previewTotal(order, draft).total - order.total;
    await queuePicks(order, { edit, version, draft, totalChange } as QueuedDraft);
    return version;
  }
  /** Saves unsaved picks before a step. */
  const saveFirst = async () => (isUnsaved ? save() : order.version);
  // Unsaved picks count as picked.
  const noted = useMemo(() => linesAsPicked(order, draft), [order, draft]);
  return { draft, setDraft, noted, save, saveFirst, isSaving: saving.isPending, isKept };
}

/** The order as it will be once its queued writes are sent, including picks saved on this device. */
export function useStanding(order: Order): Order {
  const permissions = usePermissions();
  const held = useQueuedWrites();
  const shown = withQueuedWrites(order, held);
  if (shown === order) return order;
  const draft = (picksFor(order._id, held)?.body as QueuedDraft | undefined)?.draft;
  const picked = draft && shown.status !== 'processing' ? asPicked(order, draft) : order;
  const { status, dispatchStatus, headlineStatus } = shown;
  const after = { ...picked, status, dispatchStatus, headlineStatus };
  return { ...after, allowed: allowedSteps(after, permissions) };
}
