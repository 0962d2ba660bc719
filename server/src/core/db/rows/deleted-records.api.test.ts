import { brandRoutes } from '@aisle/contract/catalog/brands';
import { categoryRoutes } from '@aisle/contract/catalog/categories';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { savedViewRoutes } from '@aisle/contract/system/saved-views';
import { describe, expect, test } from 'vitest';
import { addTax } from '../../../../test/catalogue-builders.ts';
import { addOrderLocation } from '../../../../test/order-builders.ts';
import { pngOf } from '../../../../test/picture-builders.ts';
import { openShop, type Person } from '../../../../test/shop.ts';
import { system, transaction } from '../db.ts';
import { deleteUnrestored } from './deleted-records.ts';

const shop = await openShop();
const manager = await shop.signIn();
const colleague = await shop.signIn();

const view = { list: '/orders', search: { sort: 'createdAt' } };
const resources = [
  {
    name: 'brands',
    routes: brandRoutes,
    permission: 'brand_delete',
    create: (name: string) => manager.do(brandRoutes.create, { body: { name } }),
  },
  {
    name: 'taxes',
    routes: taxRoutes,
    permission: 'tax_delete',
    create: (name: string) => manager.do(taxRoutes.create, { body: { name, rate: 8.125 } }),
  },
  {
    name: 'vendors',
    routes: vendorRoutes,
    permission: 'vendor_delete',
    create: (name: string) =>
      manager.do(vendorRoutes.create, {
        body: {
          name,
          phone: '+15125550199',
          address: { line1: '1 Main St', city: 'Austin', state: 'TX', postalCode: '78701' },
        },
      }),
  },
  {
    name: 'categories',
    routes: categoryRoutes,
    permission: 'category_delete',
    create: (name: string) =>
      manager.do(categoryRoutes.create, {
        body: { name, specifications: [{ name: 'Fat', type: 'text', required: true }] },
      }),
  },
  {
    name: 'savedViews',
    routes: savedViewRoutes,
    permission: null,
    create: (name: string) => manager.do(savedViewRoutes.create, { body: { ...view, name } }),
  },
] as const;
type Routes = (typeof resources)[number]['routes'];

// Their routes have the same parameters.
const remove = (who: Person, routes: Routes, id: string) =>
  who.do(routes.remove as typeof brandRoutes.remove, { params: { id } });
const restore = (who: Person, routes: Routes, id: string) =>
  who.call(routes.restore as typeof brandRoutes.restore, { params: { id } });
const waitTooLong = () => shop.sql`UPDATE deleted_records SET deleted_at = now() - interval '41 seconds'`;
const cleanUp = () => transaction(shop.db, system, (tx) => deleteUnrestored(tx, shop.services.storage));
const auditOf = (id: string) =>
  shop.sql<{
    action: string;
  }>`SELECT action FROM audit_entries WHERE record_id = ${id}::uuid ORDER BY at, id`;

describe.each(resources)('$name', ({ name, routes, permission, create }) => {
  test('restores a deleted record with its ID and the next version', async () => {
    const created = await create('Restored');
    await remove(manager, routes, created._id);

    const restored = await restore(manager, routes, created._id);

    expect(restored.status).toBe(200);
    expect(restored.data).toEqual({
      ...created,
      version: 2,
      updatedAt: expect.any(String),
    });
    expect((await restore(manager, routes, created._id)).status).toBe(404);
  });

  test('rejects a restore after the name was taken, and allows it once the name is free', async () => {
    const created = await create('Wanted');
    await remove(manager, routes, created._id);
    const other = await create('wanted');

    const refused = await restore(manager, routes, created._id);
    await remove(manager, routes, other._id);
    const restored = await restore(manager, routes, created._id);

    expect(refused).toMatchObject({
      status: 409,
      code: 'restore.name-taken',
      message: "Wanted can't be restored, because its name was taken meanwhile",
    });
    expect(restored.status).toBe(200);
  });

  test('rejects a restore that comes too late', async () => {
    const created = await create('Late');
    await remove(manager, routes, created._id);
    await waitTooLong();

    const before = await restore(manager, routes, created._id);
    await cleanUp();
    const after = await restore(manager, routes, created._id);

    expect(before).toMatchObject({ status: 404, code: 'restore.too-late' });
    expect(after).toMatchObject({ status: 404, code: 'restore.too-late' });
  });

  test('restores only what the user deleted', async () => {
    const created = await create("Someone else's");
    await remove(manager, routes, created._id);

    expect(await restore(colleague, routes, created._id)).toMatchObject({
      status: 404,
      code: 'restore.too-late',
    });
  });

  test.runIf(permission)('requires the permission to delete, at all locations', async () => {
    const created = await create('Guarded');
    await remove(manager, routes, created._id);
    const reader = await shop.signIn({ permissions: ['brand_list', 'order_list'] });
    const clerk = await shop.signIn({
      permissions: permission ? [permission] : [],
      locations: [await addOrderLocation(shop)],
    });

    expect((await restore(reader, routes, created._id)).status).toBe(403);
    expect((await restore(clerk, routes, created._id)).status).toBe(403);
  });

  test.runIf(permission)('records the restore in the audit log and the change log', async () => {
    const created = await create('Audited');
    await remove(manager, routes, created._id);
    await restore(manager, routes, created._id);

    const actions = (await auditOf(created._id)).map(({ action }) => action);
    const changes = await shop.sql<{ version: number }>`
      SELECT version::integer AS version FROM changes WHERE resource = ${name} AND record_id = ${created._id}::uuid AND action = 'restore'`;

    expect(actions).toEqual(['create', 'delete', 'restore']);
    expect(changes).toEqual([{ version: 2 }]);
  });
});

test('keeps the picture of a deleted brand until the brand can no longer be restored', async () => {
  const png = await pngOf();
  const addBrand = (name: string) =>
    manager.do(brandRoutes.create, { body: { name }, files: { logo: { name: 'logo.png', bytes: png } } });
  const [kept, gone] = [await addBrand('Kept'), await addBrand('Gone')];
  const statusOf = async (url: string) => (await shop.server.inject(url)).statusCode;
  await remove(manager, brandRoutes, gone._id);
  await waitTooLong();
  await remove(manager, brandRoutes, kept._id);

  await cleanUp();
  const restored = await restore(manager, brandRoutes, kept._id);
  await cleanUp();

  expect(restored.data?.logo?._id).toBe(kept.logo?._id);
  expect(await statusOf(restored.data!.logo!.small)).toBe(200);
  expect(await statusOf(gone.logo!.small)).toBe(404);
});

test('restores the taxes of a category, and rejects a restore without them', async () => {
  const [tax, lost] = [await addTax(shop), await addTax(shop)];
  const create = (name: string, taxIds: string[]) =>
    manager.do(categoryRoutes.create, { body: { name, taxIds } });
  const taxed = await create('Taxed', [tax]);
  const broken = await create('Broken', [tax, lost]);
  await remove(manager, categoryRoutes, taxed._id);
  await remove(manager, categoryRoutes, broken._id);
  await remove(manager, taxRoutes, lost);

  await restore(manager, categoryRoutes, taxed._id);
  const refused = await restore(manager, categoryRoutes, broken._id);

  const { taxIds } = await manager.do(categoryRoutes.get, { params: { id: taxed._id } });
  expect(taxIds).toEqual([tax]);
  expect(refused).toMatchObject({ status: 409, code: 'restore.incomplete' });
});

test('restores a category at the level of its parent, unless the parent was deleted', async () => {
  const create = (name: string, parentId?: string) =>
    manager.do(categoryRoutes.create, { body: { name, ...(parentId && { parentId }) } });
  const top = await create('Top');
  const parent = await create('Parent');
  const child = await create('Child', parent._id);
  await remove(manager, categoryRoutes, child._id);
  await manager.do(categoryRoutes.edit, {
    params: { id: parent._id },
    body: { parentId: top._id, version: 1 },
  });

  await restore(manager, categoryRoutes, child._id);
  const moved = await manager.do(categoryRoutes.get, { params: { id: child._id } });
  await remove(manager, categoryRoutes, child._id);
  await remove(manager, categoryRoutes, parent._id);
  const refused = await restore(manager, categoryRoutes, child._id);

  expect(moved).toMatchObject({ level: 3, path: [{ name: 'Top' }, { name: 'Parent' }] });
  expect(refused).toMatchObject({ status: 409, code: 'restore.incomplete' });
});
