import { randomBytes } from 'node:crypto';
import { importRoutes } from '@aisle/contract/system/imports/imports';
import { expect, test } from 'vitest';
import { openShop } from '../../../../test/shop.ts';
import { archive, type Part } from '../../../../test/workbook-builders.ts';

const shop = await openShop();
const manager = await shop.signIn({ permissions: ['product_add'] });

const uploadWith = (bytes: Buffer) =>
  manager.call(importRoutes.uploadProducts, {
    files: {
      file: {
        name: 'goods.csv',
        bytes: Buffer.from('SKU,Name,Category,Price,Pictures\nA1,Milk,Dairy,2,a.jpg\n'),
      },
      pictures: { name: 'pictures.zip', bytes },
    },
  });
const one = (name: string, part: Part = 'x') => archive({ [name]: part });
const picture = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(2000)]);
const whole = one('a.jpg', { bytes: picture });
const overwritten = (at: number, bytes: number): Buffer =>
  Buffer.concat([whole.subarray(0, at), Buffer.alloc(bytes, 7), whole.subarray(at + bytes)]);
/** Claims that the archive contains this many files. */
function counting(files: number): Buffer {
  const bytes = Buffer.from(whole);
  bytes.writeUInt16LE(files, bytes.length - 14);
  bytes.writeUInt16LE(files, bytes.length - 12);
  return bytes;
}

test.each<[string, () => Buffer, string]>([
  ['cut off', () => whole.subarray(0, whole.length - 30), 'is damaged'],
  ['overwritten', () => overwritten(whole.lastIndexOf('PK\x01\x02'), 30), 'is damaged'],
  ['only called so', () => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(500)]), 'is damaged'],
  ['a way out', () => one('../../etc/passwd'), "path can't be used"],
  ['a way out of Windows', () => one('..\\..\\boot.ini'), "path can't be used"],
  ['an absolute path', () => one('/etc/passwd'), "path can't be used"],
  ['a drive', () => one('C:/boot.ini'), "path can't be used"],
  ['a name with a control character', () => one('a\u0000.jpg'), "path can't be used"],
  ['an endless name', () => one(`${'x'.repeat(600)}.jpg`), "path can't be used"],
  ['protected by a password', () => one('a.jpg', { bytes: picture, encrypted: true }), 'password'],
  ['a bomb that says so', () => one('a.jpg', { bytes: picture, declared: 4_000_000_000 }), 'too much'],
  [
    'a bomb that does not',
    () => one('a.jpg', { bytes: Buffer.concat([picture, Buffer.alloc(9_000_000)]), declared: 3000 }),
    'damaged',
  ],
  ['packed a thousandfold', () => one('a.jpg', { bytes: Buffer.alloc(5_000_000) }), 'too much'],
  [
    'many that are large together',
    () => archive(parts(200, { bytes: picture, declared: 9_000_000 })),
    'too much',
  ],
  ['of too many files', () => counting(20_001), '20,001 files'],
])('rejects a ZIP (%s) and says what to do', async (_, bytes, reason) => {
  const refused = await uploadWith(bytes());

  expect([refused.status, refused.code]).toEqual([400, 'imports.unreadable']);
  expect(refused.message).toContain(reason);
});
const parts = (count: number, part: Part): Record<string, Part> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.jpg`, part]));

test('rejects an office document as a ZIP of pictures', async () => {
  const bomb = archive({ '_rels/.rels': 'x', 'a.jpg': { bytes: Buffer.alloc(5_000_000) } });
  const refused = await uploadWith(bomb);

  expect(refused.body.error?.fields).toEqual([{ path: 'pictures', message: 'Choose a ZIP of pictures' }]);
});

test('rejects a ZIP with a table and a bomb', async () => {
  const bytes = archive({ 'goods.csv': 'SKU,Name\nA,B', 'a.jpg': { bytes: Buffer.alloc(5_000_000) } });
  const refused = await manager.call(importRoutes.uploadProducts, {
    files: { file: { name: 'goods.zip', bytes } },
  });

  expect([refused.status, refused.code]).toEqual([400, 'imports.unreadable']);
});

test('limits the size of a table without a ZIP', async () => {
  const bytes = Buffer.alloc(50 * 1024 * 1024 + 1, 'a,b\n');
  const refused = await manager.call(importRoutes.uploadProducts, {
    files: { file: { name: 'goods.csv', bytes } },
  });

  expect([refused.status, refused.code]).toEqual([413, 'too-large']);
});

test('requires permission to import products to add pictures', async () => {
  const { data } = await uploadWith(whole);
  const clerk = await shop.signIn({ permissions: ['vendor_add', 'vendor_list'] });

  const refused = await clerk.call(importRoutes.addPictures, {
    params: { id: data._id },
    files: { pictures: { name: 'p.zip', bytes: whole } },
  });

  expect(refused.status).toBe(403);
});
