import type { Address } from '@aisle/contract/core/fields';
import type { HoursException, OpeningHours } from '@aisle/contract/core/opening-hours';
import type { DeliveryArea } from '@aisle/contract/locations/delivery-area';
import type { DeliveryFee, DeliverySlotRule } from '@aisle/contract/locations/delivery-terms';
import { calledOffStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import { isNoneOf } from '../../../core/db/literals.ts';

/** A location with its rules for orders. */
export interface OrderLocation {
  id: string;
  name: string;
  status: boolean;
  address: Address | null;
  latitude: number;
  longitude: number;
  timeZone: string;
  openingHours: OpeningHours;
  hoursExceptions: HoursException[];
  holidays: readonly HoursException[];
  deliveryRadiusKm: number;
  deliveryArea: DeliveryArea | null;
  deliveryFee: DeliveryFee | null;
  deliverySlots: DeliverySlotRule | null;
  minimumOrder: number | null;
  acceptsPickup: boolean;
  commissionRate: number;
}

type StoredLocation = Omit<OrderLocation, 'holidays'>;
const locationColumns = sql`id, name, status, address, latitude, longitude, time_zone AS "timeZone",
  opening_hours AS "openingHours", hours_exceptions AS "hoursExceptions", delivery_slots AS "deliverySlots",
  delivery_radius_km AS "deliveryRadiusKm", delivery_area AS "deliveryArea", delivery_fee AS "deliveryFee", minimum_order AS "minimumOrder",
  accepts_pickup AS "acceptsPickup", commission_rate AS "commissionRate"`;

/** The settings add the holidays, which apply to all locations. */
type WithHolidays = Pick<OrderLocation, 'holidays'>;

export async function findLocations(
  tx: Tx,
  ids: readonly string[],
  { holidays }: WithHolidays,
): Promise<Map<string, OrderLocation>> {
  const { rows } = await sql<StoredLocation>`
    SELECT ${locationColumns} FROM locations WHERE id = ANY (${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, { ...row, holidays }]));
}

/** All locations that take orders and that the actor can reach. */
export async function openLocations(tx: Tx, { holidays }: WithHolidays): Promise<OrderLocation[]> {
  const { rows } = await sql<StoredLocation>`
    SELECT ${locationColumns} FROM locations WHERE status ORDER BY name COLLATE aisle_names LIMIT 1000`.execute(
    tx,
  );
  return rows.map((row) => ({ ...row, holidays }));
}

/** Locks a slot of these locations until the transaction ends. */
export async function lockSlot(tx: Tx, locationIds: readonly string[], from: string): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended(id || ${from}::text, 17))
    FROM (SELECT id FROM unnest(${locationIds}::text[]) AS id ORDER BY id) AS ordered`.execute(tx);
}

/** The number of orders that each of these locations has in the slot, without cancelled ones. */
export async function countInSlot(
  tx: Tx,
  locationIds: readonly string[],
  from: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; booked: number }>`
    SELECT location_id AS id, count(*) AS booked FROM orders
    WHERE location_id = ANY (${locationIds}::uuid[]) AND slot_from = ${from}::timestamptz
      AND fulfilment = 'delivery' AND ${isNoneOf('status', calledOffStatuses)}
    GROUP BY location_id`.execute(tx);
  return new Map(rows.map(({ id, booked }) => [id, booked]));
}
