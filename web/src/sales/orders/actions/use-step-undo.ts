import { afterStep, type Order, type SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { read, useWrite } from '../../../core/api.ts';
import { endUndo, notifySuccess, offerUndo } from '../../../core/notice.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import type { StepPlan } from './step-labels.ts';

type Numbered = Pick<Order, '_id' | 'number'>;

/** Updates the cached order after a step, without refetching it. */
export function showStepped(client: QueryClient, stepped: SteppedOrder): void {
  const { queryKey } = read(orderRoutes.view, { params: { id: stepped._id } });
  client.setQueryData<Order>(queryKey, (known) => known && afterStep(known, stepped));
}

/** Asks for confirmation, unless the step can be undone or has no text. */
export const isSure = async ({ number }: Pick<Order, 'number'>, plan: StepPlan): Promise<boolean> =>
  plan.canUndo ||
  plan.text === '' ||
  confirm({
    title: `${plan.label}: ${number}?`,
    text: plan.text,
    confirm: plan.label,
    danger: false,
    ...plan.question,
  });

/** Announces a completed step and offers its undo, if any. `version` is the version after the step. */
export function useStepDone() {
  const client = useQueryClient();
  const undoing = useWrite(orderRoutes.undoStep);
  return ({ _id, number }: Numbered, plan: StepPlan, version: number): void => {
    const message = `${number}: ${plan.done}`;
    const undo = async () =>
      showStepped(client, await undoing.mutateAsync({ params: { id: _id }, body: { version } }));
    endUndo(_id);
    if (plan.canUndo) offerUndo(message, undo, _id);
    else notifySuccess(message);
  };
}
