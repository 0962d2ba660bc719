import type { OrderStatus } from '@aisle/contract/sales/orders/order-flow';
import type { Random } from '../data/random.ts';

const minute = 60_000;

export interface Step {
  kind: 'order' | 'dispatch' | 'refund';
  from: string | null;
  to: string;
  at: number;
  /** Null for the system. */
  byStaff: boolean;
  /** Done by the driver who delivers it. */
  byDriver?: true;
  note?: string;
}
export interface Life {
  steps: Step[];
  reason: string | null;
}
interface Kind {
  fulfilment: 'delivery' | 'pickup';
  paymentType: 'cashOnDelivery' | 'card';
  /** True if a driver delivers it, false for own staff. */
  byDriver: boolean;
}
interface Reasons {
  cancel: readonly string[];
  reject: readonly string[];
}

/** All events of an order that isn't cancelled in time, limited to those that have happened by `now`. */
export function lifeOf(dice: Random, placedAt: number, kind: Kind, reasons: Reasons, now: number): Life {
  const steps: Step[] = [];
  let at = placedAt;
  let status: string | null = null;
  let dispatch = 'awaiting';
  const go = (to: OrderStatus, fewest: number, most: number, byStaff = true) => {
    if (steps.length > 0) at += (fewest + dice.next() * (most - fewest)) * minute;
    steps.push({ kind: 'order', from: status, to, at, byStaff });
    status = to;
  };
  const send = (to: string, fewest: number, most: number, by: 'staff' | 'driver' | 'system') => {
    at += (fewest + dice.next() * (most - fewest)) * minute;
    const who = { byStaff: by === 'staff', ...(by === 'driver' && { byDriver: true as const }) };
    steps.push({ kind: 'dispatch', from: dispatch, to, at, ...who });
    dispatch = to;
  };
  const upTo = (reason: string | null): Life => ({ steps: steps.filter((step) => step.at <= now), reason });

  if (kind.paymentType === 'card') {
    go('pending', 0, 0, false);
    if (dice.chance(0.012)) {
      go('expired', 30, 31, false);
      return upTo(null);
    }
    if (dice.chance(0.008)) {
      go('failed', 1, 4, false);
      return upTo(null);
    }
    go('orderPlaced', 0.5, 4, false);
  } else {
    go('orderPlaced', 0, 0, false);
  }

  const fate = dice.next();
  if (fate < 0.012) {
    go('rejected', 3, 20);
    return upTo(dice.pick(reasons.reject));
  }
  if (fate < 0.035) {
    go('cancelled', 2, 25);
    return upTo(dice.pick(reasons.cancel));
  }
  go('processing', 2, 26);
  if (fate < 0.05) {
    go('cancelled', 2, 15);
    return upTo(dice.pick(reasons.cancel));
  }
  go('prepared', 7, 28);
  if (kind.fulfilment === 'pickup') {
    go('pickup', 1, 6);
    go('delivered', 15, 170);
    return upTo(null);
  }
  go('awaitingForDelivery', 1, 8);
  send('inQueue', 0, 0, 'system');
  if (kind.byDriver) byDriver();
  else byOwnStaff();
  return upTo(null);

  function byOwnStaff(): void {
    send('offQueue', 1, 12, 'staff');
    go('outOfDelivery', 2, 14);
    if (dice.chance(0.02)) {
      go('awaitingForDelivery', 20, 40);
      steps.at(-1)!.note = 'Nobody was at home';
      go('outOfDelivery', 15, 60);
    }
    go('delivered', 9, 42);
  }

  function byDriver(): void {
    send('driverConfirmationPending', 0.5, 5, 'staff');
    send('driverConfirmed', 0.3, 3, 'driver');
    send('driverConfirmationCompleted', 3, 9, 'driver');
    const drive = (to: OrderStatus, fewest: number, most: number) => {
      go(to, fewest, most, false);
      steps.at(-1)!.byDriver = true;
    };
    drive('outOfDelivery', 1, 3);
    drive('delivered', 7, 34);
  }
}
