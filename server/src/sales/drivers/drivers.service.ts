import type { Driver, DriverEdit, DriverInput, DriverView } from '@aisle/contract/sales/drivers';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { existingIds } from '../../core/db/rows/records.ts';
import { inUse } from '../../core/db/usage.ts';
import { storeDocument } from '../../core/files/documents.ts';
import { storePhoto } from '../../core/files/images.ts';
import type { Storage } from '../../core/files/storage.ts';
import type { Upload, Uploads } from '../../core/http/input/uploads.ts';
import { newId } from '../../core/ids.ts';
import { problem, wrongField } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import { cashOf, deliveriesOf, recordOf } from './driver-deliveries.queries.ts';
import {
  deleteDocuments,
  deleteDriver,
  driverColumns,
  driverUses,
  getDriver,
  insertDocuments,
  insertDriver,
  lockDriver,
  saveLocations,
  updateDriver,
} from './drivers.queries.ts';

export async function viewDriver(tx: Tx, storage: Storage, id: string): Promise<DriverView> {
  const driver = await getDriver(tx, storage, id);
  const record = await recordOf(tx, id);
  const current = await deliveriesOf(tx, id, 'current');
  const past = await deliveriesOf(tx, id, 'past');
  const cash = await cashOf(tx, id);
  return { ...driver, ...record, cash, current, past };
}

export async function addDriver(context: Context, input: DriverInput, files: Uploads): Promise<Driver> {
  const { tx, actor, services } = context;
  await requireLocations(tx, input.locationIds);
  const id = newId();
  const photo_id = await photoOf(context, files);
  await insertDriver(tx, { id, ...driverColumns(input), ...(photo_id && { photo_id }) });
  await saveLocations(tx, id, input.locationIds);
  await addDocuments(context, id, files.documents);
  const driver = await getDriver(tx, services.storage, id);
  await recordChange(tx, actor, {
    action: 'create',
    resource: 'drivers',
    recordId: id,
    locationId: onlyLocationOf(driver),
    after: auditedFields(driver),
  });
  return driver;
}

export async function changeDriver(
  context: Context,
  id: string,
  { version, removePhoto, removeDocuments = [], locationIds, ...input }: DriverEdit,
  files: Uploads = {},
): Promise<WithMessage<Driver>> {
  const { tx, actor, services } = context;
  await lockDriver(tx, id);
  const before = await getDriver(tx, services.storage, id);
  const sent = { ...input, ...(locationIds && { locations: locationIds }) };
  const meanwhile = await assertNoConflict(tx, {
    resource: 'drivers',
    current: before,
    readAt: version,
    sent,
  });
  if (locationIds) await requireLocations(tx, locationIds);
  const { availability = before.availability } = input;
  if (availability !== before.availability) await mustBeIdle(tx, id, before.name);

  const photo_id = (await photoOf(context, files)) ?? (removePhoto ? null : undefined);
  await updateDriver(tx, id, { ...driverColumns(input), ...(photo_id !== undefined && { photo_id }) });
  await deleteDocuments(tx, id, removeDocuments);
  await addDocuments(context, id, files.documents);
  if (locationIds) await saveLocations(tx, id, locationIds);
  const after = await getDriver(tx, services.storage, id);
  await recordChange(tx, actor, {
    action: 'edit',
    resource: 'drivers',
    recordId: id,
    locationId: onlyLocationOf(before, after),
    before: auditedFields(before),
    after: auditedFields(after),
  });
  return withNotice(after, meanwhile);
}

/**
 * Requires no version, because switching a driver on or off doesn't depend on the other fields. Deliveries in progress
 * continue.
 */
export async function switchDriver(
  context: Context,
  id: string,
  status: boolean,
): Promise<WithMessage<Driver>> {
  const { version } = await lockDriver(context.tx, id);
  return changeDriver(context, id, { version, status });
}

export async function removeDriver({ tx, actor, services }: Context, id: string): Promise<{ _id: string }> {
  await lockDriver(tx, id);
  const before = await getDriver(tx, services.storage, id);
  const uses = await driverUses(tx, id);
  if (uses.open > 0) throw problem('drivers.under-way', { driver: before.name, count: uses.open });
  const used = inUse(before.name, [
    [uses.deliveries, 'delivery', 'deliveries'],
    [uses.elsewhere, 'other store', 'other stores'],
  ]);
  if (used) throw used;
  await deleteDriver(tx, id);
  await recordChange(tx, actor, {
    action: 'delete',
    resource: 'drivers',
    recordId: id,
    locationId: onlyLocationOf(before),
    before: auditedFields(before),
  });
  return { _id: id };
}

/**
 * The location whose users can read an audit entry and merge their edits with it: the only one that the entry names. An entry
 * that names several locations is visible to the marketplace only.
 */
function onlyLocationOf(...states: readonly Driver[]): string | null {
  const places = new Set(states.flatMap(({ locations }) => locations.map(({ _id }) => _id)));
  const [place] = places;
  return place !== undefined && places.size === 1 ? place : null;
}

/** Leaves out the links to documents, because anyone with a link can open the document. */
const auditedFields = ({ photo, documents, ...driver }: Driver) => ({
  ...driver,
  photo: photo?._id ?? null,
  documents: documents.map(({ name }) => name),
});

async function requireLocations(tx: Tx, locationIds: readonly string[]): Promise<void> {
  const known = await existingIds(tx, 'locations', locationIds);
  const missing = locationIds.findIndex((id) => !known.has(id));
  if (missing >= 0) throw wrongField(`locationIds.${missing}`, 'Not found');
}

/** A driver with open deliveries is busy, so their availability cannot change. */
async function mustBeIdle(tx: Tx, id: string, name: string): Promise<void> {
  const { open } = await driverUses(tx, id);
  if (open > 0) throw problem('drivers.under-way', { driver: name, count: open });
}

async function photoOf({ tx, actor, services }: Context, files: Uploads): Promise<string | undefined> {
  const photo = files.photo?.[0];
  return photo ? storePhoto(tx, services.storage, photo, { createdBy: actor.userId }) : undefined;
}

const maxDocuments = 20;

async function addDocuments(
  { tx, actor, services }: Context,
  driverId: string,
  files: readonly Upload[] = [],
): Promise<void> {
  if (files.length === 0) return;
  const { documents } = await getDriver(tx, services.storage, driverId);
  if (documents.length + files.length > maxDocuments) {
    throw wrongField('documents', `You can keep up to ${maxDocuments} documents`);
  }
  const kept: { id: string; name: string }[] = [];
  for (const file of files) {
    kept.push({ id: await storeDocument(tx, services.storage, file, actor.userId), name: file.name });
  }
  await insertDocuments(tx, driverId, kept);
}
