import { type LocationInput, locationRoutes } from '@aisle/contract/locations/locations';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { sql } from 'kysely';
import { newId } from '../src/core/ids.ts';
import { addSubProduct, assign } from './catalogue-builders.ts';
import type { Person, Shop } from './shop.ts';

const address = { line1: '1 Main St', city: 'Austin', state: 'TX', postalCode: '78701' };
export const locationInput = (parts: Partial<LocationInput> = {}): LocationInput => ({
  name: 'Corner Market',
  code: `C-${newId()}`.slice(0, 30),
  address,
  latitude: 30.27,
  longitude: -97.74,
  timeZone: 'America/Chicago',
  deliveryRadiusKm: 10,
  commissionRate: 12.5,
  ...parts,
});

export async function addLocation(
  shop: Shop,
  { name = 'Corner Market', timeZone = 'America/Chicago', status = true } = {},
): Promise<string> {
  const id = newId();
  await shop.look((tx) =>
    tx
      .insertInto('locations')
      .values({
        id,
        name,
        code: `T-${id}`,
        address: JSON.stringify(address),
        latitude: 30.27,
        longitude: -97.74,
        time_zone: timeZone,
        delivery_radius_km: 10,
        status,
      })
      .execute(),
  );
  return id;
}

/** A sub-product that the location sells, with this quantity in stock. */
export async function addStocked(
  shop: Shop,
  manager: Person,
  locationId: string,
  {
    quantity = 10,
    expiresOn = null as string | null,
    name = undefined as string | undefined,
    sku = undefined as string | undefined,
  } = {},
): Promise<{ subProductId: string; lotId: string }> {
  const subProductId = await addSubProduct(shop, { ...(name && { name }), ...(sku && { sku }) });
  await assign(shop, locationId, subProductId);
  const lot = await manager.do(inventoryRoutes.create, {
    body: { locationId, subProductId, quantity, expiresOn },
  });
  return { subProductId, lotId: lot._id };
}

/** The calendar day that many days from now at the location. */
export async function dayAt(shop: Shop, locationId: string, days: number): Promise<string> {
  const { rows } = await shop.look((tx) =>
    sql<{ day: string }>`SELECT today_at(${locationId}) + ${days}::int AS day`.execute(tx),
  );
  return rows[0]!.day;
}

export interface Level {
  onHand: number;
  reserved: number;
  expired: number;
  available: number;
}
export async function levelOf(shop: Shop, locationId: string, subProductId: string): Promise<Level> {
  const { rows } = await shop.look((tx) =>
    sql<Level>`
      SELECT on_hand AS "onHand", reserved, expired_now(level) AS expired, available_now(level) AS available
      FROM stock_levels level WHERE location_id = ${locationId} AND sub_product_id = ${subProductId}`.execute(
      tx,
    ),
  );
  return rows[0] ?? { onHand: 0, reserved: 0, expired: 0, available: 0 };
}

/** Differences between the levels and the ledger, lots and open reservations; empty if there are none. */
export async function disagreements(shop: Shop): Promise<unknown[]> {
  const { rows } = await shop.look((tx) =>
    sql`
      SELECT level.location_id, level.sub_product_id FROM stock_levels level
      WHERE level.on_hand <> (SELECT coalesce(sum(m.on_hand), 0) FROM stock_movements m
          WHERE (m.location_id, m.sub_product_id) = (level.location_id, level.sub_product_id))
        OR level.on_hand <> (SELECT coalesce(sum(l.on_hand), 0) FROM lots l
          WHERE (l.location_id, l.sub_product_id) = (level.location_id, level.sub_product_id))
        OR level.reserved <> (SELECT coalesce(sum(m.reserved), 0) FROM stock_movements m
          WHERE (m.location_id, m.sub_product_id) = (level.location_id, level.sub_product_id))
        OR level.reserved <> (SELECT coalesce(sum(r.quantity), 0) FROM reservations r
          WHERE (r.location_id, r.sub_product_id) = (level.location_id, level.sub_product_id))
        OR (level.out_since IS NULL) <> (level.on_hand - level.reserved - level.expired > 0)
      UNION ALL
      SELECT l.location_id, l.id FROM lots l
      WHERE l.on_hand <> (SELECT coalesce(sum(m.on_hand), 0) FROM stock_movements m
          WHERE (m.location_id, m.lot_id) = (l.location_id, l.id))`.execute(tx),
  );
  return rows;
}

/** The quantities that an order picks, in the form of `takeFromLots`. */
export const picks = (...lines: { subProductId: string; quantity: number }[]) => sql`
  SELECT * FROM unnest(${lines.map((line) => line.subProductId)}::uuid[],
    ${lines.map((line) => line.quantity)}::numeric[]) AS line (sub_product_id, quantity)`;

/** Changes the time zone of a location with the request of its form. */
export async function moveToTimeZone(person: Person, id: string, timeZone: string): Promise<void> {
  const { version } = await person.do(locationRoutes.view, { params: { id } });
  await person.do(locationRoutes.edit, { params: { id }, body: { version, timeZone } });
}
