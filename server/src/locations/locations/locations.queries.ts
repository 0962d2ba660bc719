import type { HoursException } from '@aisle/contract/core/opening-hours';
import type { Page } from '@aisle/contract/core/page';
import type {
  Aisles,
  DeliveredPlace,
  Location,
  LocationEdit,
  LocationInput,
  LocationPage,
  LocationView,
  StockHealth,
} from '@aisle/contract/locations/locations';
import { calledOffStatuses } from '@aisle/contract/sales/orders/order-status-groups';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { isNoneOf } from '../../core/db/literals.ts';
import {
  columnsOf,
  type NewRow,
  orNull,
  type RowChange,
  toJson,
  toJsonOrNull,
} from '../../core/db/rows/columns.ts';
import { choices, lockVersion } from '../../core/db/rows/records.ts';
import { pictureOf } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import type { Actor } from '../../core/http/actor.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import { type AssortmentChange, idsFrom } from './assignment.queries.ts';

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
  'l.aisle_order as aisleOrder',
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
  sql<Location['deliveryArea']>`l.delivery_area`.as('deliveryArea'),
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

const sortColumns = { name: byName('l.name'), code: sql.ref('l.code'), updatedAt: sql.ref('l.updated_at') };

/** A location with the data that its readiness depends on. */
type Listed = Location & { offers: Offering };
export interface Offering {
  assigned: boolean;
  active: boolean;
  sellable: boolean;
}

/** EXISTS stops at the first row, so a location with sales costs only a few rows. */
const offering = () => sql<Offering>`(SELECT jsonb_build_object(
  'assigned', EXISTS (SELECT FROM location_sub_products offer WHERE offer.location_id = l.id AND offer.assigned),
  'active', EXISTS (SELECT FROM (${offersAt(sql`l.id`)}) offers WHERE active),
  'sellable', EXISTS (SELECT FROM (${offersAt(sql`l.id`)}) offers WHERE active AND sellable)))`;

export function listLocations(tx: Tx, storage: Storage, request: LocationPage): List<Page<Listed>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('locations as l');
  if (search) {
    filtered = filtered.where(hasWords(search, 'l.name', 'l.code', sql`l.address ->> 'city'`));
  }
  if (filters.status !== undefined) filtered = filtered.where('l.status', '=', filters.status);

  return listOf(tx, filtered, {
    request,
    sort: { columns: [sortColumns[sort?.field ?? 'name'], sql.ref('l.id')], direction: sort?.order ?? 'asc' },
    select: (query) => query.select([...columns, ...documents, offering().as('offers')]),
  }).mapRows((row) => toLocation(storage, row));
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
    .orderBy(byName('u.first_name'))
    .orderBy('u.id')
    .limit(100)
    .execute();
}

interface OfferCounts {
  assigned: number;
  active: number;
  sellable: number;
  outOfStock: number;
  low: number;
}
/** Counts the items assigned to a location and those that can be bought there now. */
export async function countOffers(tx: Tx, id: string): Promise<OfferCounts> {
  const { rows } = await sql<OfferCounts>`
    SELECT count(*) AS assigned, count(*) FILTER (WHERE active) AS active,
      count(*) FILTER (WHERE active AND sellable) AS sellable,
      count(*) FILTER (WHERE active AND available = 0) AS "outOfStock",
      count(*) FILTER (WHERE low) AS low
    FROM (${offersAt(sql`${id}`)}) offers`.execute(tx);
  return rows[0]!;
}

/** A location's offers by the rule of checkout: the minimum order quantity must be available. */
function offersAt(locationId: RawBuilder<unknown>) {
  return sql`
    SELECT level.available, goods.sub_product_id IS NOT NULL AS active, low.sub_product_id IS NOT NULL AS low,
      level.available >= least_quantity(sold)
        AND coalesce(least(sold.max_per_order, offer.max_per_order) >= least_quantity(sold), true) AS sellable
    FROM location_sub_products offer
    JOIN sub_products sold ON sold.id = offer.sub_product_id
    LEFT JOIN sellable_goods goods ON goods.sub_product_id = sold.id
    LEFT JOIN low_levels low ON low.location_id = offer.location_id AND low.sub_product_id = sold.id
    CROSS JOIN LATERAL (SELECT coalesce((SELECT available_now(shelf) FROM stock_levels shelf
      WHERE shelf.location_id = offer.location_id AND shelf.sub_product_id = sold.id), 0) AS available) level
    WHERE offer.location_id = ${locationId} AND offer.assigned`;
}

/** Metrics of the lots at a location. */
export async function stockAmounts(
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

const maxLocations = 300;
/** Coordinates of the latest deliveries, rounded to a hundred yards for privacy. */
export async function lastDeliveries(tx: Tx, id: string): Promise<DeliveredPlace[]> {
  const { rows } = await sql<DeliveredPlace>`
    SELECT round((address ->> 'latitude')::numeric, 3)::double precision AS latitude,
      round((address ->> 'longitude')::numeric, 3)::double precision AS longitude
    FROM (SELECT address, fulfilment FROM orders WHERE location_id = ${id}
      ORDER BY created_at DESC, id DESC LIMIT 1000) last
    WHERE fulfilment = 'delivery' AND jsonb_typeof(address -> 'latitude') = 'number'
      AND jsonb_typeof(address -> 'longitude') = 'number'
    LIMIT ${maxLocations}`.execute(tx);
  return rows;
}

/** The number of orders booked in each future slot. */
export async function bookedSlots(tx: Tx, id: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ from: string; booked: number }>`
    SELECT slot_from AS from, count(*) AS booked FROM orders
    WHERE location_id = ${id} AND slot_from > now() AND fulfilment = 'delivery'
      AND ${isNoneOf('status', calledOffStatuses)}
    GROUP BY slot_from`.execute(tx);
  return new Map(rows.map(({ from, booked }) => [Date.parse(from), booked]));
}

/** Columns that a copy doesn't share: it gets its own name and code and starts inactive. */
const notCopied = ['name', 'code', 'status'];
const copiedColumns = () =>
  sql.join(locationColumns.names.filter((name) => !notCopied.includes(name)).map((name) => sql.ref(name)));

/** Copies a location's settings, offers and rates, but not its stock, staff or payout account. */
export async function copyLocation(
  tx: Tx,
  from: string,
  { id, name, code }: { id: string; name: string; code: string },
  actor: Pick<Actor, 'userId' | 'name'>,
): Promise<AssortmentChange> {
  const copied = copiedColumns();
  await sql`
    INSERT INTO locations (id, name, code, status, ${copied})
    SELECT ${id}, ${name}, ${code}, false, ${copied} FROM locations WHERE id = ${from}`.execute(tx);
  const { rows } = await sql<AssortmentChange>`
    WITH saved AS (
      INSERT INTO location_sub_products (location_id, sub_product_id, assigned, price, threshold, max_per_order)
      SELECT ${id}, sub_product_id, assigned, price, threshold, max_per_order
      FROM location_sub_products WHERE location_id = ${from} ORDER BY sub_product_id
      RETURNING sub_product_id, assigned, price
    )
    SELECT ${idsFrom(sql`FROM saved WHERE assigned`)} AS "assignedIds",
      ${idsFrom(sql`FROM saved WHERE price IS NOT NULL`)} AS "repricedIds"`.execute(tx);
  // Planned rates are copied too; the user who copies is recorded as their author.
  await sql`
    INSERT INTO location_rates (location_id, position, category_id, kind, rate, from_day, until_day, actor_id, actor_name)
    SELECT ${id}, row_number() OVER (ORDER BY position), category_id, kind, rate, from_day, until_day,
      ${actor.userId}::uuid, ${actor.name}::text
    FROM standing_location_rates WHERE location_id = ${from}`.execute(tx);
  return rows[0]!;
}

/** Locks the location for an edit and returns its version. */
export const lockLocation = (tx: Tx, id: string) => lockVersion(tx, 'locations', id, 'Location');

const byDate = (exceptions: readonly HoursException[]): HoursException[] =>
  exceptions.toSorted((a, b) => a.date.localeCompare(b.date));

export const locationColumns = columnsOf<'locations', LocationInput & Pick<LocationEdit, 'aisleOrder'>>()({
  name: 'name',
  code: 'code',
  phone: { column: 'phone', from: orNull },
  email: 'email',
  address: { column: 'address', from: toJson },
  latitude: 'latitude',
  longitude: 'longitude',
  timeZone: 'time_zone',
  openingHours: { column: 'opening_hours', from: toJson },
  hoursExceptions: { column: 'hours_exceptions', from: (all: HoursException[]) => toJson(byDate(all)) },
  deliveryRadiusKm: 'delivery_radius_km',
  deliveryArea: { column: 'delivery_area', from: toJsonOrNull },
  deliveryFee: { column: 'delivery_fee', from: toJsonOrNull },
  deliverySlots: { column: 'delivery_slots', from: toJsonOrNull },
  minimumOrder: 'minimum_order',
  acceptsPickup: 'accepts_pickup',
  aisleOrder: 'aisle_order',
  commissionRate: 'commission_rate',
  status: 'status',
});

export async function insertLocation(tx: Tx, location: NewRow<'locations'>): Promise<void> {
  await tx.insertInto('locations').values(location).execute();
}

/**
 * Saves a location. Stores the previous commission if it changes, to explain the rates of past days. If a transaction changes
 * it twice, stores the rate before the transaction.
 */
export async function updateLocation(tx: Tx, id: string, location: RowChange<'locations'>): Promise<void> {
  if (location.commission_rate !== undefined) {
    await sql`INSERT INTO past_location_commissions (location_id, until, rate)
      SELECT id, now(), commission_rate FROM locations WHERE id = ${id} AND commission_rate <> ${location.commission_rate}
      ON CONFLICT DO NOTHING`.execute(tx);
  }
  await tx
    .updateTable('locations')
    .set({ ...location, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Updates all data that depends on when the location's days begin. */
export async function followTimeZone(tx: Tx, id: string): Promise<void> {
  await sql`SELECT follow_time_zone(${id})`.execute(tx);
}

/** The departments with items assigned to the location, in the sequence in which orders are picked. */
export async function findAisles(tx: Tx, id: string): Promise<Aisles> {
  const { rows } = await sql<Aisles>`
    SELECT l.aisle_order IS NULL AS "isSuggested", l.version, coalesce((
      SELECT json_agg(json_build_object('_id', d.id, 'name', d.name, 'items', d.items)
        ORDER BY aisle_rank(d.id, d.name, l.aisle_order), d.sort_order, d.name COLLATE aisle_names)
      FROM (SELECT top.id, top.name, top.sort_order, count(*) AS items
        FROM location_sub_products offer
        JOIN sub_products s ON s.id = offer.sub_product_id
        JOIN products p ON p.id = s.product_id
        JOIN categories c ON c.id = p.category_id
        LEFT JOIN categories c2 ON c2.id = c.parent_id
        JOIN categories top ON top.id = coalesce(c2.parent_id, c.parent_id, c.id)
        WHERE offer.location_id = l.id AND offer.assigned
        GROUP BY top.id) AS d), '[]') AS aisles
    FROM locations l WHERE l.id = ${id}`.execute(tx);
  return mustFind(rows[0], 'Location');
}

/** The names of departments in the sequence of their IDs, without deleted ones and other categories. */
export async function departmentNames(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.name FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, place)
    JOIN categories c USING (id) WHERE c.parent_id IS NULL ORDER BY place`.execute(tx);
  return rows.map(({ name }) => name);
}

interface LocationUses {
  users: number;
  orders: number;
  lots: number;
  customers: number;
  rates: number;
}
/** References to a location; each count stops at 1,000. */
export async function countUses(tx: Tx, id: string): Promise<LocationUses> {
  const upTo = (table: string) =>
    sql`(SELECT count(*) FROM (SELECT FROM ${sql.table(table)} WHERE location_id = ${id} LIMIT 1000) AS counted)`;
  const { rows } = await sql<LocationUses>`
    SELECT ${upTo('user_locations')} AS users, ${upTo('orders')} AS orders, ${upTo('lots')} AS lots,
      ${upTo('customer_locations')} AS customers, ${upTo('location_rates')} AS rates`.execute(tx);
  return rows[0]!;
}

/** Also deletes assignments of items that were never in stock. */
export async function deleteLocation(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('location_sub_products').where('location_id', '=', id).execute();
  await tx.deleteFrom('locations').where('id', '=', id).execute();
}

export const locationChoices = (tx: Tx, search: string | undefined) => choices(tx, 'locations', search);
