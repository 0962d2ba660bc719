import type { Address } from '@aisle/contract/core/fields';
import type { DeliveryFee, OpeningHours } from '@aisle/contract/locations';
import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';

export interface BasketLocation {
  id: string;
  name: string;
  status: boolean;
  latitude: number;
  longitude: number;
  timeZone: string;
  openingHours: OpeningHours;
  deliveryRadiusKm: number;
  deliveryFee: DeliveryFee | null;
  minimumOrder: number | null;
  acceptsPickup: boolean;
  commissionRate: number;
}

export async function findLocations(tx: Tx, ids: readonly string[]): Promise<Map<string, BasketLocation>> {
  const { rows } = await sql<BasketLocation>`
    SELECT id, name, status, latitude, longitude, time_zone AS "timeZone", opening_hours AS "openingHours",
      delivery_radius_km AS "deliveryRadiusKm", delivery_fee AS "deliveryFee", minimum_order AS "minimumOrder",
      accepts_pickup AS "acceptsPickup", commission_rate AS "commissionRate"
    FROM locations WHERE id = ANY (${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface Buyer {
  id: string;
  name: string;
  phone: string;
  status: 'active' | 'blocked';
  /** The address that was asked for, if it is theirs. */
  address: Address | null;
}

/** Who buys, and the address of theirs that it goes to. */
export async function findBuyer(
  tx: Tx,
  customerId: string,
  addressId: string | null | undefined,
): Promise<Buyer | undefined> {
  const { rows } = await sql<Buyer>`
    SELECT c.id, c.first_name || ' ' || c.last_name AS name, c.phone, c.status,
      CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('line1', a.line1, 'line2', a.line2, 'city', a.city,
        'state', a.state, 'postalCode', a.postal_code, 'latitude', a.latitude, 'longitude', a.longitude) END
        AS address
    FROM customers c
    LEFT JOIN customer_addresses a ON a.customer_id = c.id AND a.id = ${addressId ?? null}::uuid
    WHERE c.id = ${customerId}`.execute(tx);
  return rows[0];
}
