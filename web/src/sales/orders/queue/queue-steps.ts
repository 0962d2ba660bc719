import type { BoardRow } from '@aisle/contract/sales/orders/order-board';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { isPassing, messageOf } from '../../../core/api-error.ts';
import { notifyError } from '../../../core/notice.tsx';
import { findStoredResponse } from '../../../core/offline/browser-store.ts';
import { queuedWrites } from '../../../core/offline/write-queue.ts';
import { useSignedIn } from '../../../core/session/session.ts';
import { statusLabel } from '../../../links/sales/order-status.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import type { StepPlan } from '../actions/step-labels.ts';
import { showStepped, useStepDone } from '../actions/use-step-undo.ts';
import { questionFor } from './queue-questions.tsx';
import { queueSteps } from './queued-steps.ts';

const startsPicking = ({ steps }: StepPlan): boolean => steps.at(-1) === 'processing';

/** Takes steps from the board. Offline, steps are queued and sent in sequence. Starting to pick opens the pick list. */
export function useQueueSteps(say: (text: string) => void) {
  const client = useQueryClient();
  const stepping = useWrite(orderRoutes.updateStatus, { quiet: true });
  const takingOver = useWrite(orderRoutes.takeOver, { quiet: true });
  const done = useStepDone();
  const openPickList = usePickList();
  const [running, setRunning] = useState<string | null>(null);

  async function press(order: BoardRow, plan: StepPlan): Promise<void> {
    const question = questionFor(order, plan);
    if (question && !(await confirm(question))) return;
    const isTaken = await whileRunning(order, () => take(order, plan));
    if (isTaken && startsPicking(plan)) await openPickList(order._id);
  }

  /** Returns whether the step was taken or queued. */
  async function take(order: BoardRow, plan: StepPlan): Promise<boolean> {
    const { label, steps } = plan;
    const keep = async (at: number, version: number | null) => {
      await queueSteps(order, label, { steps: steps.slice(at), version });
      say(`${order.number}: ${label} is saved on this phone`);
      return true;
    };
    // Queued writes for this order are sent first.
    if (queuedWrites().some(({ subject }) => subject === order._id)) return keep(0, null);
    const code = plan.asks === 'code' ? { code: order.handOverCode } : {};
    let { version } = order;
    for (const [at, status] of steps.entries()) {
      try {
        const body = { status, version, ...code };
        const stepped = await stepping.mutateAsync({ params: { id: order._id }, body });
        version = stepped.version;
        showStepped(client, stepped);
        say(`${order.number}: ${statusLabel(stepped.headlineStatus, stepped.fulfilment)}`);
      } catch (error) {
        // Handing over items requires the server to check the code, so this step isn't queued.
        if (isPassing(error) && !plan.asks) return keep(at, version);
        throw error;
      }
    }
    done(order, plan, version);
    return true;
  }

  async function takeOver({ _id, version, ...order }: BoardRow): Promise<void> {
    const mayPick = await whileRunning({ _id }, async () => {
      try {
        showStepped(client, await takingOver.mutateAsync({ params: { id: _id }, body: { version } }));
        say(`${order.number}: you're picking it now`);
      } catch (error) {
        if (!isPassing(error)) throw error;
      }
      return true;
    });
    if (mayPick) await openPickList(_id);
  }

  async function whileRunning({ _id }: { _id: string }, work: () => Promise<boolean>): Promise<boolean> {
    setRunning(_id);
    try {
      return await work();
    } catch (error) {
      // The board shows the current status.
      notifyError(messageOf(error));
      return false;
    } finally {
      setRunning(null);
    }
  }
  return { press, takeOver: takeOver, running };
}

/** Opens the pick list of an order; offline only if the order is cached. */
function usePickList(): (id: string) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { userId } = useSignedIn();
  return async (id) => {
    const { queryKey } = read(orderRoutes.view, { params: { id } });
    const isKnown = async () =>
      client.getQueryData(queryKey) !== undefined ||
      (await findStoredResponse(userId, JSON.stringify(queryKey)).catch(() => undefined)) !== undefined;
    const isReachable = navigator.onLine && !queuedWrites().some(({ subject }) => subject === id);
    if (isReachable || (await isKnown())) await navigate({ to: '/orders/view/$id', params: { id } });
  };
}
