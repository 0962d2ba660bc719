import type { Address, Ref } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import type { Driver, DriverPage, DriverRow, VehicleType } from '@aisle/contract/drivers';
import { sql } from 'kysely';
import type { Tx } from '../core/db.ts';
import { documentUrl } from '../core/documents.ts';
import { pictureOf } from '../core/images.ts';
import { listPage } from '../core/list.ts';
import { mustFind } from '../core/problem.ts';
import { choices, lockVersion } from '../core/records.ts';
import { containing } from '../core/search-text.ts';
import type { Storage } from '../core/storage.ts';

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
  >`(SELECT coalesce(json_agg(json_build_object('_id', l.id, 'name', l.name) ORDER BY l.name, l.id), '[]')
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

const orders = { name: sql.ref('d.name'), updatedAt: sql.ref('d.updated_at') };

export async function listDrivers(
  tx: Tx,
  storage: Storage,
  { filters, ...request }: DriverPage,
): Promise<Page<DriverRow>> {
  const { search, sort } = request;
  let filtered = tx.selectFrom('drivers as d');
  if (search) {
    const like = containing(search);
    filtered = filtered.where((eb) =>
      eb.or([
        eb('d.name', 'ilike', like),
        eb('d.phone', 'ilike', like),
        eb('d.email', 'ilike', like),
        eb('d.vehicle_plate', 'ilike', like),
      ]),
    );
  }
  if (filters.status !== undefined) filtered = filtered.where('d.status', '=', filters.status);
  if (filters.availability !== undefined) {
    filtered = filtered.where('d.availability', '=', filters.availability);
  }
  if (filters.locationId !== undefined) filtered = filtered.where(drivesFor(filters.locationId));

  const page = await listPage(tx, filtered, {
    request,
    order: { columns: [orders[sort?.field ?? 'name'], sql.ref('d.id')], direction: sort?.order ?? 'asc' },
    select: (query) => query.select([...columns, ...parts]),
  });
  return { ...page, records: page.records.map((row) => toDriver(storage, row)) };
}

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

/** Locks a driver for an edit and tells the version they are at. */
export const lockDriver = (tx: Tx, id: string) => lockVersion(tx, 'drivers', id, 'Driver');

export interface DriverColumns {
  name?: string;
  email?: string | null;
  phone?: string;
  address?: string | null;
  licence_number?: string | null;
  vehicle_type?: string;
  vehicle_plate?: string | null;
  photo_id?: string | null;
  status?: boolean;
  availability?: string;
}

export async function insertDriver(
  tx: Tx,
  id: string,
  driver: DriverColumns & { name: string; phone: string },
): Promise<void> {
  await tx
    .insertInto('drivers')
    .values({ id, ...driver })
    .execute();
}

export async function updateDriver(tx: Tx, id: string, driver: DriverColumns): Promise<void> {
  await tx
    .updateTable('drivers')
    .set({ ...driver, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteDriver(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('drivers').where('id', '=', id).execute();
}

/** Those of these locations that are there, as far as whoever asks may see them. */
export async function knownLocations(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('locations').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** Where a driver drives, of the locations in reach: exactly these. Those out of reach stay as they are. */
export async function keepLocations(tx: Tx, driverId: string, ids: readonly string[]): Promise<void> {
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

/** What hangs on a driver, also where the actor may not look. */
export async function driverUses(
  tx: Tx,
  id: string,
): Promise<{ open: number; deliveries: number; elsewhere: number }> {
  const { rows } = await sql<{ open: number; deliveries: number; elsewhere: number }>`
    SELECT open, deliveries, other_locations AS elsewhere FROM driver_uses(${id})`.execute(tx);
  return rows[0]!;
}

/** Tells the screens of every location where the driver drives. */
export async function announceDriver(tx: Tx, id: string, action: string): Promise<void> {
  await sql`
    INSERT INTO live_events (topic, action, record_id, location_id, permission)
    SELECT 'drivers', ${action}, ${id}, location_id, 'driver_list'
    FROM driver_locations WHERE driver_id = ${id}`.execute(tx);
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
