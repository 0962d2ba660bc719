import { z } from 'zod';
import { Id, Instant } from '../../core/fields.ts';
import { pluralize } from '../../core/pluralize.ts';
import type { DispatchStatus, OrderStatus } from './order-flow.ts';
import { HeadlineStatusField, StepStatus } from './order-labels.ts';
import { isActive, isClosed } from './order-status-groups.ts';
import type { Order } from './order-view.ts';
import { promisedAt } from './promise.ts';
import { statusLabels } from './status-labels.ts';

/** Where an order is, how long each step took, and why it is late. */
export const OrderExplanation = z.object({
  _id: Id,
  number: z.string(),
  headlineStatus: HeadlineStatusField,
  locationId: Id,
  locationName: z.string(),
  timeZone: z.string(),
  /** Whether the order is active and past its promised time. */
  isLate: z.boolean(),
  promisedAt: Instant,
  /** How late it is, or was when it was delivered; null if it is on time or ended without delivery. */
  minutesLate: z.int().nullable(),
  /** The steps in their order, and how long each one lasted. */
  stages: z.array(z.object({ status: StepStatus, label: z.string(), at: Instant, minutes: z.int() })),
  reasons: z.array(z.string()),
  /** The next steps that the reader can take. */
  next: z.array(StepStatus),
});
export type OrderExplanation = z.infer<typeof OrderExplanation>;

/** A step of this length or more is named as a reason. */
const longMinutes = 15;

export function explainProgress(order: Order, now = new Date()): OrderExplanation {
  const promised = promisedAt(order);
  const isOver = isClosed(order.status);
  const ended = order.deliveredAt ? Date.parse(order.deliveredAt) : now.getTime();
  const counts = order.deliveredAt !== null || isActive(order.status);
  const late = Math.floor((ended - promised) / 60_000);
  const stages = stagesOf(order, now);
  return {
    _id: order._id,
    number: order.number,
    headlineStatus: order.headlineStatus,
    locationId: order.locationId,
    locationName: order.locationName,
    timeZone: order.timeZone,
    isLate: isActive(order.status) && late >= 0,
    promisedAt: new Date(promised).toISOString(),
    minutesLate: counts && late >= 0 ? late : null,
    stages,
    reasons: reasonsOf(order, isOver ? stages.slice(0, -1) : stages, isOver),
    next: order.allowed,
  };
}

type Stage = OrderExplanation['stages'][number];

/** The steps of the order and its delivery. The last one of an open order lasts until now. */
function stagesOf({ events, createdAt, status }: Order, now: Date): Stage[] {
  const steps = events
    .filter(({ kind, to, undo }) => (kind === 'order' || kind === 'dispatch') && to !== null && !undo)
    .map(({ to, at }) => ({ status: to as OrderStatus | DispatchStatus, at }))
    .sort((one, other) => one.at.localeCompare(other.at));
  if (steps.length === 0) steps.push({ status, at: createdAt });
  return steps.map((step, index) => {
    const end = steps[index + 1]?.at;
    const until = end ? Date.parse(end) : isClosed(status) ? Date.parse(step.at) : now.getTime();
    const minutes = Math.max(0, Math.floor((until - Date.parse(step.at)) / 60_000));
    return { ...step, label: statusLabels[step.status], minutes };
  });
}

function reasonsOf(order: Order, stages: readonly Stage[], isOver: boolean): string[] {
  const long = stages
    .filter(({ minutes }) => minutes >= longMinutes)
    .sort((one, other) => other.minutes - one.minutes)
    .slice(0, 3)
    .map((stage) => {
      const isNow = !isOver && stage === stages.at(-1);
      return `It ${isNow ? 'has been' : 'was'} “${stage.label}” for ${pluralize(stage.minutes, 'minute')}.`;
    });
  const declined = order.events.filter(
    ({ kind, from, to }) =>
      kind === 'dispatch' && from === 'driverConfirmationPending' && (to === 'inQueue' || to === 'awaiting'),
  ).length;
  const status = order.headlineStatus;
  return [
    ...long,
    ...(declined > 0 ? [`${pluralize(declined, 'offer')} to drivers ended without a driver.`] : []),
    ...(status === 'orderPlaced' ? ['Nobody has started to pick it.'] : []),
    ...(status === 'processing' && order.picker ? [`${order.picker.name} is picking it.`] : []),
    ...(status === 'inQueue' ? ['No driver has it.'] : []),
    ...(status === 'pending' ? ['It waits for a payment.'] : []),
    ...(order.comingBackFrom ? [`The last delivery failed. ${order.comingBackFrom} brings it back.`] : []),
    ...(order.cancelReason ? [`It was called off: ${order.cancelReason}`] : []),
  ];
}
