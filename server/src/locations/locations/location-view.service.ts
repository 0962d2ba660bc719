import type { Page } from '@aisle/contract/core/page';
import type { DataOf } from '@aisle/contract/core/route';
import {
  type Location,
  type LocationPage,
  type LocationRow,
  type LocationView,
  type locationRoutes,
  type ReadinessReason,
  readinessReasons,
  type StockHealth,
} from '@aisle/contract/locations/locations';
import { daysLookedAhead, type OpeningRules, opensSoon, slotsAhead } from '@aisle/contract/locations/opening';
import { expiringDays } from '@aisle/contract/warehouse/lots';
import type { Tx } from '../../core/db/db.ts';
import type { Storage } from '../../core/files/storage.ts';
import type { List } from '../../core/list/list.ts';
import { mustFind } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { findLocationRef } from './assignment.queries.ts';
import {
  bookedSlots,
  countOffers,
  getLocation,
  lastDeliveries,
  listLocations,
  locationOwners,
  type Offering,
  stockAmounts,
} from './locations.queries.ts';
import { findPayoutAccount, masked } from './payout-accounts.queries.ts';

export const listWithMissing = (tx: Tx, storage: Storage, request: LocationPage): List<Page<LocationRow>> =>
  listLocations(tx, storage, request).map(async (page) => {
    const { holidays } = await getSettings(tx);
    const records = page.records.map(({ offers, ...location }) => ({
      ...location,
      missing: missingParts({ ...location, holidays }, offers),
    }));
    return { ...page, records };
  });

export async function viewLocation(tx: Tx, storage: Storage, id: string): Promise<LocationView> {
  const { location, counts, holidays, missing } = await readReadiness(tx, storage, id);
  const owners = await locationOwners(tx, id);
  const account = await findPayoutAccount(tx, id);
  return {
    ...location,
    holidays,
    owners,
    counts,
    payoutAccount: account ? masked(account) : null,
    readiness: {
      canTakeOrders: missing.length === 0,
      missing: missing.map((reason) => ({ reason, message: readinessReasons[reason] })),
    },
  };
}

/** Whether a location can take orders. */
export const canTakeOrders = async (tx: Tx, storage: Storage, id: string): Promise<boolean> =>
  (await readReadiness(tx, storage, id)).missing.length === 0;

async function readReadiness(tx: Tx, storage: Storage, id: string) {
  const location = await getLocation(tx, storage, id);
  const { active, ...counts } = await countOffers(tx, id);
  const { holidays } = await getSettings(tx);
  const missing = missingParts(
    { ...location, holidays },
    {
      assigned: counts.assigned > 0,
      active: active > 0,
      sellable: counts.sellable > 0,
    },
  );
  return { location, counts, holidays, missing };
}

/** The reasons why checkout would reject every order, by the rules of checkout. */
function missingParts(location: Location & OpeningRules, offers: Offering): ReadinessReason[] {
  const missing: ReadinessReason[] = location.status ? [] : ['switchedOff'];
  if (!offers.assigned) missing.push('nothingAssigned');
  else if (!offers.active) missing.push('nothingActive');
  else if (!offers.sellable) missing.push('nothingInStock');
  if (!opensSoon(location, Date.now())) missing.push('neverOpen');
  return missing;
}

export async function stockHealth(tx: Tx, id: string): Promise<StockHealth> {
  mustFind(await findLocationRef(tx, id), 'Location');
  const { outOfStock, low } = await countOffers(tx, id);
  return { outOfStock, low, expiringDays, ...(await stockAmounts(tx, id, expiringDays)) };
}

export async function deliveriesOf(tx: Tx, id: string): Promise<DataOf<typeof locationRoutes.deliveries>> {
  mustFind(await findLocationRef(tx, id), 'Location');
  return { places: await lastDeliveries(tx, id) };
}

export async function slotsOf(
  tx: Tx,
  storage: Storage,
  id: string,
  days = daysLookedAhead,
): Promise<DataOf<typeof locationRoutes.slots>> {
  const location = await getLocation(tx, storage, id);
  const { timeZone, deliverySlots: rule } = location;
  if (!rule) return { timeZone, isOwn: false, slots: [] };
  const taken = rule.capacity === null ? new Map<number, number>() : await bookedSlots(tx, id);
  const { holidays } = await getSettings(tx);
  const slots = slotsAhead({ ...location, holidays }, rule, Date.now(), days).map((slot) => {
    const left =
      rule.capacity === null ? null : Math.max(0, rule.capacity - (taken.get(Date.parse(slot.from)) ?? 0));
    return { ...slot, left, isFull: left === 0 };
  });
  return { timeZone, isOwn: true, slots };
}
