import type { Order, SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { isApiError, isPassing, messageOf } from '../../../core/api-error.ts';
import { withoutToast } from '../../../core/notice.tsx';
import { queuedWrites } from '../../../core/offline/write-queue.ts';
import { queueSteps } from '../queue/queued-steps.ts';
import { newestFirst } from '../record/order-events.ts';
import type { StepPlan } from './step-labels.ts';
import { showStepped, useStepDone } from './use-step-undo.ts';

/** Another user changed the order first; this is its current status. */
interface Overtaken {
  by: string;
  status: string;
}
export interface StepExtras {
  note?: string;
  code?: string;
  /** After a failed attempt: the driver still has the items. */
  comingBack?: boolean;
}

/** Takes the steps of a plan. After a conflict, shows who changed the order and its current status. */
export function useSteps({ _id: orderId, number }: Pick<Order, '_id' | 'number'>) {
  const client = useQueryClient();
  const stepping = useWrite(orderRoutes.updateStatus);
  const done = useStepDone();
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const [isRunning, setRunning] = useState(false);

  /** Returns the error message so that a dialog can offer another attempt; null on success. */
  async function run(plan: StepPlan, version: number, extras: StepExtras = {}): Promise<string | null> {
    setOvertaken(null);
    // Queued writes for this order are sent first.
    if (queuedWrites().some(({ subject }) => subject === orderId)) return keep(plan, plan.steps, null);
    setRunning(true);
    let order: SteppedOrder | undefined;
    let left = plan.steps;
    try {
      for (const status of plan.steps) {
        const body = { status, version: order?.version ?? version, ...extras };
        order = await withoutToast(() => stepping.mutateAsync({ params: { id: orderId }, body }));
        left = left.slice(1);
      }
      if (!order) return null;
      // Updates the screen immediately; fields that steps don't change keep their values.
      showStepped(client, order);
      done({ _id: orderId, number }, plan, order.version);
      return null;
    } catch (error) {
      // Steps that need additional input aren't queued; they wait for the connection.
      if (isPassing(error) && !plan.asks) return await keep(plan, left, order?.version ?? version);
      return (await refetchOrder(error)) ? null : messageOf(error);
    } finally {
      setRunning(false);
    }
  }

  /** Without a connection, queues the steps and shows them as done. */
  async function keep(plan: StepPlan, steps: StepPlan['steps'], version: number | null): Promise<null> {
    await queueSteps({ _id: orderId, number }, plan.label, { steps, version });
    return null;
  }

  /** Refetches the order after a rejected request. After a conflict, shows who changed the order, and returns true. */
  async function refetchOrder(error: unknown): Promise<boolean> {
    if (!isApiError(error) || error.status !== 409) return false;
    const fresh = await client
      .fetchQuery({ ...read(orderRoutes.view, { params: { id: orderId } }), staleTime: 0 })
      .catch(() => undefined);
    if (!fresh || !['orders.step-not-possible', 'version-stale', 'orders.not-editable'].includes(error.code))
      return false;
    const [latest] = newestFirst(fresh.events);
    setOvertaken({ by: latest?.by ?? 'Someone', status: fresh.headlineStatus });
    return true;
  }

  return { run, refetchOrder: refetchOrder, isRunning, overtaken, forget: () => setOvertaken(null) };
}
