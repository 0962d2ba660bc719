import type { ReturnKind, ReturnStatus } from '@aisle/contract/sales/orders/order-flow';
import {
  atStoreReturnStatuses,
  comingReturnStatuses,
  doneReturnStatuses,
  failedReturnStatuses,
} from '@aisle/contract/sales/returns/return-status-groups';
import type { CreatedReturn, Return } from '@aisle/contract/sales/returns/returns';
import { refundText } from '../../links/sales/refund-status.tsx';

export const kindLabels: Record<ReturnKind, string> = { return: 'Return', replace: 'Replacement' };
export const conditionLabels = { restock: 'Back to stock', writeOff: 'Write off' } as const;

export interface ReturnPlan {
  to: ReturnStatus;
  label: string;
  /** The effect, shown in the confirmation. */
  text: string;
  /** The additional input that the step requires: received quantities, a reason, or a driver. */
  asks?: 'inspection' | 'reason' | 'driver';
  isEnding?: true;
}

/** The steps with their button labels, in the sequence in which they are offered. */
const plans: Record<ReturnKind, readonly ReturnPlan[]> = {
  return: [
    { to: 'returned', label: 'Close and refund', text: 'Refunds the customer for the items received.' },
    {
      to: 'received',
      label: 'Mark received…',
      text: 'Items in good condition are returned to stock. The others are written off.',
      asks: 'inspection',
    },
    {
      to: 'approved',
      label: 'Approve return',
      text: 'The customer can bring the items to the store, or a driver picks them up.',
    },
    { to: 'driverOnTheWay', label: 'Mark on the way', text: 'The driver is going to the customer.' },
    { to: 'driverPickedUp', label: 'Mark picked up', text: 'The items are on the way to the store.' },
    {
      to: 'locationReceived',
      label: 'Mark arrived at store',
      text: 'The items are at the store and still need to be checked.',
    },
    {
      to: 'driverApproved',
      label: 'Schedule pickup…',
      text: 'A driver picks up the items at the customer’s address.',
      asks: 'driver',
    },
    {
      to: 'returnRejected',
      label: 'Reject…',
      text: 'Nothing is returned or refunded. This can’t be undone.',
      asks: 'reason',
      isEnding: true,
    },
    {
      to: 'returnFailed',
      label: 'Mark failed…',
      text: 'Nothing is refunded. Items already received stay in stock. This can’t be undone.',
      asks: 'reason',
      isEnding: true,
    },
  ],
  replace: [
    {
      to: 'replaced',
      label: 'Hand out and close',
      text: 'The customer has the replacement for the items received.',
    },
    {
      to: 'locationReceivedAndPickup',
      label: 'Mark exchanged…',
      text: 'The old items were received, and the replacement was handed out.',
      asks: 'inspection',
    },
    {
      to: 'received',
      label: 'Mark received…',
      text: 'Items in good condition are returned to stock. The others are written off.',
      asks: 'inspection',
    },
    {
      to: 'approved',
      label: 'Approve replacement',
      text: 'Creates a free replacement order and reserves its stock.',
    },
    {
      to: 'driverOnTheWay',
      label: 'Mark on the way',
      text: 'The driver is going to the customer with the replacement.',
    },
    {
      to: 'driverPickedUp',
      label: 'Mark picked up',
      text: 'The old items are on the way to the store.',
    },
    {
      to: 'driverApproved',
      label: 'Schedule exchange…',
      text: 'A driver brings the replacement and picks up the old items.',
      asks: 'driver',
    },
    {
      to: 'replacementRejected',
      label: 'Reject…',
      text: 'Nothing is replaced. This can’t be undone.',
      asks: 'reason',
      isEnding: true,
    },
    {
      to: 'replacementFailed',
      label: 'Mark failed…',
      text: 'Releases the stock reserved for the replacement. Items already received stay in stock. This can’t be undone.',
      asks: 'reason',
      isEnding: true,
    },
  ],
};

const done: Partial<Record<ReturnStatus, string>> = {
  approved: 'approved',
  driverApproved: 'pickup scheduled',
  received: 'received',
  locationReceivedAndPickup: 'exchanged',
  returned: 'closed',
  replaced: 'closed',
  returnRejected: 'rejected',
  replacementRejected: 'rejected',
  returnFailed: 'marked as failed',
  replacementFailed: 'marked as failed',
};
/** "Return approved": the toast after a step. */
export const steppedText = ({ kind, status }: Pick<Return, 'kind' | 'status'>): string =>
  `${kindLabels[kind]} ${done[status] ?? 'updated'}`;

/** The toast after creating a return: names the return, and any refund or replacement made at once. */
export function createdText(created: CreatedReturn): string {
  const { kind, kept, number, noReturn, refund, replacementOrder } = created;
  if (!noReturn) {
    const now = kind === 'return' ? 'refunded' : 'replaced';
    return `${kindLabels[kind]} ${number} created${kept ? `, other items ${now}` : ''}`;
  }
  if (refund) return refundText(refund);
  return replacementOrder ? `Replacement ${replacementOrder.number} created` : `${number} created`;
}

interface Steppable {
  kind: ReturnKind;
  status: ReturnStatus;
  allowed: readonly ReturnStatus[];
}
/** The next actions of a return: the default step, other steps, and steps that end it. */
export function plansFor({ kind, status, allowed }: Steppable) {
  const open = plans[kind].filter(({ to }) => allowed.includes(to)).map((plan) => giveUp(plan, status));
  const forward = open.filter(({ isEnding }) => !isEnding).sort((a, b) => back(a, status) - back(b, status));
  return { first: forward[0], others: forward.slice(1), endings: open.filter(({ isEnding }) => isEnding) };
}
/** Returning to `approved` is not the default step. */
const back = ({ to }: ReturnPlan, status: ReturnStatus) =>
  Number(status === 'driverApproved' && to === 'approved');
const giveUp = (plan: ReturnPlan, status: ReturnStatus): ReturnPlan =>
  back(plan, status)
    ? {
        ...plan,
        label: 'Cancel pickup',
        text: 'Cancels the pickup. The customer can bring the items to the store.',
      }
    : plan;

interface ReturnTab {
  key: string;
  label: string;
  statuses: readonly ReturnStatus[];
  isLive: boolean;
}
/** Each status belongs to exactly one tab. */
export const returnTabs: readonly ReturnTab[] = [
  { key: 'requested', label: 'Requested', statuses: ['requested'], isLive: true },
  {
    key: 'coming',
    label: 'In transit',
    statuses: comingReturnStatuses,
    isLive: true,
  },
  {
    key: 'here',
    label: 'At the store',
    statuses: atStoreReturnStatuses,
    isLive: true,
  },
  { key: 'done', label: 'Done', statuses: doneReturnStatuses, isLive: false },
  {
    key: 'off',
    label: 'Rejected or failed',
    statuses: failedReturnStatuses,
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
