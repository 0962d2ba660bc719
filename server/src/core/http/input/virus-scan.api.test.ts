import { brandRoutes } from '@aisle/contract/catalog/brands';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { harmful, openClamd } from '../../../../test/clamd.ts';
import { openShop } from '../../../../test/shop.ts';
import { isScannerThere } from './virus-scan.ts';

const clamd = await openClamd();
const shop = await openShop({ virusScanner: clamd.scanner });
const admin = await shop.signIn();
// Several chunks of random data, which doesn't compress.
const png = await sharp({
  create: {
    width: 400,
    height: 400,
    channels: 3,
    background: '#123456',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})
  .png()
  .toBuffer();
afterAll(() => clamd.close());

const addBrand = (name: string, bytes: Buffer) =>
  admin.call(brandRoutes.create, { body: { name }, files: { logo: { name: 'logo.png', bytes } } });

test('scans a whole upload before using it', async () => {
  const before = clamd.scanned.length;

  expect((await addBrand('Clean', png)).status).toBe(200);

  expect(png.length).toBeGreaterThan(128 * 1024);
  expect(clamd.scanned.slice(before)).toEqual([png.length]);
});

test('rejects an infected upload at its field and saves nothing', async () => {
  const refused = await addBrand('Infected', Buffer.concat([png, Buffer.from(harmful)]));

  expect(refused.status).toBe(400);
  const message = 'logo.png contains malware (Test.Harmful), so nothing was saved';
  expect(refused.body).toMatchObject({
    message,
    error: {
      code: 'file-infected',
      details: { name: 'logo.png', found: 'Test.Harmful' },
      fields: [{ path: 'logo', message }],
    },
  });
  expect(await shop.sql`SELECT id FROM brands WHERE name = 'Infected'`).toEqual([]);
});

test('rejects only uploads while the scanner is down', async () => {
  const away = await openClamd();
  await away.close();
  shop.services.settings.virusScanner = away.scanner;

  const refused = await addBrand('Unscanned', png);
  expect([refused.status, refused.code]).toEqual([503, 'scan-failed']);
  expect((await admin.call(brandRoutes.create, { body: { name: 'Without a logo' } })).status).toBe(200);

  expect(await isScannerThere(away.scanner)).toBe(false);
  expect(await isScannerThere(clamd.scanner)).toBe(true);
});
