import type { Location, LocationEdit, LocationInput } from '@aisle/contract/locations';
import type { HoursException } from '@aisle/contract/opening-hours';
import type { z } from 'zod';
import type { Actor } from '../core/actor.ts';
import { audit } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { forgetImages, keepImage } from '../core/images.ts';
import { refuseClash, telling } from '../core/merge-edits.ts';
import { problem } from '../core/problem.ts';
import type { Storage } from '../core/storage.ts';
import type { Uploads } from '../core/uploads.ts';
import {
  copyLocation,
  countUses,
  deleteLocation,
  getLocation,
  insertLocation,
  type LocationColumns,
  lockLocation,
  updateLocation,
} from './locations.queries.ts';

function columnsOf(input: Partial<LocationInput>): LocationColumns {
  const { name, code, latitude, longitude, status, email, phone, minimumOrder } = input;
  const { address, timeZone, openingHours, hoursExceptions, deliveryRadiusKm, deliveryFee } = input;
  const { deliverySlots, acceptsPickup, commissionRate } = input;
  return {
    ...(name !== undefined && { name }),
    ...(code !== undefined && { code }),
    ...(latitude !== undefined && { latitude }),
    ...(longitude !== undefined && { longitude }),
    ...(status !== undefined && { status }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone: phone || null }),
    ...(minimumOrder !== undefined && { minimum_order: minimumOrder }),
    ...(address !== undefined && { address: JSON.stringify(address) }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(openingHours !== undefined && { opening_hours: JSON.stringify(openingHours) }),
    ...(hoursExceptions !== undefined && { hours_exceptions: JSON.stringify(inOrder(hoursExceptions)) }),
    ...(deliverySlots !== undefined && { delivery_slots: deliverySlots && JSON.stringify(deliverySlots) }),
    ...(deliveryRadiusKm !== undefined && { delivery_radius_km: deliveryRadiusKm }),
    ...(deliveryFee !== undefined && { delivery_fee: deliveryFee && JSON.stringify(deliveryFee) }),
    ...(acceptsPickup !== undefined && { accepts_pickup: acceptsPickup }),
    ...(commissionRate !== undefined && { commission_rate: commissionRate }),
  };
}

const inOrder = (exceptions: readonly HoursException[]): HoursException[] =>
  [...exceptions].sort((a, b) => a.date.localeCompare(b.date));

export async function addLocation(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  input: LocationInput,
  files: Uploads,
): Promise<Location> {
  const id = newId();
  const image = files.image?.[0];
  const image_id = image ? await keepImage(tx, storage, image, actor.userId) : null;
  const { name, code, latitude, longitude, timeZone, deliveryRadiusKm, address } = input;
  await insertLocation(tx, id, {
    ...columnsOf(input),
    name,
    code,
    latitude,
    longitude,
    address: JSON.stringify(address),
    time_zone: timeZone,
    delivery_radius_km: deliveryRadiusKm,
    image_id,
  });
  const location = await getLocation(tx, storage, id);
  await audit(tx, actor, {
    action: 'create',
    resource: 'locations',
    recordId: id,
    locationId: id,
    after: location,
  });
  return location;
}

/** A location like another one, which somebody has to look at before it takes orders. */
export async function cloneLocation(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  from: string,
  named: { name: string; code: string },
): Promise<Location> {
  const like = await getLocation(tx, storage, from);
  const id = newId();
  await copyLocation(tx, from, { id, ...named }, actor);
  const location = await getLocation(tx, storage, id);
  await audit(tx, actor, {
    action: 'create',
    resource: 'locations',
    recordId: id,
    locationId: id,
    after: { ...location, likeLocation: { _id: like._id, name: like.name } },
  });
  return location;
}

export async function changeLocation(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  { version, removeImage, ...input }: z.infer<typeof LocationEdit>,
  files: Uploads,
): Promise<Location> {
  await lockLocation(tx, id);
  const before = await getLocation(tx, storage, id);
  // What a location pays the marketplace is not its own to decide.
  if (
    actor.locations !== null &&
    input.commissionRate !== undefined &&
    input.commissionRate !== before.commissionRate
  ) {
    throw problem('not-allowed', { reason: 'Only the marketplace changes the commission' });
  }
  const image = files.image?.[0];
  const sent = { ...input, ...((image || removeImage) && { image: true }) };
  const meanwhile = await refuseClash(tx, { resource: 'locations', current: before, readAt: version, sent });

  const image_id = image ? await keepImage(tx, storage, image, actor.userId) : removeImage ? null : undefined;
  await updateLocation(tx, id, { ...columnsOf(input), ...(image_id !== undefined && { image_id }) });
  if (image_id !== undefined) await forgetImages(tx, storage, [before.image?._id ?? null]);
  const after = await getLocation(tx, storage, id);
  await audit(tx, actor, {
    action: 'edit',
    resource: 'locations',
    recordId: id,
    locationId: id,
    before,
    after,
  });
  return telling(after, meanwhile);
}

/** On and off is not an edit of what was read, so it asks for no version. */
export async function switchLocation(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  status: boolean,
): Promise<Location> {
  const { version } = await lockLocation(tx, id);
  return changeLocation(tx, actor, storage, id, { version, status }, {});
}

const usesInWords = {
  orders: ['order', 'orders'],
  lots: ['received lot', 'received lots'],
  users: ['user', 'users'],
  customers: ['customer', 'customers'],
  rates: ['tax or commission rate', 'tax and commission rates'],
} as const;

export async function removeLocation(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
): Promise<{ _id: string }> {
  await lockLocation(tx, id);
  const before = await getLocation(tx, storage, id);
  const uses = await countUses(tx, id);
  const kinds = Object.keys(usesInWords) as (keyof typeof usesInWords)[];
  const by = kinds
    .filter((kind) => uses[kind] > 0)
    .map((kind) => {
      const [one, many] = usesInWords[kind];
      const count = uses[kind] >= 1000 ? '1,000 or more' : String(uses[kind]);
      return `${count} ${uses[kind] === 1 ? one : many}`;
    });
  if (by.length > 0) throw problem('in-use', { what: before.name, by: by.join(', '), ...uses });
  await deleteLocation(tx, id);
  await forgetImages(tx, storage, [before.image?._id ?? null]);
  await audit(tx, actor, { action: 'delete', resource: 'locations', recordId: id, before });
  return { _id: id };
}
