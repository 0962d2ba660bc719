import type { Order, SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { isApiError, isPassing, messageOf } from '../../../core/api-error.ts';
import { withoutToast } from '../../../core/notice.tsx';
import { queuedWrites } from '../../../core/offline/write-queue.ts';
import { holdSteps } from '../queue/queued-steps.ts';
import { newestFirst } from '../record/order-events.ts';
import type { StepPlan } from './step-labels.ts';
import { showStepped, useStepDone } from './use-step-undo.ts';

/** Somebody else was faster: where they took the order. */
interface Overtaken {
  by: string;
  status: string;
}
export interface StepExtras {
  note?: string;
  code?: string;
  /** After a failed attempt: the driver still has the goods. */
  comingBack?: boolean;
}

/** Takes an order along a plan. A refusal because someone was faster shows who, and the current status. */
export function useSteps({ _id: orderId, number }: Pick<Order, '_id' | 'number'>) {
  const client = useQueryClient();
  const stepping = useWrite(orderRoutes.updateStatus);
  const done = useStepDone();
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const [isRunning, setRunning] = useState(false);

  /** Returns why it failed, for the dialog that it can be tried again from; null once the order went on. */
  async function run(plan: StepPlan, version: number, extras: StepExtras = {}): Promise<string | null> {
    setOvertaken(null);
    // What waits for this order already goes first.
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
      // Shown at once; what no step changes is as it was.
      showStepped(client, order);
      done({ _id: orderId, number }, plan, order.version);
      return null;
    } catch (error) {
      // What asks for more than a yes is not done blindly: it waits for the connection.
      if (isPassing(error) && !plan.asks) return await keep(plan, left, order?.version ?? version);
      return (await refetchOrder(error)) ? null : messageOf(error);
    } finally {
      setRunning(false);
    }
  }

  /** Without a connection: kept, shown as done, and sent when there is one. */
  async function keep(plan: StepPlan, steps: StepPlan['steps'], version: number | null): Promise<null> {
    await holdSteps({ _id: orderId, number }, plan.label, { steps, version });
    return null;
  }

  /** After a refusal: reads the order again, and says who was faster where that was why. Returns whether it was. */
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
