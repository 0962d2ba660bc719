import type { HoursException } from '@aisle/contract/core/opening-hours';
import type { Tx } from '../../src/core/db/db.ts';
import { locations } from '../data/locations.ts';
import { storePicture } from '../data/picture.ts';
import { vendors } from '../data/vendors.ts';
import { idAt } from './demo-ids.ts';
import { insertRows } from './insert.ts';
import type { Pictures } from './pictures.ts';

/** The fields of a store that the rest of the demo needs. */
export interface Store {
  id: string;
  key: string;
  latitude: number;
  longitude: number;
  deliveryRadiusKm: number;
  deliveryFee: { base: number; perMile: number; freeAbove: number };
  acceptsPickup: boolean;
  commissionRate: number;
  popularity: number;
}
export interface Supplier {
  id: string;
  departments: readonly string[];
}

/** The fees in the demo's settings, for stores without their own. */
export const defaultFee = { base: 499, perMile: 60, freeAbove: 6000 };

export async function addPlaces(tx: Tx, pictures: Pictures, at: number): Promise<Store[]> {
  const images = await Promise.all(
    locations.map((location) => pictures.keep(storePicture(location), location.name)),
  );
  await insertRows(tx, 'files', pictures.rows);
  const stores = locations.map((location) => ({
    ...location,
    id: idAt(at),
    deliveryFee: location.deliveryFee ?? defaultFee,
  }));
  await insertRows(
    tx,
    'locations',
    locations.map((location, index) => ({
      id: stores[index]!.id,
      name: location.name,
      code: location.code,
      phone: location.phone,
      email: location.email,
      address: location.address,
      latitude: location.latitude,
      longitude: location.longitude,
      time_zone: location.timeZone,
      opening_hours: Object.fromEntries(
        Object.entries(location.openingHours).map(([day, { open, close }]) => [
          day,
          [{ opens: open, closes: close }],
        ]),
      ),
      hours_exceptions: index === 1 ? openOnThanksgiving(at) : [],
      delivery_slots: index === 0 ? { lengthMinutes: 60, capacity: 6, leadMinutes: 90 } : null,
      delivery_radius_km: location.deliveryRadiusKm,
      delivery_fee: location.deliveryFee,
      minimum_order: location.minimumOrder,
      accepts_pickup: location.acceptsPickup,
      commission_rate: location.commissionRate,
      image_id: images[index],
      created_at: new Date(at),
      updated_at: new Date(at),
    })),
  );
  return stores;
}

const yearsOf = (at: number): number[] => {
  const from = new Date(at).getUTCFullYear();
  return [from, from + 1, from + 2];
};
/**
 * Closed on Thanksgiving and Christmas, and open later on New Year's Day, in the year the demo starts and the two following
 * years.
 */
export const holidaysSince = (at: number): HoursException[] =>
  yearsOf(at).flatMap((year) => [
    { date: `${year}-01-01`, spans: [{ opens: '10:00', closes: '18:00' }], note: "New Year's Day" },
    { date: thanksgiving(year), spans: [], note: 'Thanksgiving' },
    { date: `${year}-12-24`, spans: [{ opens: '07:00', closes: '17:00' }], note: 'Christmas Eve' },
    { date: `${year}-12-25`, spans: [], note: 'Christmas' },
  ]);

/** One store opens in the morning to sell pies. */
const openOnThanksgiving = (at: number): HoursException[] =>
  yearsOf(at).map((year) => ({
    date: thanksgiving(year),
    spans: [{ opens: '07:00', closes: '12:00' }],
    note: 'Thanksgiving morning',
  }));

/** The fourth Thursday of November. */
function thanksgiving(year: number): string {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  return `${year}-11-${22 + ((11 - first) % 7)}`;
}

export async function addVendors(tx: Tx, at: number): Promise<Supplier[]> {
  const suppliers = vendors.map(({ departments }) => ({ id: idAt(at), departments }));
  await insertRows(
    tx,
    'vendors',
    vendors.map((vendor, index) => ({
      id: suppliers[index]!.id,
      name: vendor.name,
      contact: vendor.contact,
      email: vendor.email,
      phone: vendor.phone,
      address: vendor.address,
      tax_number: vendor.taxNumber,
      payment_terms: vendor.paymentTerms,
      created_at: new Date(at),
      updated_at: new Date(at),
    })),
  );
  return suppliers;
}
