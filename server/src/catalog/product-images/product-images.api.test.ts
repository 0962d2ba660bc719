import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { brandRoutes } from '@aisle/contract/catalog/brands';
import { productRoutes } from '@aisle/contract/catalog/products';
import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { addProduct, addSubProduct } from '../../../test/catalogue-builders.ts';
import { pngOf } from '../../../test/picture-builders.ts';
import { openShop, type SentFile } from '../../../test/shop.ts';

let id: string;
beforeEach(async () => {
  id = await addProduct(shop);
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a00' } });

const shop = await openShop();
const manager = await shop.signIn();
const png = await picture(30, 20).png().toBuffer();
const file = (bytes = png, name = 'pear.png'): SentFile => ({ name, bytes });
const add = (images: SentFile | SentFile[]) =>
  manager.call(productRoutes.addImages, { params: { id }, files: { images } });
/** The pictures on disk with their number of files. */
async function onDisk(): Promise<Map<string, number>> {
  const root = path.join(shop.dataDir, 'files', 'images');
  const all = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const kept = new Map<string, number>();
  for (const entry of all) {
    if (!entry.isFile()) continue;
    const owner = path.basename(entry.parentPath);
    kept.set(owner, (kept.get(owner) ?? 0) + 1);
  }
  return kept;
}
const inDatabase = () =>
  shop.look(async (tx) => (await tx.selectFrom('files').select('id').execute()).map((row) => row.id));

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);
const bomb = () => picture(10_000, 6_000).png({ compressionLevel: 9 }).toBuffer();
const gif = () => picture(9, 9).gif().toBuffer();
const truncated = async () => {
  const noise = sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  const whole = await noise.jpeg().toBuffer();
  return whole.subarray(0, whole.length / 2);
};

test.each([
  ['text declared as a picture', () => Buffer.from('not a picture at all'), 415],
  ['an empty file', () => Buffer.alloc(0), 415],
  ['an SVG', () => svg, 415],
  ['a GIF', gif, 415],
  ['a truncated JPEG', truncated, 415],
  ['a PNG without its pixels', () => png.subarray(0, 33), 415],
  ['a picture of 60 megapixels', bomb, 400],
] as const)('rejects %s at its position and stores none of the files', async (_, bytes, status) => {
  const before = await onDisk();

  const refused = await add([file(), file(await bytes(), 'pear.jpg')]);

  expect(refused).toMatchObject({ status, paths: ['images.1'] });
  expect(refused.message).toContain('pear.jpg');
  expect(await onDisk()).toEqual(before);
  expect((await manager.do(productRoutes.show, { params: { id } })).images).toEqual([]);
});

test('keeps only the first frame of an animated picture', async () => {
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((background) => frame(background)));
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer();
  expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(3);

  const { data } = await add(file(moving, 'moving.webp'));

  const kept = await shop.services.storage.disk.getBytes(`images/${data.images[0]!._id}/large.webp`);
  const { pages, width, height } = await sharp(kept, { animated: true }).metadata();
  expect({ pages: pages ?? 1, width, height }).toEqual({ pages: 1, width: 20, height: 20 });
});
const frame = (background: string) => pngOf(background, [20, 20]);

test.each([
  ['../../../etc/passwd.png', 'passwd.png'],
  ['..\\..\\windows\\pear.png', 'pear.png'],
  ['a\u0000b\u0007.png', 'ab.png'],
  ['\u202egnp.exe', 'gnp.exe'],
  ['تفاح 🍏.png', 'تفاح 🍏.png'],
  [`${'x'.repeat(199)}🍏${'x'.repeat(300)}`, `${'x'.repeat(199)}\ufffd`],
  ['', 'file'],
])('stores a file named %j as %j', async (sent, kept) => {
  const got = await add(file(png, sent));

  expect(got.status).toBe(200);
  const imageId = got.data.images[0]!._id;
  const row = (await shop.sql`SELECT name, storage_key FROM files WHERE id = ${imageId}`)[0]!;
  expect(row).toEqual({ name: kept, storage_key: `images/${imageId}` });
  expect((await onDisk()).get(imageId)).toBe(3);
});

test('deletes uploaded pictures if the rest of the edit is rejected', async () => {
  const before = await onDisk();

  const refused = await manager.call(productRoutes.edit, {
    params: { id },
    body: { version: 1, images: [{ _id: id }] },
    files: { images: [file(), file()] },
  });
  const duplicate = await manager.call(brandRoutes.create, {
    body: { name: 'Twice' },
    files: { logo: file() },
  });
  const twice = await manager.call(brandRoutes.create, { body: { name: 'twice' }, files: { logo: file() } });

  expect([refused.status, duplicate.status, twice.status]).toEqual([400, 200, 409]);
  expect((await onDisk()).size).toBe(before.size + 1);
});

test('deletes the files of removed pictures', async () => {
  const { data } = await add([file(), file(), file()]);
  const [first, second, third] = data.images.map((image) => image._id) as [string, string, string];

  await manager.do(productRoutes.deleteImage, { params: { id, imageId: first } });
  await manager.do(productRoutes.edit, { params: { id }, body: { version: 3, images: [{ _id: third }] } });

  const kept = await onDisk();
  expect([first, second, third].map((image) => kept.get(image) ?? 0)).toEqual([0, 0, 3]);
  expect(await inDatabase()).not.toContain(second);
});

test('deletes the pictures of a deleted product and its sub-products', async () => {
  const subProduct = await addSubProduct(shop, { productId: id });
  const own = await add(file());
  const variant = await manager.do(subProductRoutes.addImages, {
    params: { id: subProduct },
    files: { images: [file()] },
  });
  const images = [own.data.images[0]!._id, variant.images[0]!._id];

  await manager.do(productRoutes.remove, { params: { id } });

  const kept = await onDisk();
  expect(images.map((image) => kept.get(image) ?? 0)).toEqual([0, 0]);
});

test('deletes a replaced logo and keeps the new one', async () => {
  const brand = await manager.do(brandRoutes.create, { body: { name: 'Logo' }, files: { logo: file() } });

  const edited = await manager.do(brandRoutes.edit, {
    params: { id: brand._id },
    body: { version: 1 },
    files: { logo: file() },
  });

  const kept = await onDisk();
  expect([kept.get(brand.logo!._id), kept.get(edited.logo!._id)]).toEqual([undefined, 3]);
});

test('shares pictures with copies of a product until none of them shows them', async () => {
  const { data } = await add(file());
  const image = data.images[0]!._id;
  const copy = await manager.do(productRoutes.duplicate, { params: { id } });
  expect(copy.images.map((one) => one._id)).toEqual([image]);

  await manager.do(productRoutes.deleteImage, { params: { id, imageId: image } });
  const between = (await onDisk()).get(image);
  await manager.do(productRoutes.remove, { params: { id: copy._id } });

  expect([between, (await onDisk()).get(image)]).toEqual([3, undefined]);
});
