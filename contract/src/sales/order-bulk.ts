import { z } from 'zod';
import { Id, Instant, optionalLongText } from '../core/fields.ts';
import { Cents } from '../core/money.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { partOfRecord, routes, without } from '../core/route.ts';
import type { Permission } from '../permissions.ts';
import { BulkOutcome, BulkState } from '../system/bulk-actions.ts';
import { JobStatus } from '../system/jobs.ts';
import { BulkAssignment } from './order-owners.ts';
import { allowedSteps, type DispatchStatus, type OrderState, type OrderStatus } from './orders/order-flow.ts';
import { HeadlineStatusField } from './orders/order-labels.ts';
import { OrderTarget } from './orders/order-list.ts';
import { isEndedByStaff } from './orders/order-status-groups.ts';

/** Steps for many orders at once. Drivers and hand-over codes are chosen for each order separately. */
export const bulkSteps = [
  'processing',
  'prepared',
  'pickup',
  'awaitingForDelivery',
  'offQueue',
  'outOfDelivery',
  'delivered',
  'rejected',
  'cancelled',
] as const;
export const BulkStep = z.enum(bulkSteps);
export type BulkStep = z.infer<typeof BulkStep>;

/** The maximum number of orders in one request. */
export const maxBulkOrders = 5000;

const stepWords: Record<BulkStep, string> = {
  processing: 'Start picking',
  prepared: 'Mark as prepared',
  pickup: 'Mark ready for pickup',
  awaitingForDelivery: 'Mark ready for delivery',
  offQueue: 'Use store staff',
  outOfDelivery: 'Mark as out for delivery',
  delivered: 'Mark as delivered',
  rejected: 'Reject',
  cancelled: 'Cancel',
};
export const bulkStepLabel = (step: BulkStep): string => stepWords[step];

export const bulkStepNeeds = (step: BulkStep | undefined): Permission =>
  step === 'cancelled' ? 'cancel_order' : 'order_edit';

/**
 * The steps that a user with these permissions takes to bring an order to a status: empty if it already has that status, null
 * if it can't get there.
 */
export function stepsTo(
  to: BulkStep,
  state: OrderState,
  held: ReadonlySet<Permission>,
): (OrderStatus | DispatchStatus)[] | null {
  if (state.status === to || (to === 'offQueue' && state.dispatchStatus === 'offQueue')) return [];
  const allowed = allowedSteps(state, held);
  if (allowed.includes(to)) return [to];
  if (to !== 'outOfDelivery') return null;
  // Own staff deliver the order, so no driver is needed.
  if (state.status === 'awaitingForDelivery' && allowed.includes('offQueue')) return ['offQueue', to];
  return null;
}

/** The change to apply: a step, or an owner and tags. */
const change = { status: BulkStep.optional(), assign: BulkAssignment.optional() };
const isOneChange = ({ status, assign }: { status?: unknown; assign?: unknown }) =>
  (status === undefined) !== (assign === undefined);
const notOne = { path: ['status'], error: 'Choose a step, or what to assign' };

export const OrderBulkInput = z
  .strictObject({
    target: OrderTarget,
    ...change,
    /** The reason for the cancellation, which is sent to the customers. */
    reason: optionalLongText('Reason', 300),
    note: optionalLongText('Note', 1000),
  })
  .refine(isOneChange, notOne)
  .refine(({ status, reason }) => !status || !isEndedByStaff(status) || reason, {
    path: ['reason'],
    error: 'Reason is required',
  });
export type OrderBulkInput = z.infer<typeof OrderBulkInput>;

export const OrderBulkPreview = z.object({
  orders: z.int(),
  changed: z.int(),
  same: z.int(),
  refused: z.int(),
  /** The statuses of the orders that can't take the step, with the number of orders. */
  refusals: z.array(z.object({ status: HeadlineStatusField, count: z.int() })),
  /** The total of the orders that can take the step. */
  total: Cents,
  /** The unpaid part of that total. */
  due: Cents,
});
export type OrderBulkPreview = z.infer<typeof OrderBulkPreview>;
export const OrderBulkQuestion = z
  .strictObject({ target: OrderTarget, ...change })
  .refine(isOneChange, notOne);
export type OrderBulkQuestion = z.infer<typeof OrderBulkQuestion>;

export const OrderBulk = z.object({
  _id: Id,
  title: z.string(),
  /** The step; null if an owner or tags are assigned. */
  status: BulkStep.nullable(),
  state: BulkState,
  /** The current or last job; an interrupted one can be resumed. */
  jobId: Id.nullable(),
  jobStatus: JobStatus.nullable(),
  /** Null until the orders are counted. */
  orders: z.int().nullable(),
  counts: z.object({ waiting: z.int(), changed: z.int(), same: z.int(), refused: z.int() }),
  createdAt: Instant,
  createdBy: z.string().nullable(),
});
export type OrderBulk = z.infer<typeof OrderBulk>;

export const OrderBulkRow = z.object({
  /** The ID of the row. */
  _id: z.string(),
  orderId: Id,
  number: z.string(),
  customerName: z.string(),
  locationName: z.string(),
  outcome: BulkOutcome,
  before: HeadlineStatusField.nullable(),
  after: HeadlineStatusField.nullable(),
  /** The assignment in words: "Owner: Ada Tester; added: VIP". */
  assigned: z.string().nullable(),
  /** The reason why the order wasn't changed. */
  reason: z.string().nullable(),
});
export type OrderBulkRow = z.infer<typeof OrderBulkRow>;

export const OrderBulkPage = pageRequest(['createdAt'], { state: BulkState });
export type OrderBulkPage = z.infer<typeof OrderBulkPage>;
export const OrderBulkRowPage = pageRequest(['position'], { bulkStepId: Id, outcome: BulkOutcome });
export type OrderBulkRowPage = z.infer<typeof OrderBulkRowPage>;

const touched = ['orderBulk', 'jobs', 'orders', 'mainOrders', 'stock', 'dispatch'] as const;

/** Cancelling requires `cancel_order`, all other steps `order_edit`. */
export const orderBulkRoutes = routes('orders', {
  preview: {
    method: 'POST',
    path: '/order/bulk-step/preview',
    permission: 'order_view',
    summary: 'Counts how many of these orders a step or an assignment changes, and the statuses of the rest',
    body: OrderBulkQuestion,
    data: OrderBulkPreview,
    reads: true,
    problems: ['orders.too-many'],
  },
  create: {
    method: 'POST',
    path: '/order/bulk-step',
    permission: 'order_edit',
    orPermission: 'cancel_order',
    summary: 'Moves every eligible order one step further, or assigns it, in a job with a result for each',
    body: OrderBulkInput,
    data: OrderBulk,
    message: 'Updating orders',
    onceByKey: true,
    problems: ['bulk.nothing', 'orders.too-many'],
    changes: touched,
  },
  list: {
    method: 'POST',
    path: '/order/bulk-step/list',
    permission: 'order_view',
    summary: 'Lists bulk steps, newest first',
    body: OrderBulkPage,
    data: pageOf(OrderBulk),
    reads: true,
    list: {
      screen: '/orders/steps',
      exportAs: without('Each entry opens rows that have their own export'),
      liveTopic: 'orderBulk',
    },
  },
  rows: {
    method: 'POST',
    path: '/order/bulk-step/rows',
    permission: 'order_view',
    summary: 'Lists the result for each order of a bulk step, chosen with `filters.bulkStepId`',
    body: OrderBulkRowPage,
    data: pageOf(OrderBulkRow),
    reads: true,
    list: { screen: partOfRecord, exportAs: 'orderBulkRows', liveTopic: 'orderBulk' },
  },
  get: {
    method: 'GET',
    path: '/order/bulk-step/{id}',
    permission: 'order_view',
    summary: 'Shows a bulk step and its progress',
    data: OrderBulk,
    reads: true,
  },
  /** Resumes a bulk step that was stopped or failed. */
  resume: {
    method: 'POST',
    path: '/order/bulk-step/{id}/resume',
    permission: 'order_view',
    summary: 'Resumes an interrupted bulk step in a job',
    body: z.strictObject({}).optional(),
    data: OrderBulk,
    message: 'Resuming',
    onceByKey: true,
    problems: ['bulk.busy', 'bulk.over'],
    changes: touched,
  },
});
