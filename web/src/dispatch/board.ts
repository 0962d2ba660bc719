import type { BoardDriver, BoardOrder } from '@aisle/contract/dispatch';
import { spanText } from '../ui/when.ts';

export const columnTitles = {
  waiting: 'Waiting for a driver',
  collecting: 'Leaving soon',
  out: 'On the way',
} as const;
export type ColumnKey = keyof typeof columnTitles;

/** Where an order stands on the board. */
export function columnOf({ status, dispatchStatus }: BoardOrder): ColumnKey {
  if (status === 'outOfDelivery') return 'out';
  return dispatchStatus === 'inQueue' || dispatchStatus === 'awaiting' ? 'waiting' : 'collecting';
}

/** Who has it, and what they do with it: "Sam was asked · 3 min to answer". */
export function carrierText({ delivery, dispatchStatus, status }: BoardOrder, now: number): string | null {
  if (!delivery) {
    if (dispatchStatus === 'offQueue')
      return status === 'outOfDelivery' ? 'With own staff' : 'Own staff deliver';
    return dispatchStatus === 'driverConfirmationPending' ? 'Somebody was asked' : null;
  }
  const { driverName, offerExpiresAt } = delivery;
  if (delivery.status === 'offered') {
    const left = Date.parse(offerExpiresAt) - now;
    if (left <= 0) return `${driverName} did not answer in time`;
    return `${driverName} was asked · ${left < 60_000 ? 'less than a minute' : spanText(left)} to answer`;
  }
  const does = { accepted: 'comes for it', pickedUp: 'has the goods', onTheWay: 'is on the way' };
  return `${driverName} ${does[delivery.status as keyof typeof does]}`;
}

export interface Candidate {
  driver: BoardDriver;
  /** On a trip that has not been collected: the order may go along. */
  joins: boolean;
}
/** Who may be asked to bring orders of a location: the free ones, then those who could take them along. */
export function candidatesFor(
  locationId: string,
  drivers: readonly BoardDriver[],
  orders: readonly BoardOrder[],
): Candidate[] {
  const carried = (driver: BoardDriver) => orders.filter(({ delivery }) => delivery?.driverId === driver._id);
  const here = drivers.filter(({ locationIds }) => locationIds.includes(locationId));
  const byLoad = (a: Candidate, b: Candidate) =>
    a.driver.open - b.driver.open ||
    a.driver.deliveredToday - b.driver.deliveredToday ||
    a.driver.name.localeCompare(b.driver.name);
  const free = here
    .filter(({ availability }) => availability === 'available')
    .map((driver) => ({ driver, joins: false }));
  const joinable = here
    .filter(({ availability }) => availability === 'busy')
    .filter((driver) => {
      const theirs = carried(driver);
      return (
        theirs.length > 0 &&
        theirs.every(
          (order) =>
            order.locationId === locationId &&
            (order.delivery?.status === 'offered' || order.delivery?.status === 'accepted'),
        )
      );
    })
    .map((driver) => ({ driver, joins: true }));
  return [...free.sort(byLoad), ...joinable.sort(byLoad)];
}

/** "2 in hand", or what was brought so far: "5 today". */
export function loadText({ open, deliveredToday }: BoardDriver): string {
  if (open > 0) return `${open} in hand`;
  return `${deliveredToday === 0 ? 'none' : deliveredToday} today`;
}
