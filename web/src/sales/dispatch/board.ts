import type { BoardCollection, BoardDriver, BoardOrder } from '@aisle/contract/sales/dispatch';
import { inHandText } from '../../links/driver-status.tsx';

export const columnTitles = {
  waiting: 'Waiting for a driver',
  collecting: 'Leaving soon',
  out: 'On the way',
} as const;
export type ColumnKey = keyof typeof columnTitles;

/** The column of an order on the board. */
export function columnOf({ status, dispatchStatus }: BoardOrder): ColumnKey {
  if (status === 'outOfDelivery') return 'out';
  return dispatchStatus === 'inQueue' || dispatchStatus === 'awaiting' ? 'waiting' : 'collecting';
}

/** And where goods stand that are to be fetched. */
export function columnOfCollection({ status, delivery }: BoardCollection): ColumnKey {
  if (status === 'approved') return delivery ? 'collecting' : 'waiting';
  return status === 'driverApproved' ? 'collecting' : 'out';
}

/** Who has it, and what they do with it: "Sam was asked · 3 min to answer". */
export function carrierText({ delivery, dispatchStatus, status }: BoardOrder, now: number): string | null {
  if (!delivery) {
    if (dispatchStatus === 'offQueue')
      return status === 'outOfDelivery' ? 'With own staff' : 'Own staff deliver';
    return dispatchStatus === 'driverConfirmationPending' ? 'Somebody was asked' : null;
  }
  return `${delivery.driverName} ${inHandText(delivery, now)}`;
}

export interface Candidate {
  driver: BoardDriver;
  /** On a trip that has not been collected: the order may go along. */
  joins: boolean;
}
/** Who may be asked to drive for a location: the free ones, then those who could take something along. */
export function candidatesFor(
  locationId: string,
  drivers: readonly BoardDriver[],
  carried: readonly Pick<BoardOrder, 'locationId' | 'delivery'>[],
): Candidate[] {
  const carriedBy = (driver: BoardDriver) =>
    carried.filter(({ delivery }) => delivery?.driverId === driver._id);
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
      const driverOrders = carriedBy(driver);
      return (
        driverOrders.length > 0 &&
        driverOrders.every(
          (one) =>
            one.locationId === locationId &&
            (one.delivery?.status === 'offered' || one.delivery?.status === 'accepted'),
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
