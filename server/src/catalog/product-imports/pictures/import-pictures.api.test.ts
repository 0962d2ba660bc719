import { productRoutes } from '@aisle/contract/catalog/products';
import { afterAll, expect, test } from 'vitest';
import { checkFile, rowsOf, runImported, undoImported } from '../../../../test/import-builders.ts';
import { exportList } from '../../../../test/list-builders.ts';
import { openPictureHost } from '../../../../test/picture-host.ts';
import { openShop } from '../../../../test/shop.ts';
import { download } from '../../../core/http/outside/outside.ts';

const host = await openPictureHost();
const shop = await openShop({ webhookAllowPrivate: true });
const admin = await shop.signIn();
await shop.jobs.start();
afterAll(() => host.close());

const bring = async (csv: string) => runImported(admin, await checkFile(admin, csv));
async function picturesOf(name: string) {
  const { records } = await admin.do(productRoutes.list, { body: { search: name } });
  return (await admin.do(productRoutes.show, { params: { id: records[0]!._id } })).images;
}
const exported = async (search: string) =>
  (await exportList(shop, admin, 'products', { body: { search } })).body;
const heading = 'SKU,Name,Category,Price,Image Src\n';

test('downloads pictures, exports their addresses, and re-imports them unchanged', async () => {
  const [front, back] = [host.at('front.png'), host.at('back.png')];
  await bring(`${heading}P1,Plums,Fruit,2,"${front}, ${back}"\n`);
  expect(await picturesOf('Plums')).toHaveLength(2);

  const csv = await exported('Plums');
  expect(csv).toContain(`${front}; ${back}`);
  expect((await checkFile(admin, csv)).counts).toMatchObject({ same: 1, errors: 0 });
});

test('skips pictures that the product already has, and adds others after them', async () => {
  const first = host.at('first.png');
  await bring(`${heading}Q1,Quinces,Fruit,2,${first}\n`);

  await bring(`${heading}Q1,Quinces,Fruit,2,${first}; ${host.at('second.png')}\n`);

  expect(await picturesOf('Quinces')).toHaveLength(2);
  expect(host.requested.filter((path) => path === '/first.png')).toHaveLength(1);
});

test('downloads a picture only once if several rows have its address', async () => {
  const shared = host.at('shared.png');
  await bring(`${heading}R1,Radish red,Roots,2,${shared}\nR2,Radish white,Roots,2,${shared}\n`);

  expect(await picturesOf('Radish red')).toHaveLength(1);
  expect(await picturesOf('Radish white')).toHaveLength(1);
  expect(host.requested.filter((path) => path === '/shared.png')).toHaveLength(1);
});

test('exports an address for uploaded pictures that adds them to other products', async () => {
  await bring(`${heading}S1,Sage,Herbs,2,${host.at('sage.png')}\nS2,Savory,Herbs,2,\n`);
  await shop.look((tx) => tx.updateTable('product_images').set({ source_url: null }).execute());

  const csv = await exported('Sage');
  const address = /https?:\/\/\S+\/files\/images\/[^",\s]+/.exec(csv)?.[0];
  expect((await checkFile(admin, csv)).counts).toMatchObject({ same: 1 });
  expect((await bring(`${heading}S2,Savory,Herbs,2,${address}\n`)).problemGroups).toEqual([]);
  expect(await picturesOf('Savory')).toHaveLength(1);
});

test("imports rows whose pictures can't be downloaded, and reports the reason", async () => {
  const done = await bring(
    `${heading}T1,Thyme,Herbs,2,${host.at('gone.png')}; ${host.at('moved.png')}\nT2,Tarragon,Herbs,2,${host.at('text.png')}\nT3,Turmeric,Herbs,2,${host.at('round')}\nT4,Tansy,Herbs,2,${host.at('large')}\n`,
  );

  expect(done.counts).toMatchObject({ new: 4, errors: 0 });
  expect(done.problemGroups.map(({ message }) => message).sort()).toEqual([
    'Answered 404',
    "Isn't a JPEG, PNG, WebP or AVIF picture",
    'Larger than 10 MB',
    'Too many redirects',
  ]);
  expect(await picturesOf('Thyme')).toHaveLength(1);
  expect((await rowsOf(admin, done)).map(({ problems }) => problems.map(({ value }) => value))).toEqual([
    [host.at('gone.png')],
    [host.at('text.png')],
    [host.at('round')],
    [host.at('large')],
  ]);
});

const noAddress =
  'Enter addresses that start with https://, or names of files in the ZIP, separated by semicolons';
test('reports invalid addresses in the check', async () => {
  const many = Array.from({ length: 21 }, (_, at) => `https://shop.example/${at}.png`).join(' ');
  const checked = await checkFile(
    admin,
    `${heading}U1,A,Herbs,2,ftp://shop.example/a.png\nU2,B,Herbs,2,http://shop.example/a.png\nU3,C,Herbs,2,picture.png\nU4,D,Herbs,2,${many}\nU5,E,Herbs,2,https://me:secret@shop.example/a.png\n`,
  );

  expect(checked.errors.map(({ row, message }) => [row, message])).toEqual([
    [2, noAddress],
    [3, noAddress],
    [4, 'Names a file. Add a ZIP with the pictures, or use addresses that start with https://'],
    [5, 'At most 20 pictures in a row'],
    [6, noAddress],
  ]);
});

test("removes only the import's own pictures when undone", async () => {
  await bring(`${heading}V1,Vanilla,Spices,2,${host.at('pod.png')}\n`);
  const done = await bring(`${heading}V1,Vanilla,Spices,2,${host.at('flower.png')}\n`);
  expect(await picturesOf('Vanilla')).toHaveLength(2);

  expect((await undoImported(admin, done)).undone).toEqual({ rows: 1, kept: 0 });
  expect(await picturesOf('Vanilla')).toHaveLength(1);
  expect(await exported('Vanilla')).toContain('pod.png');
});

test('refuses to call internal addresses unless the settings allow it', async () => {
  const rules = { allowPrivate: false, maxBytes: 1000, timeoutMs: 5000 };
  const before = host.requested.length;

  await expect(download(host.at('secret.png'), '/dev/null', rules)).rejects.toThrow('https://');
  await expect(download('https://127.0.0.1/secret.png', '/dev/null', rules)).rejects.toThrow(
    'private network',
  );
  await expect(download('https://localhost/secret.png', '/dev/null', rules)).rejects.toThrow(
    'private network',
  );
  expect(host.requested).toHaveLength(before);
});
