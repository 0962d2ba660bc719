import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import {
  hasDriver,
  isDriverExpected,
  isWithDriver,
} from '@aisle/contract/sales/dispatch/dispatch-status-groups';
import { isUndoable } from '@aisle/contract/sales/orders/order-flow';
import type { Order } from '@aisle/contract/sales/orders/order-view';

export type Step = Order['allowed'][number];
/** The order fields that step labels depend on. */
export type StepContext = Pick<Order, 'status' | 'dispatchStatus' | 'fulfilment' | 'allowed'> &
  Partial<Pick<Order, 'paymentType' | 'total' | 'paid' | 'coinsToEarn'>> & {
    lines?: readonly Pick<Order['lines'][number], 'pickedQuantity'>[];
  };

export interface StepPlan {
  label: string;
  /** The message after the step. */
  done: string;
  /** The steps to take, in sequence. */
  steps: readonly Step[];
  /** The effect, shown in the confirmation. Steps without a text, or with an undo, need no confirmation. */
  text: string;
  /** A custom title and button for the confirmation if the label isn't enough, such as for collecting cash. */
  question?: { title: string; confirm: string };
  /** The additional input that the step requires. */
  asks?: 'reason' | 'code' | 'failure';
  /** The step runs without confirmation, and its message offers an undo. */
  canUndo: boolean;
}
type Words = Omit<StepPlan, 'canUndo'>;
interface StepPlans {
  /** The default next step. */
  first: StepPlan | undefined;
  /** Alternative next steps. */
  others: StepPlan[];
  /** Steps that end the order, shown separately in red. */
  endings: StepPlan[];
}

/** The steps that the order's `allowed` permits, with their labels. */
export function plansFor(order: StepContext): StepPlans {
  const open = (step: Step) => order.allowed.includes(step);
  const forward: StepPlan[] = [];
  const planOf = (words: Words): StepPlan => ({ ...words, canUndo: canUndo(order, words.steps) });
  const add = (words: Words | undefined) => words && open(words.steps[0]!) && forward.push(planOf(words));

  add({ label: 'Start picking', done: 'Picking started', steps: ['processing'], text: '' });
  add({ label: 'Mark as prepared', done: 'Prepared', steps: ['prepared'], text: preparedText(order) });
  add({
    label: 'Mark ready for pickup',
    done: 'Ready for pickup',
    steps: ['pickup'],
    text: 'The customer is notified that the order is ready.',
  });
  const ownStaff = ownStaffSteps(order);
  // After a driver was requested, waiting for the driver is the default.
  const isWaiting = isDriverExpected(order.dispatchStatus);
  if (order.status === 'awaitingForDelivery' && !isWaiting) add(ownStaff);
  if (order.status !== 'outOfDelivery') add(readyForDelivery);
  if (order.status === 'prepared') add(ownStaff);
  add(deliveredPlan(order));
  if (order.status === 'outOfDelivery') add(failedAttempt);
  if (!ownStaff) add(sendOut);
  for (const plan of dispatchPlans(order)) add(plan);
  if (isWaiting) add(ownStaff);

  const [first, ...others] = forward;
  return { first, others, endings: endings.filter(({ steps }) => open(steps[0]!)).map(planOf) };
}

function canUndo(order: StepContext, [to, ...further]: readonly Step[]): boolean {
  return further.length === 0 && (isUndoable(order.status, to!) || isUndoable(order.dispatchStatus, to!));
}

const readyForDelivery: Words = {
  label: 'Mark ready for delivery',
  done: 'Ready for delivery',
  steps: ['awaitingForDelivery'],
  text: '',
};
const failedAttempt: Words = {
  label: 'Failed attempt…',
  done: 'Failed attempt recorded',
  steps: ['awaitingForDelivery'],
  text: 'The order waits for another attempt.',
  asks: 'failure',
};
const sendOut: Words = {
  label: 'Send out',
  done: 'Out for delivery',
  steps: ['outOfDelivery'],
  text: 'The order leaves the store.',
};

/** Moves an order out for delivery by store staff in one action. */
function ownStaffSteps(order: StepContext): Words | undefined {
  if (order.fulfilment !== 'delivery') return undefined;
  const steps: Step[] = [];
  if (order.status === 'prepared') steps.push('awaitingForDelivery');
  else if (order.status !== 'awaitingForDelivery') return undefined;
  // Items that a driver has already received can't go out with store staff.
  if (order.dispatchStatus === 'driverConfirmationCompleted') return undefined;
  if (order.dispatchStatus !== 'offQueue') steps.push('offQueue');
  if (!order.allowed.includes(steps[0] ?? 'outOfDelivery')) return undefined;
  const leaves = 'A store employee leaves with the order now.';
  return {
    label: 'Send out now',
    done: 'Out for delivery with store staff',
    steps: [...steps, 'outOfDelivery'],
    text: order.dispatchStatus === 'offQueue' ? leaves : `Stops looking for a driver. ${leaves}`,
  };
}

function preparedText({ lines }: StepContext): string {
  const deducted = 'What was picked is deducted from stock.';
  if (!lines) return `Items that aren't checked off are recorded as fully picked. ${deducted}`;
  const open = lines.filter(({ pickedQuantity }) => pickedQuantity === null).length;
  // If every line is checked off, no warning or confirmation is needed. A single item needs no check besides this step.
  if (open === 0 || lines.length === 1) return '';
  return open === 1
    ? "1 item isn't checked off. It'll be recorded as fully picked and deducted from stock."
    : `${open} items aren't checked off. They'll be recorded as fully picked and deducted from stock.`;
}

function deliveredPlan(order: StepContext): Words {
  const due = (order.total ?? 0) - (order.paid ?? 0);
  const isCash = order.paymentType === 'cashOnDelivery' && due > 0;
  const isPickup = order.fulfilment === 'pickup';
  const what = isPickup ? 'pickup' : 'delivery';
  const { total = 0, coinsToEarn = 0 } = order;
  const earns = total > 0 && coinsToEarn > 0 ? ` The customer earns ${pluralize(coinsToEarn, 'coin')}.` : '';
  return {
    label: isPickup ? 'Mark as picked up' : 'Mark as delivered',
    done: isPickup ? 'Picked up' : 'Delivered',
    steps: ['delivered'],
    ...(isCash && { question: { title: `Collect ${formatMoney(due)} in cash?`, confirm: 'Cash received' } }),
    text: `Confirm ${what}${isCash ? ` and ${formatMoney(due)} cash collected` : ''}.${earns}`,
  };
}

/** The dispatch steps that staff take manually. The user chooses the driver elsewhere. */
function dispatchPlans({ dispatchStatus }: StepContext): readonly Words[] {
  const isRequested = isWithDriver(dispatchStatus);
  return [
    {
      label: 'Mark accepted',
      done: 'Driver accepted',
      steps: ['driverConfirmed'],
      text: 'The driver is coming to pick up the order.',
    },
    {
      label: 'Hand over to driver',
      done: 'Handed to the driver',
      steps: ['driverConfirmationCompleted'],
      text: 'Give the driver the hand-over code. They confirm pickup on their phone.',
      asks: 'code',
    },
    {
      label: isRequested ? 'Find another driver' : 'Find a driver',
      done: 'Waiting for a driver',
      steps: ['inQueue'],
      text: `${hasDriver(dispatchStatus) ? 'Removes the order from the driver' : 'Cancels the request to the driver'}. The order waits for another driver.`,
    },
    {
      label: 'Use store staff',
      done: 'Store staff will deliver it',
      steps: ['offQueue'],
      text: 'Removes the order from the driver. A store employee takes it.',
    },
  ];
}

const endings: readonly Words[] = [
  {
    label: 'Reject order…',
    done: 'Order rejected',
    steps: ['rejected'],
    text: "Releases reserved stock and refunds the payment. This can't be undone.",
    asks: 'reason',
  },
  {
    label: 'Cancel order…',
    done: 'Order cancelled',
    steps: ['cancelled'],
    text: "Releases reserved stock and refunds the payment. This can't be undone.",
    asks: 'reason',
  },
];
