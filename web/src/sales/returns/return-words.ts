import type { ReturnKind, ReturnStatus } from '@aisle/contract/sales/order-flow';

export const kindLabels: Record<ReturnKind, string> = { return: 'Return', replace: 'Replacement' };
export const conditionLabels = { restock: 'Back on the shelf', writeOff: 'Written off' } as const;

export interface ReturnPlan {
  to: ReturnStatus;
  label: string;
  /** What will happen, for the question before. */
  text: string;
  /** Asks for more than a yes: what came in, or why not. */
  asks?: 'inspection' | 'reason' | 'driver';
  isEnding?: true;
}

/** Each step in the shop's words, in the order in which they are offered. */
const plans: Record<ReturnKind, readonly ReturnPlan[]> = {
  return: [
    { to: 'returned', label: 'Close and refund', text: 'The customer gets the money back for what came in.' },
    {
      to: 'received',
      label: 'Goods are here…',
      text: 'What came in goes back on the shelf, or is written off.',
      asks: 'inspection',
    },
    {
      to: 'approved',
      label: 'Approve',
      text: 'The customer may bring the goods, or a driver collects them.',
    },
    { to: 'driverOnTheWay', label: 'Driver on the way', text: 'Somebody drives to the customer.' },
    {
      to: 'driverPickedUp',
      label: 'Driver has the goods',
      text: 'The goods are on their way to the location.',
    },
    {
      to: 'locationReceived',
      label: 'Back at the location',
      text: 'The goods are here, and wait for a look at them.',
    },
    {
      to: 'driverApproved',
      label: 'A driver collects it…',
      text: 'Somebody drives to the customer for the goods.',
      asks: 'driver',
    },
    {
      to: 'returnRejected',
      label: 'Refuse…',
      text: 'Nothing comes back, and no money goes.',
      asks: 'reason',
      isEnding: true,
    },
    {
      to: 'returnFailed',
      label: 'It failed…',
      text: 'No money goes back. What came in stays in.',
      asks: 'reason',
      isEnding: true,
    },
  ],
  replace: [
    {
      to: 'replaced',
      label: 'Hand out and close',
      text: 'The customer has the replacement for what came in.',
    },
    {
      to: 'locationReceivedAndPickup',
      label: 'Swapped…',
      text: 'The old goods came in, and the replacement went out.',
      asks: 'inspection',
    },
    {
      to: 'received',
      label: 'Goods are here…',
      text: 'What came in goes back on the shelf, or is written off.',
      asks: 'inspection',
    },
    {
      to: 'approved',
      label: 'Approve',
      text: 'The replacement is made at no price, and its goods are kept for the customer.',
    },
    {
      to: 'driverOnTheWay',
      label: 'Driver on the way',
      text: 'Somebody drives to the customer with the replacement.',
    },
    {
      to: 'driverPickedUp',
      label: 'Driver has the goods',
      text: 'The old goods are on their way to the location.',
    },
    {
      to: 'driverApproved',
      label: 'A driver swaps it…',
      text: 'Somebody drives to the customer with the replacement.',
      asks: 'driver',
    },
    {
      to: 'replacementRejected',
      label: 'Refuse…',
      text: 'Nothing is replaced.',
      asks: 'reason',
      isEnding: true,
    },
    {
      to: 'replacementFailed',
      label: 'It failed…',
      text: 'What was kept for the replacement goes back on sale. What came in stays in.',
      asks: 'reason',
      isEnding: true,
    },
  ],
};

interface Standing {
  kind: ReturnKind;
  status: ReturnStatus;
  allowed: readonly ReturnStatus[];
}
/** What can be done with a request next: the usual way on, other ways, and ways out. */
export function plansFor({ kind, status, allowed }: Standing) {
  const open = plans[kind].filter(({ to }) => allowed.includes(to)).map((plan) => giveUp(plan, status));
  const forward = open.filter(({ isEnding }) => !isEnding).sort((a, b) => back(a, status) - back(b, status));
  return { first: forward[0], others: forward.slice(1), endings: open.filter(({ isEnding }) => isEnding) };
}
/** Going back to `approved` is the way on for nobody. */
const back = ({ to }: ReturnPlan, status: ReturnStatus) =>
  Number(status === 'driverApproved' && to === 'approved');
const giveUp = (plan: ReturnPlan, status: ReturnStatus): ReturnPlan =>
  back(plan, status)
    ? { ...plan, label: 'Driver gave up', text: 'No driver comes for it: the customer may bring it.' }
    : plan;

export interface ReturnTab {
  key: string;
  label: string;
  statuses: readonly ReturnStatus[];
  isLive: boolean;
}
/** Every status is in exactly one of them. */
export const returnTabs: readonly ReturnTab[] = [
  { key: 'requested', label: 'Requested', statuses: ['requested'], isLive: true },
  {
    key: 'coming',
    label: 'Coming back',
    statuses: ['approved', 'driverApproved', 'driverOnTheWay', 'driverPickedUp'],
    isLive: true,
  },
  {
    key: 'here',
    label: 'At the location',
    statuses: ['locationReceived', 'received', 'locationReceivedAndPickup'],
    isLive: true,
  },
  { key: 'done', label: 'Done', statuses: ['returned', 'replaced'], isLive: false },
  {
    key: 'off',
    label: 'Refused or failed',
    statuses: ['returnRejected', 'replacementRejected', 'returnFailed', 'replacementFailed'],
    isLive: false,
  },
];
/** The tab that matches a filter on the status, if any. */
export function tabOf(chosen: unknown): ReturnTab | undefined {
  const names = [chosen].flat().filter((name) => typeof name === 'string');
  return returnTabs.find(
    ({ statuses }) => statuses.length === names.length && statuses.every((status) => names.includes(status)),
  );
}
