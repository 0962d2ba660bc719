import type { Brand, BrandEdit, BrandInput } from '@aisle/contract/catalog/brands';
import type { z } from 'zod';
import { recordChange, recordChanges } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import type { Tx } from '../../core/db/db.ts';
import { restoreDeleted, storeDeleted } from '../../core/db/rows/deleted-records.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { inUse } from '../../core/db/usage.ts';
import { deleteUnusedImages, storeImage } from '../../core/files/images.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { Uploads } from '../../core/http/input/uploads.ts';
import { newId } from '../../core/ids.ts';
import type { WithMessage } from '../../core/with-message.ts';
import {
  brandColumns,
  brandsByName,
  deleteBrand,
  getBrand,
  insertBrand,
  insertBrandNames,
  lockBrand,
  updateBrand,
} from './brands.queries.ts';

export async function addBrand(
  { tx, actor, services }: Context,
  input: BrandInput,
  uploads: Uploads,
): Promise<Brand> {
  const id = newId();
  const logo = uploads.logo?.[0];
  const logo_id = logo ? await storeImage(tx, services.storage, logo, actor.userId) : null;
  await insertBrand(tx, { id, ...brandColumns(input), logo_id });
  const brand = await getBrand(tx, services.storage, id);
  await recordChange(tx, actor, { action: 'create', resource: 'brands', recordId: id, after: brand });
  return brand;
}

export async function changeBrand(
  { tx, actor, services }: Context,
  id: string,
  { version, removeLogo, ...input }: z.infer<typeof BrandEdit>,
  uploads: Uploads,
): Promise<WithMessage<Brand>> {
  await lockBrand(tx, id);
  const before = await getBrand(tx, services.storage, id);
  const logo = uploads.logo?.[0];
  const sent = { ...input, ...((logo || removeLogo) && { logo: true }) };
  const meanwhile = await assertNoConflict(tx, {
    resource: 'brands',
    current: before,
    readAt: version,
    sent,
  });

  const logo_id = logo
    ? await storeImage(tx, services.storage, logo, actor.userId)
    : removeLogo
      ? null
      : undefined;
  await updateBrand(tx, id, { ...brandColumns(input), ...(logo_id !== undefined && { logo_id }) });
  if (logo_id !== undefined) await deleteUnusedImages(tx, services.storage, [before.logo?._id ?? null]);
  const after = await getBrand(tx, services.storage, id);
  await recordChange(tx, actor, { action: 'edit', resource: 'brands', recordId: id, before, after });
  return withNotice(after, meanwhile);
}

/** Switching on or off cannot conflict with other edits, so it needs no version. */
export async function switchBrand(
  context: Context,
  id: string,
  status: boolean,
): Promise<WithMessage<Brand>> {
  const { version } = await lockBrand(context.tx, id);
  return changeBrand(context, id, { version, status }, {});
}

export async function removeBrand({ tx, actor, services }: Context, id: string): Promise<{ _id: string }> {
  await lockBrand(tx, id);
  const before = await getBrand(tx, services.storage, id);
  const used = inUse(before.name, [[before.productCount, 'product', 'products']]);
  if (used) throw used;
  await storeDeleted(tx, actor, ['brands', id]);
  await deleteBrand(tx, id);
  await recordChange(tx, actor, { action: 'delete', resource: 'brands', recordId: id, before });
  return { _id: id };
}

export async function restoreBrand({ tx, actor, services }: Context, id: string): Promise<Brand> {
  await restoreDeleted(tx, actor, ['brands', id]);
  const brand = await getBrand(tx, services.storage, id);
  await recordChange(tx, actor, { action: 'restore', resource: 'brands', recordId: id, after: brand });
  return brand;
}

/** Finds brands by name, ignoring case, and adds missing ones. Returns IDs by lower-case name. */
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
    .map(({ id, name }) => ({
      action: 'create' as const,
      resource: 'brands' as const,
      recordId: id,
      after: { name },
    }));
  await recordChanges(tx, actor, entries);
  // Reads again, because another request may have added a brand at the same time.
  return brandsByName(tx, [...wanted.values()]);
}
