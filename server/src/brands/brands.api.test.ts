import { brandRoutes } from '@aisle/contract/brands';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Person, type Shop } from '../../test/shop.ts';

let shop: Shop;
let manager: Person;
beforeAll(async () => {
  shop = await openShop();
  manager = await shop.signIn({ permissions: ['brand_add', 'brand_edit', 'brand_delete'] });
});
afterAll(() => shop.close());

test('a brand that was added is found by a part of its name', async () => {
  await manager.do(brandRoutes.create, { body: { name: 'Golden Orchard' } });
  await manager.do(brandRoutes.create, { body: { name: 'Blue Harbor' } });

  const page = await manager.do(brandRoutes.list, { body: { search: 'orch' } });

  expect(page.records.map((brand) => brand.name)).toEqual(['Golden Orchard']);
  expect(page.totalRecords).toBe(1);
});

test('two brands cannot share a name, whatever its case, and the field says so', async () => {
  await manager.do(brandRoutes.create, { body: { name: 'Twice' } });

  const again = await manager.call(brandRoutes.create, { body: { name: 'tWICE' } });

  expect(again.status).toBe(409);
  expect(again.body.error?.code).toBe('duplicate');
  expect(again.body.error?.fields).toEqual([{ path: 'name', message: 'This name is already taken' }]);
});

test('an edit at an old version changes nothing and shows the brand as it is', async () => {
  const brand = await manager.do(brandRoutes.create, { body: { name: 'Shared' } });
  await manager.do(brandRoutes.edit, {
    params: { id: brand._id },
    body: { name: 'Shared by two', version: 1 },
  });

  const late = await manager.call(brandRoutes.edit, {
    params: { id: brand._id },
    body: { name: 'Mine', version: 1 },
  });

  expect(late.status).toBe(409);
  expect(late.body.data).toMatchObject({ name: 'Shared by two', version: 2 });
});

test('a logo comes along as a file and is kept as a picture of its own', async () => {
  const png = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#d6293a' } })
    .png()
    .toBuffer();

  const brand = await manager.do(brandRoutes.create, {
    body: { name: 'With logo', status: 'false' },
    files: { logo: { name: '../../logo.png', bytes: png } },
  });

  expect(brand.status).toBe(false);
  const picture = await shop.server.inject(brand.logo!.small);
  expect(picture.headers['content-type']).toBe('image/webp');
  expect((await sharp(picture.rawPayload).metadata()).width).toBe(160);
});

test('a name that looks like a number stays a name, also in a form with files', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
    .png()
    .toBuffer();

  const brand = await manager.do(brandRoutes.create, {
    body: { name: '365' },
    files: { logo: { name: 'logo.png', bytes: png } },
  });

  expect(brand.name).toBe('365');
});

test('a file that is no picture is refused, whatever it calls itself', async () => {
  const refused = await manager.call(brandRoutes.create, {
    body: { name: 'Liar' },
    files: { logo: { name: 'logo.png', bytes: Buffer.from('<svg onload="alert(1)"/>'), type: 'image/png' } },
  });

  expect(refused.status).toBe(415);
});

test('pages go on behind a cursor without skipping or repeating', async () => {
  const reader = await shop.signIn({ permissions: ['brand_list', 'brand_add'] });
  for (let index = 0; index < 25; index += 1) {
    await reader.do(brandRoutes.create, { body: { name: `Cursor ${String(index).padStart(2, '0')}` } });
  }

  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await reader.do(brandRoutes.list, { body: { search: 'Cursor', limit: 10, cursor } });
    names.push(...page.records.map((brand) => brand.name));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);

  expect(names).toEqual(Array.from({ length: 25 }, (_, index) => `Cursor ${String(index).padStart(2, '0')}`));
});
