import type { Address, Ref } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import type { Driver, DriverInput, DriverPage, DriverRow, VehicleType } from '@aisle/contract/sales/drivers';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { columnsOf, type NewRow, orNull, type RowChange, toJsonOrNull } from '../../core/db/rows/columns.ts';
import { choices, lockVersion } from '../../core/db/rows/records.ts';
import { documentUrl } from '../../core/files/documents.ts';
import { pictureOf } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWordsOrPhone } from '../../core/list/search-text.ts';
import { announceRows } from '../../core/live-events.ts';
import { mustFind } from '../../core/problem.ts';

const columns = [
  'd.id as _id',
  'd.name',
  'd.email',
  'd.phone',
  'd.photo_id as photoId',
  'd.status',
  'd.created_at as createdAt',
  'd.updated_at as updatedAt',
  'd.version',
] as const;
const parts = [
  sql<DriverRow['availability']>`d.availability`.as('availability'),
  sql<VehicleType>`d.vehicle_type`.as('vehicleType'),
  sql<string | null>`d.vehicle_plate`.as('plate'),
  sql<
    Ref[]
  >`(SELECT coalesce(json_agg(json_build_object('_id', l.id, 'name', l.name) ORDER BY l.name COLLATE aisle_names, l.id), '[]')
    FROM driver_locations dl JOIN locations l ON l.id = dl.location_id WHERE dl.driver_id = d.id)`.as(
    'locations',
  ),
] as const;
const papers = [
  sql<Address | null>`d.address`.as('address'),
  sql<string | null>`d.licence_number`.as('licenceNumber'),
  sql<Paper[]>`(SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'kind', f.kind,
      'addedAt', iso(p.created_at)) ORDER BY p.created_at, p.id), '[]')
    FROM driver_documents p JOIN files f ON f.id = p.id WHERE p.driver_id = d.id)`.as('papers'),
] as const;

interface Paper {
  id: string;
  name: string;
  kind: string;
  addedAt: string;
}
interface Read extends Omit<DriverRow, 'photo' | 'vehicle'> {
  photoId: string | null;
  vehicleType: VehicleType;
  plate: string | null;
}
const toDriver = <Row extends Read>(storage: Storage, { photoId, vehicleType, plate, ...driver }: Row) => ({
  ...driver,
  vehicle: { type: vehicleType, plate },
  photo: pictureOf(storage, photoId, driver.name),
});

const sortColumns = { name: byName('d.name'), updatedAt: sql.ref('d.updated_at') };

export function listDrivers(
  tx: Tx,
  storage: Storage,
  { filters, ...request }: DriverPage,
): List<Page<DriverRow>> {
  const { search, sort } = request;
  let filtered = tx.selectFrom('drivers as d');
  if (search) {
    filtered = filtered.where(
      hasWordsOrPhone(search, 'd.phone', ['d.name', 'd.phone', 'd.email', 'd.vehicle_plate']),
    );
  }
  if (filters.status !== undefined) filtered = filtered.where('d.status', '=', filters.status);
  if (filters.availability !== undefined) {
    filtered = filtered.where('d.availability', '=', filters.availability);
  }
  // A driver who no longer drives for a location may still hold its cash.
  if (filters.locationId !== undefined && !filters.holdsCash) {
    filtered = filtered.where(drivesFor(filters.locationId));
  }
  if (filters.holdsCash !== undefined) {
    const held = holdsCash(filters.locationId);
    filtered = filtered.where(filters.holdsCash ? held : sql<boolean>`NOT ${held}`);
  }

  return listOf(tx, filtered, {
    request,
    sort: { columns: [sortColumns[sort?.field ?? 'name'], sql.ref('d.id')], direction: sort?.order ?? 'asc' },
    select: (query) => query.select([...columns, ...parts]),
  }).mapRows((row) => toDriver(storage, row));
}

const holdsCash = (locationId: string | undefined) =>
  sql<boolean>`EXISTS (SELECT FROM driver_cash c WHERE c.driver_id = d.id AND c.held > 0
    AND ${locationId === undefined ? sql`true` : sql`c.location_id = ${locationId}`})`;

const drivesFor = (locationId: string) =>
  sql<boolean>`EXISTS (SELECT FROM driver_locations dl WHERE dl.driver_id = d.id AND dl.location_id = ${locationId})`;

export async function getDriver(tx: Tx, storage: Storage, id: string): Promise<Driver> {
  const row = await tx
    .selectFrom('drivers as d')
    .select([...columns, ...parts, ...papers])
    .where('d.id', '=', id)
    .executeTakeFirst();
  const { papers: kept, ...driver } = toDriver(storage, mustFind(row, 'Driver'));
  const documents = kept.map(({ addedAt, ...file }) => ({
    _id: file.id,
    name: file.name,
    url: documentUrl(storage, file),
    addedAt,
  }));
  return { ...driver, documents };
}

/** Locks a driver for an edit and returns their version. */
export const lockDriver = (tx: Tx, id: string) => lockVersion(tx, 'drivers', id, 'Driver');

const writeDriver = columnsOf<'drivers', DriverInput>()({
  name: 'name',
  email: 'email',
  phone: 'phone',
  address: { column: 'address', from: toJsonOrNull },
  licenceNumber: { column: 'licence_number', from: orNull },
  // Written to two columns below.
  vehicle: null,
  // Written to a separate table.
  locationIds: null,
  availability: 'availability',
  status: 'status',
});
export const driverColumns = <Input extends Partial<DriverInput>>(input: Input) => ({
  ...writeDriver(input),
  ...(input.vehicle && { vehicle_type: input.vehicle.type, vehicle_plate: input.vehicle.plate || null }),
});

export async function insertDriver(tx: Tx, driver: NewRow<'drivers'>): Promise<void> {
  await tx.insertInto('drivers').values(driver).execute();
}

export async function updateDriver(tx: Tx, id: string, driver: RowChange<'drivers'>): Promise<void> {
  await tx
    .updateTable('drivers')
    .set({ ...driver, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteDriver(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('drivers').where('id', '=', id).execute();
}

/** Sets the driver's locations among those that the actor can reach; the others stay as they are. */
export async function saveLocations(tx: Tx, driverId: string, ids: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO driver_locations (driver_id, location_id)
    SELECT ${driverId}, place FROM unnest(${ids}::uuid[]) AS place ON CONFLICT DO NOTHING`.execute(tx);
  await tx
    .deleteFrom('driver_locations')
    .where('driver_id', '=', driverId)
    .where('location_id', 'not in', ids)
    .execute();
}

export async function insertDocuments(
  tx: Tx,
  driverId: string,
  documents: readonly { id: string; name: string }[],
): Promise<void> {
  if (documents.length === 0) return;
  await tx
    .insertInto('driver_documents')
    .values(documents.map((document) => ({ driver_id: driverId, ...document })))
    .execute();
}

export async function deleteDocuments(tx: Tx, driverId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('driver_documents').where('driver_id', '=', driverId).where('id', 'in', ids).execute();
}

/** Counts the records that refer to a driver, including those at locations that the actor cannot reach. */
export async function driverUses(
  tx: Tx,
  id: string,
): Promise<{ open: number; deliveries: number; elsewhere: number }> {
  const { rows } = await sql<{ open: number; deliveries: number; elsewhere: number }>`
    SELECT open, deliveries, other_locations AS elsewhere FROM driver_uses(${id})`.execute(tx);
  return rows[0]!;
}

/** Announces a driver's change at all of their locations. */
export async function announceDriver(tx: Tx, id: string, action: string): Promise<void> {
  const announced = announceRows(
    {
      topic: 'drivers',
      action,
      recordId: sql`driver_id`,
      locationId: sql`location_id`,
      permission: 'driver_list',
    },
    sql`FROM driver_locations WHERE driver_id = ${id}`,
  );
  await announced.execute(tx);
}

export const driverChoices = (tx: Tx, search: string | undefined, locationId: string | undefined) =>
  choices(
    tx,
    'drivers',
    search,
    locationId === undefined
      ? sql`status`
      : sql`status AND EXISTS (SELECT FROM driver_locations dl
          WHERE dl.driver_id = drivers.id AND dl.location_id = ${locationId})`,
  );
