import { brandRoutes } from '@aisle/contract/catalog/brands';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addProduct } from '../../../test/catalogue-builders.ts';
import { readPages } from '../../../test/list-builders.ts';
import { pngOf } from '../../../test/picture-builders.ts';
import { openShop } from '../../../test/shop.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['brand_add', 'brand_edit', 'brand_delete'] });

test('finds a new brand by part of its name', async () => {
  await manager.do(brandRoutes.create, { body: { name: 'Golden Orchard' } });
  await manager.do(brandRoutes.create, { body: { name: 'Blue Harbor' } });

  const page = await manager.do(brandRoutes.list, { body: { search: 'orch' } });

  expect(page.records.map((brand) => brand.name)).toEqual(['Golden Orchard']);
  expect(page.totalRecords).toBe(1);
});

test('rejects a duplicate name, ignoring case, and names the field', async () => {
  await manager.do(brandRoutes.create, { body: { name: 'Twice' } });

  const again = await manager.call(brandRoutes.create, { body: { name: 'tWICE' } });

  expect(again).toMatchObject({ status: 409, code: 'duplicate' });
  expect(again.body.error?.fields).toEqual([{ path: 'name', message: 'This name is already taken' }]);
});

test('rejects an edit of an outdated version and returns the current brand', async () => {
  const brand = await manager.do(brandRoutes.create, { body: { name: 'Shared' } });
  await manager.do(brandRoutes.edit, {
    params: { id: brand._id },
    body: { name: 'Shared by two', version: 1 },
  });

  const late = await manager.call(brandRoutes.edit, {
    params: { id: brand._id },
    body: { name: 'Mine', version: 1 },
  });

  expect(late).toMatchObject({ status: 409, data: { name: 'Shared by two', version: 2 } });
});

test('stores an uploaded logo as a separate picture', async () => {
  const brand = await manager.do(brandRoutes.create, {
    body: { name: 'With logo', status: 'false' },
    files: { logo: { name: '../../logo.png', bytes: await pngOf('#d6293a', [600, 300]) } },
  });

  expect(brand.status).toBe(false);
  const picture = await shop.server.inject(brand.logo!.small);
  expect(picture.headers['content-type']).toBe('image/webp');
  expect((await sharp(picture.rawPayload).metadata()).width).toBe(160);
});

test('keeps a name that looks like a number as text, also in multipart forms', async () => {
  const brand = await manager.do(brandRoutes.create, {
    body: { name: '365' },
    files: { logo: { name: 'logo.png', bytes: await pngOf() } },
  });

  expect(brand.name).toBe('365');
});

test('rejects a file that is not a picture, regardless of its declared type', async () => {
  const refused = await manager.call(brandRoutes.create, {
    body: { name: 'Liar' },
    files: { logo: { name: 'logo.png', bytes: Buffer.from('<svg onload="alert(1)"/>'), type: 'image/png' } },
  });

  expect(refused.status).toBe(415);
});

test('rejects deleting a brand with products and returns their number', async () => {
  const brand = await manager.do(brandRoutes.create, { body: { name: 'Borne' } });
  await addProduct(shop, { brandId: brand._id });

  const refused = await manager.call(brandRoutes.remove, { params: { id: brand._id } });

  expect(refused).toMatchObject({ status: 409, code: 'in-use', message: 'Borne is in use: 1 product' });
});

test('removes a logo, and stores no trace of a hostile file name', async () => {
  const logo = { name: '..\\..\\<script>\u202egnp.exe\u0000.png', bytes: await pngOf() };
  const brand = await manager.do(brandRoutes.create, { body: { name: 'Hostile' }, files: { logo } });

  const bare = await manager.do(brandRoutes.edit, {
    params: { id: brand._id },
    body: { removeLogo: true, version: brand.version },
  });

  expect(JSON.stringify(brand)).not.toContain('script');
  expect(bare.logo).toBeNull();
});

test.each(['🥑🧀 Avo & Co', 'خبز طازج', 'Zażółć gęślą jaźń', "O'Brien; DROP TABLE brands --", '100% %_\\'])(
  'accepts the name %s and finds the brand by it',
  async (name) => {
    const brand = await manager.do(brandRoutes.create, { body: { name } });

    const found = await manager.do(brandRoutes.list, { body: { search: name } });

    expect(brand.name).toBe(name);
    expect(found.records.map(({ _id }) => _id)).toEqual([brand._id]);
  },
);

test('continues pages after a cursor without skipping or repeating brands', async () => {
  const reader = await shop.signIn({ permissions: ['brand_list', 'brand_add'] });
  for (let index = 0; index < 25; index += 1) {
    await reader.do(brandRoutes.create, { body: { name: `Cursor ${String(index).padStart(2, '0')}` } });
  }

  const brands = await readPages((cursor) =>
    reader.do(brandRoutes.list, { body: { search: 'Cursor', limit: 10, cursor } }),
  );

  expect(brands.map(({ name }) => name)).toEqual(
    Array.from({ length: 25 }, (_, index) => `Cursor ${String(index).padStart(2, '0')}`),
  );
});
