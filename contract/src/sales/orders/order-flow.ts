import { type Flow, targetsOf } from '../../core/flow.ts';
import type { Permission } from '../../permissions.ts';

/** The actors of a step: users with a permission (`order_edit` by default), or only the system. */
export interface Step {
  by?: Permission | 'system';
  /**
   * The step moves no stock or money and sends nothing to the outside, so the user who took it can undo it within
   * `undoWindowMs`.
   */
  undo?: true;
}

/** Screens offer an undo for 30 s. The rest allows for slow networks, and for messages that stay open while they are read. */
export const undoWindowMs = 60_000;

export type OrderStage = 'unpaid' | 'new' | 'picking' | 'ready' | 'out' | 'delivered' | 'calledOff';
/** Every status of an order, with the stage it belongs to. The groups in `order-status-groups.ts` consist of stages. */
export const orderStages = {
  pending: 'unpaid',
  orderPlaced: 'new',
  processing: 'picking',
  prepared: 'ready',
  awaitingForDelivery: 'ready',
  pickup: 'ready',
  outOfDelivery: 'out',
  delivered: 'delivered',
  cancelled: 'calledOff',
  rejected: 'calledOff',
  failed: 'calledOff',
  expired: 'calledOff',
} as const satisfies Record<string, OrderStage>;
export type OrderStatus = keyof typeof orderStages;
/** In the order in which an order passes through them. */
export const orderStatuses = Object.keys(orderStages) as OrderStatus[];

/** The statuses of an order at one location. */
export const orderFlow = {
  pending: {
    orderPlaced: { by: 'system' },
    failed: { by: 'system' },
    expired: { by: 'system' },
    cancelled: { by: 'cancel_order' },
  },
  orderPlaced: { processing: { undo: true }, rejected: {}, cancelled: { by: 'cancel_order' } },
  processing: { prepared: {}, rejected: {}, cancelled: { by: 'cancel_order' } },
  prepared: { awaitingForDelivery: { undo: true }, pickup: {}, cancelled: { by: 'cancel_order' } },
  awaitingForDelivery: { outOfDelivery: {}, cancelled: { by: 'cancel_order' } },
  pickup: { delivered: {}, cancelled: { by: 'cancel_order' } },
  outOfDelivery: { delivered: {}, awaitingForDelivery: {} },
  // A delivered order is returned instead of cancelled, because the payout may already be sent.
  delivered: {},
  cancelled: {},
  rejected: {},
  failed: {},
  expired: {},
} as const satisfies Flow<OrderStatus, Step>;

export type DispatchStage = 'waiting' | 'requested' | 'accepted' | 'collected' | 'ownStaff';
/** Every status of the search for a driver, with its stage. */
export const dispatchStages = {
  awaiting: 'waiting',
  inQueue: 'waiting',
  driverConfirmationPending: 'requested',
  driverConfirmed: 'accepted',
  driverConfirmationCompleted: 'collected',
  offQueue: 'ownStaff',
} as const satisfies Record<string, DispatchStage>;
export type DispatchStatus = keyof typeof dispatchStages;
export const dispatchStatuses = Object.keys(dispatchStages) as DispatchStatus[];

/** The search for a driver of a delivery order, beside the order itself. */
export const dispatchFlow = {
  awaiting: { inQueue: { by: 'system' }, offQueue: { undo: true } },
  inQueue: { driverConfirmationPending: {}, offQueue: { undo: true } },
  driverConfirmationPending: { driverConfirmed: {}, inQueue: {}, offQueue: {} },
  driverConfirmed: { driverConfirmationCompleted: {}, inQueue: {}, offQueue: {} },
  driverConfirmationCompleted: { inQueue: {} },
  offQueue: { inQueue: { undo: true } },
} as const satisfies Flow<DispatchStatus, Step>;

export type ReturnStage = 'requested' | 'coming' | 'atStore' | 'done' | 'rejected' | 'failed';
/** Every status of a return/replace request, with its stage. The groups in `return-status-groups.ts` consist of stages. */
export const returnStages = {
  requested: 'requested',
  approved: 'coming',
  driverApproved: 'coming',
  driverOnTheWay: 'coming',
  driverPickedUp: 'coming',
  locationReceived: 'atStore',
  received: 'atStore',
  locationReceivedAndPickup: 'atStore',
  returned: 'done',
  replaced: 'done',
  returnRejected: 'rejected',
  replacementRejected: 'rejected',
  returnFailed: 'failed',
  replacementFailed: 'failed',
} as const satisfies Record<string, ReturnStage>;
export type ReturnStatus = keyof typeof returnStages;
export const returnStatuses = Object.keys(returnStages) as ReturnStatus[];
export const returnKinds = ['return', 'replace'] as const;
export type ReturnKind = (typeof returnKinds)[number];

/** `only` keeps a step to one kind of request. */
export interface ReturnStep extends Step {
  only?: ReturnKind;
}
const failures = { returnFailed: { only: 'return' }, replacementFailed: { only: 'replace' } } as const;

/** The statuses of a request to return or replace lines of a delivered order. */
export const returnFlow = {
  requested: {
    approved: {},
    returnRejected: { only: 'return' },
    replacementRejected: { only: 'replace' },
    // If the customer keeps the items, there is nothing to pick up or receive: the system closes the request at once.
    returned: { only: 'return', by: 'system' },
    replaced: { only: 'replace', by: 'system' },
  },
  approved: { driverApproved: {}, received: {}, ...failures },
  driverApproved: { driverOnTheWay: {}, approved: {} },
  driverOnTheWay: { driverPickedUp: {}, ...failures },
  driverPickedUp: {
    locationReceived: { only: 'return' },
    locationReceivedAndPickup: { only: 'replace' },
    ...failures,
  },
  locationReceived: { received: {} },
  received: { returned: { only: 'return' }, replaced: { only: 'replace' }, ...failures },
  locationReceivedAndPickup: { replaced: { only: 'replace' }, replacementFailed: { only: 'replace' } },
  returned: {},
  replaced: {},
  returnRejected: {},
  replacementRejected: {},
  returnFailed: {},
  replacementFailed: {},
} as const satisfies Flow<ReturnStatus, ReturnStep>;

export const refundStatuses = ['refundInitiated', 'refundProcessing', 'refunded', 'refundFailed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** The statuses of one refund. */
export const refundFlow = {
  refundInitiated: { refundProcessing: {} },
  refundProcessing: { refunded: {}, refundFailed: {} },
  refundFailed: { refundInitiated: {} },
  // Days later, the bank can return a refund to the card provider.
  refunded: { refundFailed: { by: 'system' } },
} as const satisfies Flow<RefundStatus, Step>;

export type HeadlineStatus = OrderStatus | DispatchStatus | ReturnStatus | RefundStatus;
/** All 36 status keys, without repetitions. */
export const headlineStatuses = [
  ...new Set<HeadlineStatus>([...orderStatuses, ...dispatchStatuses, ...returnStatuses, ...refundStatuses]),
];

export type Fulfilment = 'delivery' | 'pickup';

/** The part of an order's state that its steps depend on. */
export interface OrderState {
  status: OrderStatus;
  dispatchStatus: DispatchStatus | null;
  fulfilment: Fulfilment;
  /**
   * The driver who still has the items after a failed attempt. No other driver can take them until the location has them back.
   */
  comingBackFrom?: string | null;
}
/** The stages in which the search for a driver can change. After leaving the store, a failed attempt is a step of the order. */
const openForDispatch: readonly OrderStage[] = ['new', 'picking', 'ready'];
/** The person who delivers the order has it or can take it. */
const handedOver: readonly DispatchStage[] = ['collected', 'ownStaff'];

/** The order steps that the tables and the state allow, regardless of permissions. */
export function openOrderSteps({ status, dispatchStatus, fulfilment }: OrderState): OrderStatus[] {
  return targetsOf<OrderStatus, Step>(orderFlow, status).filter((to) => {
    if (status === 'prepared' && to === 'awaitingForDelivery') return fulfilment === 'delivery';
    if (status === 'prepared' && to === 'pickup') return fulfilment === 'pickup';
    if (to === 'outOfDelivery')
      return dispatchStatus !== null && handedOver.includes(dispatchStages[dispatchStatus]);
    return true;
  });
}

/** The dispatch steps that the tables and the state allow, regardless of permissions. */
export function openDispatchSteps(state: OrderState): DispatchStatus[] {
  const { status, dispatchStatus, fulfilment, comingBackFrom } = state;
  if (comingBackFrom) return [];
  if (fulfilment !== 'delivery' || !dispatchStatus || status === 'pickup') return [];
  if (!openForDispatch.includes(orderStages[status])) return [];
  const steps = targetsOf<DispatchStatus, Step>(dispatchFlow, dispatchStatus);
  return status === 'awaitingForDelivery' ? steps : steps.filter((to) => to === 'offQueue');
}

/** The permission for an order or dispatch step, or 'system' if no user can take it. */
export function stepNeeds(from: OrderStatus, to: OrderStatus | DispatchStatus): Permission | 'system' {
  const steps: Partial<Record<string, Step>> = orderFlow[from];
  return steps[to]?.by ?? 'order_edit';
}

/** Whether the user who took an order or dispatch step can undo it. */
export function isUndoable(from: string | null, to: string | null): boolean {
  const flows: Partial<Record<string, Partial<Record<string, Step>>>> = { ...orderFlow, ...dispatchFlow };
  return from !== null && to !== null && flows[from]?.[to]?.undo === true;
}

/** The next steps that this user can take: order steps first, then dispatch steps. */
export function allowedSteps(
  state: OrderState,
  held: ReadonlySet<Permission>,
): (OrderStatus | DispatchStatus)[] {
  const orderSteps = openOrderSteps(state).filter((to) => {
    const needs = stepNeeds(state.status, to);
    return needs !== 'system' && held.has(needs);
  });
  const dispatch = held.has('order_edit') ? openDispatchSteps(state).filter(isManualStep(state)) : [];
  return [...orderSteps, ...dispatch];
}
/** An order enters the queue from `awaiting` automatically, never by hand. */
const isManualStep = (state: OrderState) => (to: DispatchStatus) =>
  !(state.dispatchStatus === 'awaiting' && to === 'inQueue');

/** The steps of a request that users can take, according to the table and the kind of request. */
export const openReturnSteps = (status: ReturnStatus, kind: ReturnKind): ReturnStatus[] =>
  targetsOf<ReturnStatus, ReturnStep>(returnFlow, status).filter((to) => {
    const step: ReturnStep | undefined = (returnFlow[status] as Partial<Record<ReturnStatus, ReturnStep>>)[
      to
    ];
    return step?.by !== 'system' && (step?.only === undefined || step.only === kind);
  });

/** The next steps of a request that a user with these permissions can take. */
export const allowedReturnSteps = (
  status: ReturnStatus,
  kind: ReturnKind,
  held: ReadonlySet<Permission>,
): ReturnStatus[] => (held.has('order_edit') ? openReturnSteps(status, kind) : []);

/**
 * The next steps of a refund that a user with these permissions can take. Only the gateway completes a refund that it is
 * processing.
 */
export function allowedRefundSteps(
  status: RefundStatus,
  byHand: boolean,
  held: ReadonlySet<Permission>,
): RefundStatus[] {
  if (!held.has('order_edit') || !held.has('cancel_order')) return [];
  if (status === 'refundProcessing' && !byHand) return [];
  const steps: Partial<Record<RefundStatus, Step>> = refundFlow[status];
  return targetsOf<RefundStatus, Step>(refundFlow, status).filter((to) => steps[to]?.by !== 'system');
}

/** The statuses of requests and refunds that the headline status depends on. */
interface HeadlineParts extends OrderState {
  /** The newest refund that is open, or done and covering the whole order. */
  refundStatus?: RefundStatus | null;
  /** The newest request that is open, or done and covering the whole order. */
  returnStatus?: ReturnStatus | null;
}

/** The headline status, which lists and filters use: the most advanced active status of the four state machines. */
export function headlineOf({
  status,
  dispatchStatus,
  refundStatus,
  returnStatus,
}: HeadlineParts): HeadlineStatus {
  if (refundStatus) return refundStatus;
  if (returnStatus) return returnStatus;
  if (status === 'awaitingForDelivery' && dispatchStatus) return dispatchStatus;
  return status;
}
