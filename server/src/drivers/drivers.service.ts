import type { Driver, DriverEdit, DriverInput, DriverView } from '@aisle/contract/drivers';
import type { Actor } from '../core/actor.ts';
import { audit } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { keepDocument } from '../core/documents.ts';
import { newId } from '../core/ids.ts';
import { keepImage } from '../core/images.ts';
import { refuseClash, telling } from '../core/merge-edits.ts';
import { problem, wrongField } from '../core/problem.ts';
import type { Storage } from '../core/storage.ts';
import type { Upload, Uploads } from '../core/uploads.ts';
import { inUse } from '../core/usage.ts';
import { deliveriesOf, recordOf } from './driver-deliveries.queries.ts';
import {
  announceDriver,
  type DriverColumns,
  deleteDocuments,
  deleteDriver,
  driverUses,
  getDriver,
  insertDocuments,
  insertDriver,
  keepLocations,
  knownLocations,
  lockDriver,
  updateDriver,
} from './drivers.queries.ts';

/** Empty text means none. */
function columnsOf(input: Partial<DriverInput>): DriverColumns {
  const { name, email, phone, address, licenceNumber, vehicle, availability, status } = input;
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(address !== undefined && { address: address && JSON.stringify(address) }),
    ...(licenceNumber !== undefined && { licence_number: licenceNumber || null }),
    ...(vehicle !== undefined && { vehicle_type: vehicle.type, vehicle_plate: vehicle.plate || null }),
    ...(availability !== undefined && { availability }),
    ...(status !== undefined && { status }),
  };
}

export async function viewDriver(tx: Tx, storage: Storage, id: string): Promise<DriverView> {
  const driver = await getDriver(tx, storage, id);
  const record = await recordOf(tx, id);
  const current = await deliveriesOf(tx, id, 'current');
  const past = await deliveriesOf(tx, id, 'past');
  return { ...driver, ...record, current, past };
}

export async function addDriver(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  input: DriverInput,
  files: Uploads,
): Promise<Driver> {
  await mustBeThere(tx, input.locationIds);
  const id = newId();
  const photo_id = await keepPhoto(tx, storage, files, actor);
  const { name, phone } = input;
  await insertDriver(tx, id, { ...columnsOf(input), name, phone, ...(photo_id && { photo_id }) });
  await keepLocations(tx, id, input.locationIds);
  await addDocuments(tx, actor, storage, id, files.documents);
  const driver = await getDriver(tx, storage, id);
  await announceDriver(tx, id, 'create');
  await audit(tx, actor, { action: 'create', resource: 'drivers', recordId: id, after: told(driver) });
  return driver;
}

export async function changeDriver(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  { version, removePhoto, removeDocuments = [], locationIds, ...input }: DriverEdit,
  files: Uploads = {},
): Promise<Driver> {
  await lockDriver(tx, id);
  const before = await getDriver(tx, storage, id);
  const sent = { ...input, ...(locationIds && { locations: locationIds }) };
  const meanwhile = await refuseClash(tx, { resource: 'drivers', current: before, readAt: version, sent });
  if (locationIds) await mustBeThere(tx, locationIds);
  const { availability = before.availability } = input;
  if (availability !== before.availability) await mustBeIdle(tx, id, before.name);

  const photo_id = (await keepPhoto(tx, storage, files, actor)) ?? (removePhoto ? null : undefined);
  await updateDriver(tx, id, { ...columnsOf(input), ...(photo_id !== undefined && { photo_id }) });
  await deleteDocuments(tx, id, removeDocuments);
  await addDocuments(tx, actor, storage, id, files.documents);
  // Before a location is left: who works there is to see that the driver is gone.
  await announceDriver(tx, id, 'edit');
  if (locationIds) await keepLocations(tx, id, locationIds);
  const after = await getDriver(tx, storage, id);
  await audit(tx, actor, {
    action: 'edit',
    resource: 'drivers',
    recordId: id,
    before: told(before),
    after: told(after),
  });
  return telling(after, meanwhile);
}

/** On and off is not an edit of what was read, so it asks for no version. What is under way goes on. */
export async function switchDriver(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  status: boolean,
): Promise<Driver> {
  const { version } = await lockDriver(tx, id);
  return changeDriver(tx, actor, storage, id, { version, status });
}

export async function removeDriver(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
): Promise<{ _id: string }> {
  await lockDriver(tx, id);
  const before = await getDriver(tx, storage, id);
  const uses = await driverUses(tx, id);
  if (uses.open > 0) throw problem('drivers.under-way', { driver: before.name, count: uses.open });
  const used = inUse(before.name, [
    [uses.deliveries, 'delivery', 'deliveries'],
    [uses.elsewhere, 'other location', 'other locations'],
  ]);
  if (used) throw used;
  await announceDriver(tx, id, 'delete');
  await deleteDriver(tx, id);
  await audit(tx, actor, { action: 'delete', resource: 'drivers', recordId: id, before: told(before) });
  return { _id: id };
}

/** Links to papers do not belong into the log: they open them. */
const told = ({ photo, documents, ...driver }: Driver) => ({
  ...driver,
  photo: photo?._id ?? null,
  documents: documents.map(({ name }) => name),
});

async function mustBeThere(tx: Tx, locationIds: readonly string[]): Promise<void> {
  const known = new Set(await knownLocations(tx, locationIds));
  const missing = locationIds.findIndex((id) => !known.has(id));
  if (missing >= 0) throw wrongField(`locationIds.${missing}`, 'Not found');
}

/** Whoever has goods to fetch or to bring is busy, whatever anybody says. */
async function mustBeIdle(tx: Tx, id: string, name: string): Promise<void> {
  const { open } = await driverUses(tx, id);
  if (open > 0) throw problem('drivers.under-way', { driver: name, count: open });
}

async function keepPhoto(
  tx: Tx,
  storage: Storage,
  files: Uploads,
  actor: Actor,
): Promise<string | undefined> {
  const photo = files.photo?.[0];
  return photo ? keepImage(tx, storage, photo, actor.userId) : undefined;
}

const mostDocuments = 20;

async function addDocuments(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  driverId: string,
  files: readonly Upload[] = [],
): Promise<void> {
  if (files.length === 0) return;
  const { documents } = await getDriver(tx, storage, driverId);
  if (documents.length + files.length > mostDocuments) {
    throw wrongField('documents', `At most ${mostDocuments} documents are kept`);
  }
  const kept: { id: string; name: string }[] = [];
  for (const file of files) {
    kept.push({ id: await keepDocument(tx, storage, file, actor.userId), name: file.name });
  }
  await insertDocuments(tx, driverId, kept);
}
