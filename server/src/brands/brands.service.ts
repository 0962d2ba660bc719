import type { Brand, BrandEdit, BrandInput } from '@aisle/contract/brands';
import type { z } from 'zod';
import type { Actor } from '../core/actor.ts';
import { audit, auditAll } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { forgetImages, keepImage } from '../core/images.ts';
import { refuseClash, telling } from '../core/merge-edits.ts';
import type { Storage } from '../core/storage.ts';
import type { Uploads } from '../core/uploads.ts';
import { inUse } from '../core/usage.ts';
import {
  brandsByName,
  deleteBrand,
  getBrand,
  insertBrand,
  insertBrandNames,
  lockBrand,
  updateBrand,
} from './brands.queries.ts';

export async function addBrand(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  input: BrandInput,
  files: Uploads,
): Promise<Brand> {
  const id = newId();
  const logo = files.logo?.[0];
  const logo_id = logo ? await keepImage(tx, storage, logo, actor.userId) : null;
  await insertBrand(tx, id, { ...input, logo_id });
  const brand = await getBrand(tx, storage, id);
  await audit(tx, actor, { action: 'create', resource: 'brands', recordId: id, after: brand });
  return brand;
}

export async function changeBrand(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  { version, removeLogo, ...input }: z.infer<typeof BrandEdit>,
  files: Uploads,
): Promise<Brand> {
  await lockBrand(tx, id);
  const before = await getBrand(tx, storage, id);
  const logo = files.logo?.[0];
  const sent = { ...input, ...((logo || removeLogo) && { logo: true }) };
  const meanwhile = await refuseClash(tx, { resource: 'brands', current: before, readAt: version, sent });

  const logo_id = logo ? await keepImage(tx, storage, logo, actor.userId) : removeLogo ? null : undefined;
  await updateBrand(tx, id, { ...input, ...(logo_id !== undefined && { logo_id }) });
  if (logo_id !== undefined) await forgetImages(tx, storage, [before.logo?._id ?? null]);
  const after = await getBrand(tx, storage, id);
  await audit(tx, actor, { action: 'edit', resource: 'brands', recordId: id, before, after });
  return telling(after, meanwhile);
}

/** On and off is not an edit of what was read, so it asks for no version. */
export async function switchBrand(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
  status: boolean,
): Promise<Brand> {
  const { version } = await lockBrand(tx, id);
  return changeBrand(tx, actor, storage, id, { version, status }, {});
}

export async function removeBrand(
  tx: Tx,
  actor: Actor,
  storage: Storage,
  id: string,
): Promise<{ _id: string }> {
  await lockBrand(tx, id);
  const before = await getBrand(tx, storage, id);
  const used = inUse(before.name, [[before.productCount, 'product', 'products']]);
  if (used) throw used;
  await deleteBrand(tx, id);
  await forgetImages(tx, storage, [before.logo?._id ?? null]);
  await audit(tx, actor, { action: 'delete', resource: 'brands', recordId: id, before });
  return { _id: id };
}

/** Finds brands by their names, whatever the case, and adds those that are missing. By lower-case name. */
export async function addBrandNames(
  tx: Tx,
  actor: Actor,
  names: readonly string[],
): Promise<Map<string, string>> {
  const wanted = new Map(names.map((name) => [name.toLowerCase(), name]));
  if (wanted.size === 0) return new Map();
  const known = await brandsByName(tx, [...wanted.values()]);
  const missing = [...wanted].filter(([key]) => !known.has(key)).map(([, name]) => ({ id: newId(), name }));
  if (missing.length === 0) return known;
  const added = new Set(await insertBrandNames(tx, missing));
  const entries = missing
    .filter(({ id }) => added.has(id))
    .map(({ id, name }) => ({ action: 'create', resource: 'brands', recordId: id, after: { name } }));
  await auditAll(tx, actor, entries);
  // Read again: somebody else may have added one at the same moment.
  return brandsByName(tx, [...wanted.values()]);
}
