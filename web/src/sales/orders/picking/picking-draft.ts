import { allowedSteps } from '@aisle/contract/sales/orders/order-flow';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { isPassing, messageOf } from '../../../core/api-error.ts';
import { endUndo, notifyError, notifySuccess } from '../../../core/notice.tsx';
import {
  dropHeld,
  loadHeld,
  type QueuedWrite,
  queuedWrites,
  useQueuedWrites,
} from '../../../core/offline/write-queue.ts';
import { usePermissions } from '../../../core/session/session.ts';
import { useUnsavedGuard } from '../../../ui/form/drafts/unsaved-guard.tsx';
import { holdPicks } from '../queue/queued-steps.ts';
import { type QueuedPicks, standing } from '../queued-orders.ts';
import { asPicked, previewTotal } from './picked-order.ts';
import { changeCount, hasNoPicks, linesEdit, notedLines, type PickDraft } from './picking.ts';

const picksFor = (orderId: string, held: readonly QueuedWrite[]): QueuedWrite | undefined =>
  held.find(({ kind, subject }) => kind === 'orderPicks' && subject === orderId);
type Kept = QueuedPicks & { draft?: PickDraft };

/**
 * What the picker has noted, until it is saved. It survives what others do to the order meanwhile, and a lost
 * connection: then it is kept, shown as it was noted, and sent later.
 */
export function usePicking(order: Order, refetchOrder: (error: unknown) => Promise<unknown>) {
  const client = useQueryClient();
  const saving = useWrite(orderRoutes.editLines, { quiet: true });
  const kept = picksFor(order._id, useQueuedWrites());
  const [draft, setDraft] = useState(() => (kept?.body as Kept | undefined)?.draft ?? hasNoPicks);
  const [wasKept, setWasKept] = useState(false);
  const keptDraft = kept && !kept.refused ? (kept.body as Kept).draft : undefined;
  // What is noted after it was saved here has to be saved again.
  const isKept = keptDraft !== undefined && JSON.stringify(keptDraft) === JSON.stringify(draft);
  const isUnsaved = changeCount(draft) > 0 && order.status === 'processing' && !isKept;
  useUnsavedGuard(isUnsaved);
  useEffect(() => {
    void loadHeld();
  }, []);
  useEffect(() => {
    // What was kept has been sent, or somebody decided to forget it.
    if (wasKept && !kept) setDraft(hasNoPicks);
    setWasKept(kept !== undefined);
  }, [kept, wasKept]);

  async function save(): Promise<number | false> {
    const body = linesEdit(draft, order);
    try {
      const saved = await saving.mutateAsync({ params: { id: order._id }, body });
      // At once: for a moment it would look as before it was picked.
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
  /** Noted once more without a connection, it takes the place of what was kept before. */
  async function keep({ version, ...edit }: ReturnType<typeof linesEdit>): Promise<number> {
    const earlier = picksFor(order._id, queuedWrites());
    if (earlier) await dropHeld(earlier.id);
    const totalChange = previewTotal(order, draft).total - order.total;
    await holdPicks(order, { edit, version, draft, totalChange } as Kept);
    return version;
  }
  /** Before a step: nothing that was picked may be forgotten. */
  const saveFirst = async () => (isUnsaved ? save() : order.version);
  // What is noted counts as picked, saved or not.
  const noted = useMemo(() => notedLines(order, draft), [order, draft]);
  return { draft, setDraft, noted, save, saveFirst, isSaving: saving.isPending, isKept };
}

/** The order as it will be once what waits to be sent is done, with the picks that are saved on this device. */
export function useStanding(order: Order): Order {
  const permissions = usePermissions();
  const held = useQueuedWrites();
  const shown = standing(order, held);
  if (shown === order) return order;
  const draft = (picksFor(order._id, held)?.body as Kept | undefined)?.draft;
  const picked = draft && shown.status !== 'processing' ? asPicked(order, draft) : order;
  const { status, dispatchStatus, headlineStatus } = shown;
  const after = { ...picked, status, dispatchStatus, headlineStatus };
  return { ...after, allowed: allowedSteps(after, permissions) };
}
