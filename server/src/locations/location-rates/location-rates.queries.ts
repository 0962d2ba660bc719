import type { TaxRef } from '@aisle/contract/catalog/taxes';
import type { Ref } from '@aisle/contract/core/fields';
import type { LocationRates, RateEntry } from '@aisle/contract/locations/location-rates';
import type { DatedRate, RateKind } from '@aisle/contract/locations/rate-rules';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { commissionAt, endOfDay, taxesAt, taxesNow, taxesOfCategory } from './past-taxes.queries.ts';

export interface RatesLocation {
  location: LocationRates['location'];
  /** The current date at the location. */
  today: string;
  version: number;
}

/** The location with its commission at the end of a day; without a day, the current one. */
export async function findRatesLocation(
  tx: Tx,
  locationId: string,
  day?: string,
): Promise<RatesLocation | undefined> {
  const commission = day === undefined ? sql`l.commission_rate` : commissionAt(endOfDay(sql`${day}::date`));
  const { rows } = await sql<RatesLocation>`
    SELECT json_build_object('_id', l.id, 'name', l.name, 'timeZone', l.time_zone,
        'commissionRate', ${commission}) AS location,
      (now() AT TIME ZONE l.time_zone)::date AS today,
      coalesce((SELECT max(r.position) FROM location_rates r WHERE r.location_id = l.id), 0) + 1 AS version
    FROM locations l WHERE l.id = ${locationId}`.execute(tx);
  return rows[0];
}

/** Serializes changes to a location's rates without blocking its orders. */
export async function lockRatesLocation(tx: Tx, locationId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM locations WHERE id = ${locationId} FOR NO KEY UPDATE`.execute(tx);
  return rows.length > 0;
}

export interface CategoryRow extends Ref {
  parentId: string | null;
  level: number;
  status: boolean;
  /** The taxes set on the category itself. */
  taxes: TaxRef[];
}

/**
 * Upper levels first, so that a list that is cut off never has a category without its ancestors. Includes the taxes set on each
 * category at a location at the end of a day; without a day, the current ones.
 */
export async function categoriesWithTaxes(
  tx: Tx,
  most: number,
  then?: { locationId: string; day: string },
): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    SELECT c.id AS "_id", c.name, c.parent_id AS "parentId", c.level, c.status,
      ${then ? taxesAt(taxesOfCategory, sql`moment.at`) : taxesNow(taxesOfCategory)} AS taxes
    FROM categories c
    ${then ? sql`CROSS JOIN (SELECT ${endOfDay(sql`${then.day}::date`)} AS at FROM locations l WHERE l.id = ${then.locationId}) moment` : sql``}
    ORDER BY c.level, c.sort_order, c.name COLLATE aisle_names, c.id
    LIMIT ${most}`.execute(tx);
  return rows;
}

export interface WrittenRate extends DatedRate {
  categoryId: string;
  kind: RateKind;
  by: string;
}

/**
 * Rates that may apply on a day or later. Leaves out those that ended or were replaced for good, so that few rows are read even
 * if rates changed often.
 */
export async function ratesFrom(tx: Tx, locationId: string, day: string): Promise<WrittenRate[]> {
  const { rows } = await sql<WrittenRate>`
    SELECT r.category_id AS "categoryId", r.kind, r.rate, r.from_day AS "from", r.until_day AS until, r.position,
      r.actor_name AS by
    FROM standing_location_rates r
    WHERE r.location_id = ${locationId} AND (r.until_day IS NULL OR r.until_day >= ${day}::date)
      AND NOT EXISTS (
        SELECT FROM standing_location_rates newer
        WHERE newer.location_id = ${locationId} AND newer.category_id = r.category_id AND newer.kind = r.kind
          AND (newer.from_day > r.from_day OR (newer.from_day = r.from_day AND newer.position > r.position))
          AND newer.from_day <= ${day}::date
          AND (newer.until_day IS NULL OR newer.until_day >= r.until_day))
    ORDER BY r.from_day, r.position`.execute(tx);
  return rows;
}

/** The categories and kinds of the rates written since a version. */
export async function writtenSince(
  tx: Tx,
  locationId: string,
  version: number,
): Promise<{ categoryId: string; kind: RateKind }[]> {
  const { rows } = await sql<{ categoryId: string; kind: RateKind }>`
    SELECT DISTINCT category_id AS "categoryId", kind FROM location_rates
    WHERE location_id = ${locationId} AND position >= ${version}`.execute(tx);
  return rows;
}

export interface NewRate {
  categoryId: string;
  kind: RateKind;
  rate: number | null;
  from: string;
  until: string | null;
  withdraws: number | null;
}

export async function insertRates(
  tx: Tx,
  actor: Actor,
  place: RatesLocation,
  rates: readonly NewRate[],
): Promise<void> {
  await sql`
    INSERT INTO location_rates (location_id, position, category_id, kind, rate, from_day, until_day, withdraws,
      actor_id, actor_name)
    SELECT ${place.location._id}::uuid, ${place.version}::int + new.ordinality - 1, "categoryId", kind, rate, "from",
      until, withdraws, ${actor.userId}::uuid, ${actor.name}::text
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) AS ("categoryId" uuid, kind text,
      rate numeric, "from" date, until date, withdraws integer)) WITH ORDINALITY AS new ("categoryId", kind, rate,
      "from", until, withdraws, ordinality)`.execute(tx);
}

interface HistoryRow extends RateEntry {
  isWithdrawn: boolean;
}
/** All rates ever written for a category, newest first. */
export async function listHistory(
  tx: Tx,
  { location, today }: RatesLocation,
  { categoryId, before, most }: { categoryId: string; before: number | undefined; most: number },
): Promise<RateEntry[]> {
  const { rows } = await sql<HistoryRow>`
    SELECT r.position, r.kind, r.rate, r.from_day AS "from", r.until_day AS until, r.actor_name AS by,
      r.created_at AS at,
      CASE WHEN EXISTS (SELECT FROM location_rates back
          WHERE back.location_id = r.location_id AND back.withdraws = r.position) THEN 'withdrawn'
        WHEN r.from_day > ${today}::date THEN 'planned'
        WHEN r.until_day < ${today}::date THEN 'over'
        WHEN EXISTS (SELECT FROM standing_location_rates newer
          WHERE newer.location_id = r.location_id AND newer.category_id = r.category_id AND newer.kind = r.kind
            AND newer.from_day <= ${today}::date
            AND (newer.until_day IS NULL OR newer.until_day >= ${today}::date)
            AND (newer.from_day > r.from_day OR (newer.from_day = r.from_day AND newer.position > r.position)))
        THEN 'replaced' ELSE 'current' END AS state
    FROM location_rates r
    WHERE r.location_id = ${location._id} AND r.category_id = ${categoryId} AND r.withdraws IS NULL
      AND (${before ?? null}::int IS NULL OR r.position < ${before ?? null}::int)
    ORDER BY r.position DESC LIMIT ${most}`.execute(tx);
  return rows;
}
