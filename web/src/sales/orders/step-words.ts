import { howMany } from '@aisle/contract/core/how-many';
import { formatMoney } from '@aisle/contract/core/money';
import type { Order } from '@aisle/contract/sales/order-view';

export type Step = Order['allowed'][number];
/** What a step depends on, as far as its words go. */
export type Standing = Pick<Order, 'status' | 'dispatchStatus' | 'fulfilment' | 'allowed'> &
  Partial<Pick<Order, 'paymentType' | 'total' | 'paid' | 'coinsToEarn'>> & {
    lines?: readonly Pick<Order['lines'][number], 'pickedQuantity'>[];
  };

export interface StepPlan {
  label: string;
  /** The steps it takes, one after the other. */
  steps: readonly Step[];
  /** What will happen, for the question before. */
  text: string;
  /** Asks for more than a yes. */
  asks?: 'reason' | 'code';
}
export interface StepPlans {
  /** What most orders do next. */
  first: StepPlan | undefined;
  /** Other ways to go on. */
  others: StepPlan[];
  /** Ways out: they stand apart, in red. */
  endings: StepPlan[];
}

/** What can be done with an order next, in the shop's words: only what `allowed` opens. */
export function plansFor(order: Standing): StepPlans {
  const open = (step: Step) => order.allowed.includes(step);
  const forward: StepPlan[] = [];
  const add = (plan: StepPlan) => open(plan.steps[0]!) && forward.push(plan);

  add({
    label: 'Start picking',
    steps: ['processing'],
    text: 'The order goes to picking, and shows as such to everybody.',
  });
  add({ label: 'Mark as prepared', steps: ['prepared'], text: preparedText(order) });
  add({
    label: 'Ready to collect',
    steps: ['pickup'],
    text: 'The customer can come for it.',
  });
  const ownStaff = ownStaffSteps(order);
  // Once a driver is asked, waiting for them is what most do.
  const isDriverRequested =
    order.dispatchStatus === 'driverConfirmationPending' || order.dispatchStatus === 'driverConfirmed';
  if (order.status === 'awaitingForDelivery' && ownStaff && !isDriverRequested) forward.push(ownStaff);
  add({
    label: 'Ready for delivery',
    steps: ['awaitingForDelivery'],
    text:
      order.status === 'outOfDelivery'
        ? 'The goods are back at the location, and the order waits for another attempt.'
        : 'The order waits for somebody who brings it.',
  });
  if (order.status === 'prepared' && ownStaff) forward.push(ownStaff);
  add(deliveredPlan(order));
  if (!ownStaff) add(sendOut);
  for (const plan of dispatchPlans) add(plan);
  if (isDriverRequested && ownStaff) forward.push(ownStaff);

  const failedAttempt = forward.find(({ steps }) => steps[0] === 'awaitingForDelivery');
  if (order.status === 'outOfDelivery' && failedAttempt) failedAttempt.label = 'Failed attempt';
  const sorted =
    order.status === 'outOfDelivery'
      ? [...forward].sort((a, b) => Number(a === failedAttempt) - Number(b === failedAttempt))
      : forward;
  const [first, ...others] = sorted;
  return { first, others, endings: endings.filter(({ steps }) => open(steps[0]!)) };
}

const sendOut: StepPlan = {
  label: 'Send out',
  steps: ['outOfDelivery'],
  text: 'The order leaves the location.',
};

/** From where it stands onto the road with the shop's own staff, in one press. */
function ownStaffSteps(order: Standing): StepPlan | undefined {
  if (order.fulfilment !== 'delivery') return undefined;
  const steps: Step[] = [];
  if (order.status === 'prepared') steps.push('awaitingForDelivery');
  else if (order.status !== 'awaitingForDelivery') return undefined;
  // Goods handed to a driver leave with that driver.
  if (order.dispatchStatus === 'driverConfirmationCompleted') return undefined;
  if (order.dispatchStatus !== 'offQueue') steps.push('offQueue');
  if (!order.allowed.includes(steps[0] ?? 'outOfDelivery')) return undefined;
  return {
    label: 'Send out with own staff',
    steps: [...steps, 'outOfDelivery'],
    text: 'No driver is sought any more: the order leaves with somebody of the location.',
  };
}

function preparedText({ lines }: Standing): string {
  if (!lines) return 'What is not ticked off counts as picked in full, and leaves the stock with the rest.';
  const open = lines.filter(({ pickedQuantity }) => pickedQuantity === null).length;
  const taken = 'What was picked leaves the stock, what expires first before the rest.';
  if (open === 0) return taken;
  const many =
    open === 1 ? '1 line is not ticked off: it counts' : `${open} lines are not ticked off: they count`;
  return `${many} as picked in full. ${taken}`;
}

function deliveredPlan(order: Standing): StepPlan {
  const due = (order.total ?? 0) - (order.paid ?? 0);
  const cash =
    order.paymentType === 'cashOnDelivery' && due > 0 ? ` ${formatMoney(due)} was taken in cash.` : '';
  const { total = 0, coinsToEarn = 0 } = order;
  const sale = total > 0 ? ` Posts a sale of ${formatMoney(total)}` : '';
  const coins = howMany(coinsToEarn, 'coin');
  const earns = sale && coinsToEarn > 0 ? `, and earns them ${coins}` : '';
  const text = `The customer has the goods.${cash}${sale}${earns}${sale && '.'}`;
  const label = order.fulfilment === 'pickup' ? 'Mark as collected' : 'Mark as delivered';
  return { label, steps: ['delivered'], text };
}

/** The driver's side of an order, as far as it is done by hand. Whom to ask is chosen where drivers are. */
const dispatchPlans: readonly StepPlan[] = [
  { label: 'Driver accepted', steps: ['driverConfirmed'], text: 'The driver comes for the order.' },
  {
    label: 'Hand over to the driver',
    steps: ['driverConfirmationCompleted'],
    text: 'The hand-over code of this order makes sure that the right goods go along.',
    asks: 'code',
  },
  {
    label: 'Look for a driver',
    steps: ['inQueue'],
    text: 'The order goes into the queue, and waits for a driver.',
  },
  {
    label: 'Own staff deliver',
    steps: ['offQueue'],
    text: 'No driver will be sought: somebody of the location brings it.',
  },
];

const endings: readonly StepPlan[] = [
  {
    label: 'Reject…',
    steps: ['rejected'],
    text: 'The location does not take this order. What was reserved goes back, and what was paid is refunded.',
    asks: 'reason',
  },
  {
    label: 'Cancel…',
    steps: ['cancelled'],
    text: 'What was reserved goes back on sale, and what was paid is refunded. This cannot be taken back.',
    asks: 'reason',
  },
];
