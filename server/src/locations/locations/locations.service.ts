import type { Location, LocationEdit, LocationInput } from '@aisle/contract/locations/locations';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { deleteUnusedImages, storeImage } from '../../core/files/images.ts';
import type { Uploads } from '../../core/http/input/uploads.ts';
import { newId } from '../../core/ids.ts';
import { problem, wrongField } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import {
  copyLocation,
  countUses,
  deleteLocation,
  departmentNames,
  followTimeZone,
  getLocation,
  insertLocation,
  locationColumns,
  lockLocation,
  updateLocation,
} from './locations.queries.ts';

export async function addLocation(
  { tx, actor, services }: Context,
  input: LocationInput,
  uploads: Uploads,
): Promise<Location> {
  const id = newId();
  const image = uploads.image?.[0];
  const image_id = image ? await storeImage(tx, services.storage, image, actor.userId) : null;
  await insertLocation(tx, { id, ...locationColumns(input), image_id });
  const location = await getLocation(tx, services.storage, id);
  await recordChange(tx, actor, {
    action: 'create',
    resource: 'locations',
    recordId: id,
    locationId: id,
    after: location,
  });
  return location;
}

async function checkAisles(tx: Tx, aisleOrder: LocationEdit['aisleOrder']): Promise<void> {
  if (aisleOrder && (await departmentNames(tx, aisleOrder)).length < aisleOrder.length) {
    throw wrongField('aisleOrder', 'A department no longer exists. Load the list again');
  }
}

/** Copies a location. The copy starts inactive, so that it can be reviewed before it takes orders. */
export async function cloneLocation(
  { tx, actor, services }: Context,
  from: string,
  named: { name: string; code: string },
): Promise<Location> {
  const like = await getLocation(tx, services.storage, from);
  const id = newId();
  const snapshot = await copyLocation(tx, from, { id, ...named }, actor);
  const location = await getLocation(tx, services.storage, id);
  await recordChange(tx, actor, {
    action: 'create',
    resource: 'locations',
    recordId: id,
    locationId: id,
    after: { ...location, likeLocation: { _id: like._id, name: like.name } },
    snapshot,
  });
  return location;
}

export async function changeLocation(
  { tx, actor, services }: Context,
  id: string,
  { version, removeImage, ...input }: LocationEdit,
  uploads: Uploads,
): Promise<WithMessage<Location>> {
  await lockLocation(tx, id);
  const before = await getLocation(tx, services.storage, id);
  // Only the marketplace sets its commission.
  if (
    actor.locations !== null &&
    input.commissionRate !== undefined &&
    input.commissionRate !== before.commissionRate
  ) {
    throw problem('not-allowed', { reason: 'Only the marketplace can change the commission' });
  }
  await checkAisles(tx, input.aisleOrder);
  const image = uploads.image?.[0];
  const sent = { ...input, ...((image || removeImage) && { image: true }) };
  const meanwhile = await assertNoConflict(tx, {
    resource: 'locations',
    current: before,
    readAt: version,
    sent,
  });

  const image_id = image
    ? await storeImage(tx, services.storage, image, actor.userId)
    : removeImage
      ? null
      : undefined;
  await updateLocation(tx, id, { ...locationColumns(input), ...(image_id !== undefined && { image_id }) });
  if (image_id !== undefined) await deleteUnusedImages(tx, services.storage, [before.image?._id ?? null]);
  const after = await getLocation(tx, services.storage, id);
  if (after.timeZone !== before.timeZone) await followTimeZone(tx, id);
  // The history names the departments, because IDs mean nothing to its readers.
  const readable = async (location: Location) =>
    input.aisleOrder === undefined || !location.aisleOrder
      ? location
      : { ...location, aisleOrder: await departmentNames(tx, location.aisleOrder) };
  await recordChange(tx, actor, {
    action: 'edit',
    resource: 'locations',
    recordId: id,
    locationId: id,
    before: await readable(before),
    after: await readable(after),
  });
  return withNotice(after, meanwhile);
}

/** Switching on or off cannot conflict with other edits, so it needs no version. */
export async function switchLocation(
  context: Context,
  id: string,
  status: boolean,
): Promise<WithMessage<Location>> {
  const { version } = await lockLocation(context.tx, id);
  return changeLocation(context, id, { version, status }, {});
}

const usesInWords = {
  orders: ['order', 'orders'],
  lots: ['received lot', 'received lots'],
  users: ['user', 'users'],
  customers: ['customer', 'customers'],
  rates: ['tax or commission rate', 'tax and commission rates'],
} as const;

export async function removeLocation({ tx, actor, services }: Context, id: string): Promise<{ _id: string }> {
  await lockLocation(tx, id);
  const before = await getLocation(tx, services.storage, id);
  const uses = await countUses(tx, id);
  const kinds = Object.keys(usesInWords) as (keyof typeof usesInWords)[];
  const by = kinds
    .filter((kind) => uses[kind] > 0)
    .map((kind) => {
      const [one, many] = usesInWords[kind];
      const count = uses[kind] >= 1000 ? '1,000 or more' : String(uses[kind]);
      return `${count} ${uses[kind] === 1 ? one : many}`;
    });
  if (by.length > 0)
    throw problem('in-use', { what: before.name, by: new Intl.ListFormat('en-US').format(by), ...uses });
  await deleteLocation(tx, id);
  await deleteUnusedImages(tx, services.storage, [before.image?._id ?? null]);
  await recordChange(tx, actor, { action: 'delete', resource: 'locations', recordId: id, before });
  return { _id: id };
}
