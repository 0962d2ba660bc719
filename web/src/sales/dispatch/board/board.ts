import { kmToMiles } from '@aisle/contract/core/dates';
import { kmBetween } from '@aisle/contract/core/distance';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import type {
  BoardCollection,
  BoardDriver,
  BoardLocation,
  BoardOrder,
  SuggestionReason,
} from '@aisle/contract/sales/dispatch/dispatch';
import { isWaitingForDriver } from '@aisle/contract/sales/dispatch/dispatch-status-groups';
import { isCollected, isOpenDelivery } from '@aisle/contract/sales/drivers';
import { driverStepText } from '../../../links/sales/driver-status.tsx';
import { lateness, timeText } from '../../../ui/values/when.ts';

export const columnTitles = {
  waiting: 'Waiting for a driver',
  collecting: 'Leaving soon',
  out: 'On the way',
} as const;
export type ColumnKey = keyof typeof columnTitles;

/** The column of an order on the board. */
export function columnOf({ status, dispatchStatus, comingBackFrom }: BoardOrder): ColumnKey {
  if (status === 'outOfDelivery' || comingBackFrom) return 'out';
  return isWaitingForDriver(dispatchStatus) ? 'waiting' : 'collecting';
}

/** The column of a return pickup. */
export function columnOfCollection({ status, delivery }: BoardCollection): ColumnKey {
  if (status === 'approved') return delivery ? 'collecting' : 'waiting';
  return status === 'driverApproved' ? 'collecting' : 'out';
}

/** Cancelled and returning orders have no customer waiting for them. */
export const isOff = ({ status, comingBackFrom }: Pick<BoardOrder, 'status' | 'comingBackFrom'>): boolean =>
  status === 'cancelled' || comingBackFrom !== null;
export const isOrderLate = (order: BoardOrder, now: number): boolean =>
  !isOff(order) && lateness(Date.parse(order.promisedAt), now).isLate;

/** The driver and the state of the request or delivery: "Sam has 3 min to respond". */
export function carrierText(order: BoardOrder, now: number): string | null {
  const { delivery, dispatchStatus, status, comingBackFrom } = order;
  if (comingBackFrom) return `${comingBackFrom} is bringing it back`;
  if (delivery) return `${delivery.driverName} ${driverStepText(delivery, now)}`;
  if (dispatchStatus === 'offQueue') {
    return status === 'outOfDelivery' ? 'Out with store staff' : 'Assigned to store staff';
  }
  return dispatchStatus === 'driverConfirmationPending' ? 'Offered to a driver' : null;
}

/** "1 failed attempt · No one home · 3:01 AM" */
export function attemptsText({ failed, timeZone }: Pick<BoardOrder, 'failed' | 'timeZone'>): string | null {
  if (!failed) return null;
  const count = pluralize(failed.count, 'failed attempt');
  return [count, failed.reason, timeText(failed.at, timeZone)].filter(Boolean).join(' · ');
}

interface Area<Errand> {
  /** Groups have a single location, so that they can share a trip. */
  key: string;
  postalCode: string;
  errands: Errand[];
}
/** Groups waiting orders and pickups by postal code, starting with the earliest promised time. */
export function areasOf<Errand extends Pick<BoardOrder, 'locationId' | 'postalCode'>>(
  errands: readonly Errand[],
): Area<Errand>[] {
  const areas = new Map<string, Area<Errand>>();
  for (const errand of errands) {
    const postalCode = errand.postalCode ?? '';
    const key = `${errand.locationId} ${postalCode}`;
    const area = areas.get(key) ?? { key, postalCode, errands: [] };
    area.errands.push(errand);
    areas.set(key, area);
  }
  return [...areas.values()];
}

export interface Candidate {
  driver: BoardDriver;
  /** The driver's trip has not been picked up yet, so the order can be added to it. */
  joins: boolean;
}
/** The drivers available for a request at a location: free drivers first, then those whose trip hasn't been picked up yet. */
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
            one.delivery &&
            isOpenDelivery(one.delivery.status) &&
            !isCollected(one.delivery.status),
        )
      );
    })
    .map((driver) => ({ driver, joins: true }));
  return [...free.sort(byLoad), ...joinable.sort(byLoad)];
}

/** "2 assigned", or the deliveries of the day: "5 delivered today"; followed by the number of orders returning to the store. */
export function loadText({ open, deliveredToday, comingBack }: BoardDriver): string {
  const load = open > 0 ? `${open} assigned` : `${deliveredToday} delivered today`;
  return comingBack > 0 ? `${load} · ${comingBack} coming back` : load;
}

/** "$38.01 cash" */
export function cashText({ cash }: BoardDriver): string | null {
  const held = cash.reduce((sum, at) => sum + at.held, 0);
  return held > 0 ? `${formatMoney(held)} cash` : null;
}

/**
 * The straight-line distance from a driver to an errand, measured from their last stop, or else from their store. Null if
 * neither position is known.
 */
function distanceTo(
  { lastStop, locationIds }: Pick<BoardDriver, 'lastStop' | 'locationIds'>,
  { point, locationId }: Pick<BoardOrder, 'point' | 'locationId'>,
  locations: readonly BoardLocation[],
): string | null {
  const store = locations.find(({ _id }) => _id === locationId && locationIds.includes(locationId));
  const from = lastStop ?? store;
  return point && from ? `${kmToMiles(kmBetween(from, point)).toFixed(1)} mi` : null;
}

/** "about 1.2 mi away" */
export function awayText(...args: Parameters<typeof distanceTo>): string | null {
  const distance = distanceTo(...args);
  return distance && `about ${distance} ${args[0].lastStop ? 'away' : 'from the store'}`;
}

const reasonTexts: Record<SuggestionReason, string> = {
  sameDriver: 'took the last attempt',
  notDeclined: "hasn't declined it",
  fewestOpen: 'fewest assigned',
  fewestToday: 'fewest today',
  nearest: 'nearest',
  onlyFree: 'only free driver',
  free: 'free now',
};
/** Why this driver is suggested for an order: "fewest today", "nearest: 1.2 mi". */
export function suggestionText(
  order: BoardOrder,
  driver: BoardDriver,
  locations: readonly BoardLocation[],
): string | null {
  const { suggestedDriverId, suggestionReason: reason } = order;
  if (!reason || driver._id !== suggestedDriverId) return null;
  const distance = reason === 'nearest' && distanceTo(driver, order, locations);
  return [reasonTexts[reason], distance].filter(Boolean).join(': ');
}

/** Whether an errand matches a search for its number, customer, street or driver. */
export function matchesSearch(
  { number, customerName, line1, postalCode, delivery, comingBackFrom }: SearchedErrand,
  search: string,
): boolean {
  const text = [number, customerName, line1, postalCode, delivery?.driverName, comingBackFrom]
    .filter(Boolean)
    .join(' ')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
type SearchedErrand = Pick<BoardOrder, 'number' | 'customerName' | 'line1' | 'postalCode' | 'delivery'> & {
  comingBackFrom?: string | null;
};
