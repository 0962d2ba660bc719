import type { OrderRow } from '@aisle/contract/sales/order-list';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isPassing } from '../../core/api-error.ts';
import { heldWrites } from '../../core/held-writes.ts';
import { tellError } from '../../core/notice.tsx';
import { statusLabel } from '../../links/order-status.tsx';
import { holdSteps } from './queue-held.ts';
import type { StepPlan } from './step-words.ts';
import { isSure, useStepDone } from './use-step-undo.ts';

/** Takes orders further from the board. Without a connection the steps are kept, and sent in their order. */
export function useQueueSteps(say: (text: string) => void) {
  const stepping = useWrite(orderRoutes.updateStatus, { quiet: true });
  const done = useStepDone();
  const [running, setRunning] = useState<string | null>(null);

  async function press(order: OrderRow, plan: StepPlan): Promise<void> {
    const { label, steps } = plan;
    if (!(await isSure(order, plan))) return;
    const keep = async (at: number, version: number | null) => {
      await holdSteps(order, label, { steps: steps.slice(at), version });
      say(`${order.number}: ${label} is kept, and sent when there is a connection`);
    };
    // What waits for this order already goes first.
    if (heldWrites().some(({ subject }) => subject === order._id)) return keep(0, null);
    setRunning(order._id);
    let { version } = order;
    try {
      for (const [at, status] of steps.entries()) {
        try {
          const body = { status, version };
          const stepped = await stepping.mutateAsync({ params: { id: order._id }, body });
          version = stepped.version;
          say(`${order.number}: ${statusLabel(stepped.headlineStatus)}`);
          if (at === steps.length - 1) done(order, plan, version);
        } catch (error) {
          if (isPassing(error)) return await keep(at, version);
          throw error;
        }
      }
    } catch (error) {
      // The board shows where the order is now.
      tellError(error instanceof Error ? error.message : String(error));
    } finally {
      setRunning(null);
    }
  }
  return { press, running };
}
