import {
  type DispatchStatus,
  headlineOf,
  isUndoable,
  type OrderStatus,
  undoWindowMs,
} from '@aisle/contract/sales/orders/order-flow';
import type { StepUndo } from '@aisle/contract/sales/orders/order-steps';
import type { Context } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { problem } from '../../../core/problem.ts';
import { getOrder } from '../order-view.ts';
import { findOpenPicking } from './open-picking.queries.ts';
import {
  findLastStep,
  type LockedOrder,
  type NewEvent,
  saveOrder,
  type TakenStep,
} from './order-steps.queries.ts';
import { lockAt } from './order-steps.ts';

/** Undoes the last step of an order, with its consequences. Returns the saved order. */
export async function undoStep(context: Context, id: string, { version }: StepUndo): Promise<LockedOrder> {
  const { tx, actor } = context;
  const order = await lockAt(tx, actor, id, version);
  const taken = await findLastStep(tx, order);
  const hasPicks = order.status === 'processing' && (await findOpenPicking(tx, order)) !== undefined;
  const reason = hasPicks ? somethingElse : reasonAgainst(taken, actor.userId);
  if (reason) {
    throw problem('orders.not-undoable', { reason }, { data: await getOrder(tx, actor, id) });
  }
  const before = stateOf(order);
  for (const event of taken) revert(order, event);
  await saveOrder(tx, {
    order,
    headline: headlineOf(order),
    entered: null,
    undone: before.status,
    events: taken.toReversed().map(({ id: undoes, kind, from, to }): NewEvent => {
      return { id: newId(), kind, from: to, to: from, by: actor, details: { undoes } };
    }),
    action: 'step',
    before,
    after: stateOf(order),
  });
  return order;
}

const somethingElse = 'something else happened since';

/** The first event is the step itself; a dispatch event may follow from it. */
function reasonAgainst([step, ...followed]: readonly TakenStep[], userId: string | null): string | null {
  const isStep = step && !step.isUndo && isUndoable(step.from, step.to);
  if (!isStep || followed.some(({ kind }) => kind !== 'dispatch')) return somethingElse;
  if (step.userId !== userId) return 'someone else took it';
  return step.ageMs > undoWindowMs ? 'it was taken more than a minute ago' : null;
}

function revert(order: LockedOrder, { kind, from }: TakenStep): void {
  if (kind === 'dispatch') order.dispatchStatus = from as DispatchStatus;
  else {
    // The code belongs to the hand-over that won't happen now.
    if (order.status === 'awaitingForDelivery') order.handOverCode = null;
    if (order.status === 'processing') [order.pickerId, order.pickerName] = [null, null];
    order.status = from as OrderStatus;
  }
}

const stateOf = ({ status, dispatchStatus, total }: LockedOrder) => ({ status, dispatchStatus, total });
