import type { Page } from '@aisle/contract/core/page';
import type { Location, LocationPage, LocationView } from '@aisle/contract/locations';
import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import { pictureOf } from '../core/images.ts';
import { listPage } from '../core/list.ts';
import { mustFind } from '../core/problem.ts';
import { choices, lockVersion } from '../core/records.ts';
import { containing } from '../core/search-text.ts';
import type { Storage } from '../core/storage.ts';

const columns = [
  'l.id as _id',
  'l.name',
  'l.code',
  'l.phone',
  'l.email',
  'l.latitude',
  'l.longitude',
  'l.time_zone as timeZone',
  'l.delivery_radius_km as deliveryRadiusKm',
  'l.minimum_order as minimumOrder',
  'l.accepts_pickup as acceptsPickup',
  'l.commission_rate as commissionRate',
  'l.image_id as imageId',
  'l.status',
  'l.created_at as createdAt',
  'l.updated_at as updatedAt',
  'l.version',
] as const;
const documents = [
  sql<Location['address']>`l.address`.as('address'),
  sql<Location['openingHours']>`l.opening_hours`.as('openingHours'),
  sql<Location['deliveryFee']>`l.delivery_fee`.as('deliveryFee'),
] as const;

interface LocationRow extends Omit<Location, 'image'> {
  imageId: string | null;
}
const toLocation = <Row extends LocationRow>(storage: Storage, { imageId, ...location }: Row) => ({
  ...location,
  image: pictureOf(storage, imageId, location.name),
});

const orders = { name: sql.ref('l.name'), code: sql.ref('l.code'), updatedAt: sql.ref('l.updated_at') };

export async function listLocations(
  tx: Tx,
  storage: Storage,
  request: LocationPage,
): Promise<Page<Location>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('locations as l');
  if (search) {
    const like = containing(search);
    filtered = filtered.where((eb) =>
      eb.or([
        eb('l.name', 'ilike', like),
        eb('l.code', 'ilike', like),
        eb(sql<string>`l.address ->> 'city'`, 'ilike', like),
      ]),
    );
  }
  if (filters.status !== undefined) filtered = filtered.where('l.status', '=', filters.status);

  const page = await listPage(tx, filtered, {
    request,
    order: { columns: [orders[sort?.field ?? 'name'], sql.ref('l.id')], direction: sort?.order ?? 'asc' },
    select: (query) => query.select([...columns, ...documents]),
  });
  return { ...page, records: page.records.map((row) => toLocation(storage, row)) };
}

export async function getLocation(tx: Tx, storage: Storage, id: string): Promise<Location> {
  const row = await tx
    .selectFrom('locations as l')
    .select([...columns, ...documents])
    .where('l.id', '=', id)
    .executeTakeFirst();
  return toLocation(storage, mustFind(row, 'Location'));
}

export async function locationOwners(tx: Tx, id: string): Promise<LocationView['owners']> {
  return tx
    .selectFrom('user_locations as ul')
    .innerJoin('users as u', 'u.id', 'ul.user_id')
    .select(['u.id as _id', 'u.email', sql<string>`u.first_name || ' ' || u.last_name`.as('name')])
    .where('ul.location_id', '=', id)
    .orderBy('u.first_name')
    .orderBy('u.id')
    .limit(100)
    .execute();
}

export interface OfferCounts {
  assigned: number;
  active: number;
  sellable: number;
  outOfStock: number;
  low: number;
}
/** What is assigned to a location, and how much of it can be bought now. */
export async function countOffers(tx: Tx, id: string): Promise<OfferCounts> {
  const { rows } = await sql<OfferCounts>`
    SELECT count(*) AS assigned, count(*) FILTER (WHERE active) AS active,
      count(*) FILTER (WHERE active AND available > 0) AS sellable,
      count(*) FILTER (WHERE active AND available = 0) AS "outOfStock",
      count(*) FILTER (WHERE active AND available > 0 AND available <= threshold) AS low
    FROM (
      SELECT offer.threshold, sold.status AND p.status AS active,
        CASE WHEN level.location_id IS NULL THEN 0 ELSE available_now(level) END AS available
      FROM location_sub_products offer
      JOIN sub_products sold ON sold.id = offer.sub_product_id
      JOIN products p ON p.id = sold.product_id
      LEFT JOIN stock_levels level
        ON level.location_id = ${id} AND level.sub_product_id = offer.sub_product_id
      WHERE offer.location_id = ${id} AND offer.assigned
    ) offers`.execute(tx);
  return rows[0]!;
}

/** Locks a location for an edit and tells the version it is at. */
export const lockLocation = (tx: Tx, id: string) => lockVersion(tx, 'locations', id, 'Location');

export interface LocationColumns {
  name?: string;
  code?: string;
  phone?: string | null;
  email?: string | null;
  address?: string;
  latitude?: number;
  longitude?: number;
  time_zone?: string;
  opening_hours?: string;
  delivery_radius_km?: number;
  delivery_fee?: string | null;
  minimum_order?: number | null;
  accepts_pickup?: boolean;
  commission_rate?: number;
  image_id?: string | null;
  status?: boolean;
}
type WholeLocation = LocationColumns &
  Required<
    Pick<
      LocationColumns,
      'name' | 'code' | 'address' | 'latitude' | 'longitude' | 'time_zone' | 'delivery_radius_km'
    >
  >;

export async function insertLocation(tx: Tx, id: string, location: WholeLocation): Promise<void> {
  await tx
    .insertInto('locations')
    .values({ id, ...location })
    .execute();
}

export async function updateLocation(tx: Tx, id: string, location: LocationColumns): Promise<void> {
  await tx
    .updateTable('locations')
    .set({ ...location, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export interface LocationUses {
  users: number;
  orders: number;
  lots: number;
  customers: number;
  rates: number;
}
/** What hangs on a location; the most that is counted of each is 1,000. */
export async function countUses(tx: Tx, id: string): Promise<LocationUses> {
  const upTo = (table: string) =>
    sql`(SELECT count(*) FROM (SELECT FROM ${sql.table(table)} WHERE location_id = ${id} LIMIT 1000) AS counted)`;
  const { rows } = await sql<LocationUses>`
    SELECT ${upTo('user_locations')} AS users, ${upTo('orders')} AS orders, ${upTo('lots')} AS lots,
      ${upTo('customer_locations')} AS customers, ${upTo('location_rates')} AS rates`.execute(tx);
  return rows[0]!;
}

/** What is only assigned, and never was in stock, goes with the location. */
export async function deleteLocation(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('location_sub_products').where('location_id', '=', id).execute();
  await tx.deleteFrom('locations').where('id', '=', id).execute();
}

export const locationChoices = (tx: Tx, search: string | undefined) => choices(tx, 'locations', search);
