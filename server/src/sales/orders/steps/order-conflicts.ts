import { formatNumber } from '@aisle/contract/core/numbers';
import { headlineOf } from '@aisle/contract/sales/orders/order-flow';
import { statusLabels } from '@aisle/contract/sales/orders/status-labels';
import type { Tx } from '../../../core/db/db.ts';
import { impossibleStepText } from '../../../core/problem.ts';
import type { Who } from './order-dispatch.ts';
import { type LatestStep, type LockedOrder, latestStepOf } from './order-steps.queries.ts';

// Messages for a user whose step came after the step of another user.

const firstName = (name: string): string => name.split(' ')[0] ?? name;
const actorOf = ({ userId, by }: LatestStep, actor: Who): string => {
  if (userId === null) return by;
  return userId === actor.userId ? 'You' : firstName(by);
};

/** "Nora already asked Rafael for O-100042", or "Nora already updated O-100042. It's “Picking” now" */
export async function overtakenText(tx: Tx, actor: Who, order: LockedOrder): Promise<string | undefined> {
  const latest = await latestStepOf(tx, order);
  return (
    latest &&
    (driverText(actor, order, latest) ??
      `${actorOf(latest, actor)} already updated ${numberOf(order)}. It's “${statusLabels[headlineOf(order)]}” now`)
  );
}

/** For an order that a driver was asked for or has; undefined for any other. */
function driverText(actor: Who, order: LockedOrder, latest: LatestStep): string | undefined {
  if (latest.kind !== 'dispatch' || order.status !== 'awaitingForDelivery' || !latest.driver)
    return undefined;
  const [driver, number] = [firstName(latest.driver), numberOf(order)];
  switch (order.dispatchStatus) {
    case 'driverConfirmationPending':
      return `${actorOf(latest, actor)} already asked ${driver} for ${number}`;
    case 'driverConfirmed':
      return `${driver} already accepted ${number}`;
    case 'driverConfirmationCompleted':
      return `${driver} already picked up ${number}`;
    default:
      return undefined;
  }
}

/** Why an order can't take a step. A request to a driver that came second names the first one. */
export async function impossibleOrderStepText(
  tx: Tx,
  actor: Who,
  order: LockedOrder,
  change: { from: string; to: string },
): Promise<string> {
  const isRequest = change.to === 'driverConfirmationPending';
  const latest = isRequest ? await latestStepOf(tx, order, true) : undefined;
  const first = latest && driverText(actor, order, latest);
  return first ?? impossibleStepText(numberOf(order), change, statusLabels);
}

const numberOf = ({ number }: LockedOrder): string => formatNumber('order', number);
