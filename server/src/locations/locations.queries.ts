import type { Page } from '@aisle/contract/core/page';
import type {
  DeliveredPlace,
  Location,
  LocationPage,
  LocationView,
  StockHealth,
} from '@aisle/contract/locations';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
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
  sql<Location['hoursExceptions']>`l.hours_exceptions`.as('hoursExceptions'),
  sql<Location['deliveryFee']>`l.delivery_fee`.as('deliveryFee'),
  sql<Location['deliverySlots']>`l.delivery_slots`.as('deliverySlots'),
] as const;

interface LocationRead extends Omit<Location, 'image'> {
  imageId: string | null;
}
const toLocation = <Row extends LocationRead>(storage: Storage, { imageId, ...location }: Row) => ({
  ...location,
  image: pictureOf(storage, imageId, location.name),
});

const orders = { name: sql.ref('l.name'), code: sql.ref('l.code'), updatedAt: sql.ref('l.updated_at') };

/** What stands in the way of each, as far as its shelves say. */
type Listed = Location & { offers: Offering };
export interface Offering {
  assigned: boolean;
  active: boolean;
  sellable: boolean;
}

/** The first of each is enough: a location that sells is done with after a few rows. */
const offering = () => sql<Offering>`(SELECT jsonb_build_object(
  'assigned', EXISTS (SELECT FROM location_sub_products offer WHERE offer.location_id = l.id AND offer.assigned),
  'active', EXISTS (SELECT FROM (${offersAt(sql`l.id`)}) offers WHERE active),
  'sellable', EXISTS (SELECT FROM (${offersAt(sql`l.id`)}) offers WHERE active AND sellable)))`;

export async function listLocations(tx: Tx, storage: Storage, request: LocationPage): Promise<Page<Listed>> {
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
    select: (query) => query.select([...columns, ...documents, offering().as('offers')]),
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
    .select(['u.id as _id', 'u.email', 'u.phone', 'u.status', 'u.last_login_at as lastLoginAt'])
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('name'))
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
      count(*) FILTER (WHERE active AND sellable) AS sellable,
      count(*) FILTER (WHERE active AND available = 0) AS "outOfStock",
      count(*) FILTER (WHERE active AND available > 0 AND available <= threshold) AS low
    FROM (${offersAt(sql`${id}`)}) offers`.execute(tx);
  return rows[0]!;
}

/** What a location sells, each as baskets are held to it: the least that may be asked for must be there. */
function offersAt(locationId: RawBuilder<unknown>) {
  return sql`
    SELECT offer.threshold, level.available, sold.status AND p.status AND c.status AND coalesce(c2.status, true)
        AND coalesce(c3.status, true) AS active,
      level.available >= least_of.quantity
        AND coalesce(least(sold.max_per_order, offer.max_per_order) >= least_of.quantity, true) AS sellable
    FROM location_sub_products offer
    JOIN sub_products sold ON sold.id = offer.sub_product_id
    JOIN products p ON p.id = sold.product_id
    JOIN categories c ON c.id = p.category_id
    LEFT JOIN categories c2 ON c2.id = c.parent_id
    LEFT JOIN categories c3 ON c3.id = c2.parent_id
    CROSS JOIN LATERAL (SELECT CASE WHEN sold.unit = 'each' AND NOT sold.sold_by_weight
      THEN ceil(coalesce(sold.min_per_order, 1)) ELSE coalesce(sold.min_per_order, 0.001) END AS quantity) least_of
    CROSS JOIN LATERAL (SELECT coalesce((SELECT available_now(shelf) FROM stock_levels shelf
      WHERE shelf.location_id = offer.location_id AND shelf.sub_product_id = sold.id), 0) AS available) level
    WHERE offer.location_id = ${locationId} AND offer.assigned`;
}

/** What lies at a location, lot by lot, in figures. */
export async function stockFigures(
  tx: Tx,
  id: string,
  expiringDays: number,
): Promise<Omit<StockHealth, 'outOfStock' | 'low' | 'expiringDays'>> {
  const { rows } = await sql<Omit<StockHealth, 'outOfStock' | 'low' | 'expiringDays'>>`
    SELECT count(DISTINCT sub_product_id) AS kinds, count(*) AS lots,
      count(*) FILTER (WHERE cost IS NULL) AS "lotsWithoutCost",
      count(*) FILTER (WHERE days_left BETWEEN 0 AND ${expiringDays}::int) AS expiring,
      count(*) FILTER (WHERE days_left < 0) AS expired,
      coalesce(sum(round(on_hand * cost)), 0)::bigint AS "valueAtCost",
      coalesce(sum(round(on_hand * cost)) FILTER (WHERE days_left BETWEEN 0 AND ${expiringDays}::int), 0)::bigint
        AS "expiringAtCost"
    FROM (
      SELECT l.sub_product_id, l.on_hand, coalesce(l.cost_price, s.cost_price) AS cost,
        l.expires_on - today AS days_left
      FROM (SELECT today_at(${id}) AS today) clock, lots l JOIN sub_products s ON s.id = l.sub_product_id
      WHERE l.location_id = ${id} AND l.in_stock
    ) lying`.execute(tx);
  return rows[0]!;
}

const mostPlaces = 300;
/** Where the last orders went; no closer than a hundred yards. */
export async function lastDeliveries(tx: Tx, id: string): Promise<DeliveredPlace[]> {
  const { rows } = await sql<DeliveredPlace>`
    SELECT round((address ->> 'latitude')::numeric, 3)::double precision AS latitude,
      round((address ->> 'longitude')::numeric, 3)::double precision AS longitude
    FROM (SELECT address, fulfilment FROM orders WHERE location_id = ${id}
      ORDER BY created_at DESC, id DESC LIMIT 1000) last
    WHERE fulfilment = 'delivery' AND jsonb_typeof(address -> 'latitude') = 'number'
      AND jsonb_typeof(address -> 'longitude') = 'number'
    LIMIT ${mostPlaces}`.execute(tx);
  return rows;
}

/** How many orders are promised in each slot from now on. */
export async function slotsTaken(tx: Tx, id: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ from: string; booked: number }>`
    SELECT slot_from AS from, count(*) AS booked FROM orders
    WHERE location_id = ${id} AND slot_from > now() AND fulfilment = 'delivery'
      AND status NOT IN ('cancelled', 'rejected', 'failed', 'expired')
    GROUP BY slot_from`.execute(tx);
  return new Map(rows.map(({ from, booked }) => [Date.parse(from), booked]));
}

/** Whatever another location decided for itself: what is on its shelves, who works there and who is paid stays. */
export async function copyLocation(
  tx: Tx,
  from: string,
  { id, name, code }: { id: string; name: string; code: string },
  actor: Pick<Actor, 'userId' | 'name'>,
): Promise<void> {
  await sql`
    INSERT INTO locations (id, name, code, phone, email, address, latitude, longitude, time_zone, opening_hours,
      hours_exceptions, delivery_radius_km, delivery_fee, delivery_slots, minimum_order, accepts_pickup,
      commission_rate, status)
    SELECT ${id}, ${name}, ${code}, phone, email, address, latitude, longitude, time_zone, opening_hours,
      hours_exceptions, delivery_radius_km, delivery_fee, delivery_slots, minimum_order, accepts_pickup,
      commission_rate, false
    FROM locations WHERE id = ${from}`.execute(tx);
  await sql`
    INSERT INTO location_sub_products (location_id, sub_product_id, assigned, price, threshold, max_per_order)
    SELECT ${id}, sub_product_id, assigned, price, threshold, max_per_order
    FROM location_sub_products WHERE location_id = ${from} ORDER BY sub_product_id`.execute(tx);
  // What is planned comes along as well as what holds; who said so is who copies.
  await sql`
    INSERT INTO location_rates (location_id, position, category_id, kind, rate, from_day, until_day, actor_id, actor_name)
    SELECT ${id}, row_number() OVER (ORDER BY position), category_id, kind, rate, from_day, until_day,
      ${actor.userId}::uuid, ${actor.name}::text
    FROM standing_location_rates WHERE location_id = ${from}`.execute(tx);
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
  hours_exceptions?: string;
  delivery_radius_km?: number;
  delivery_fee?: string | null;
  delivery_slots?: string | null;
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
