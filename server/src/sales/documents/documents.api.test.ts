import { inflateSync } from 'node:zlib';
import { type DocumentsInput, documentRoutes } from '@aisle/contract/sales/documents';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { settingsRoutes } from '@aisle/contract/system/settings';
import { afterAll, expect, test } from 'vitest';
import { addTax } from '../../../test/catalogue-builders.ts';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { addGoods, addOrderLocation, decide, openStore, placeOne } from '../../../test/order-builders.ts';
import { readPdfText } from '../../../test/pdf-text.ts';
import { pngOf } from '../../../test/picture-builders.ts';
import { addSubscriber } from '../../../test/plan-builders.ts';
import { publishPromotion } from '../../../test/promotion-builders.ts';
import { documentsWork } from './documents.service.ts';

const store = await openStore({ goods: { price: 100, stock: 10_000 } });
const { shop, manager, location: place, addOrder } = store;
const runner = await workJobs(shop, { orderDocuments: documentsWork });
afterAll(() => runner.stop());

const print = (body: Partial<DocumentsInput>, person = manager) =>
  person.do(documentRoutes.create, {
    body: { kind: 'packingSlip', target: { filters: {} }, ...body } as DocumentsInput,
  });
const only = (...orders: Order[]) => ({ ids: orders.map(({ _id }) => _id), filters: {} });
const linesOf = async (url: string) =>
  readPdfText((await shop.server.inject(url)).rawPayload).flatMap((page) => page.lines);
async function fetchPdf(url: string) {
  const got = await shop.server.inject({ method: 'GET', url });
  expect([got.statusCode, got.headers['content-type']]).toEqual([200, 'application/pdf']);
  return { headers: got.headers, ...readPdf(got.rawPayload) };
}
/** Counts the pages, strokes and letters of a PDF, and returns the page sizes. */
function readPdf(bytes: Buffer) {
  const text = bytes.toString('latin1');
  const boxes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((box) =>
    box.slice(1).map(Number),
  );
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)].map((stream) => {
    try {
      return inflateSync(Buffer.from(stream[1]!, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const drawn = streams.filter((stream) => stream.includes(' Tf'));
  return { starts: text.slice(0, 5), boxes, bars: drawn.join('').match(/ re$/gm)?.length ?? 0, drawn };
}

test('prints a few orders immediately, each on separate pages with its number as a barcode', async () => {
  const first = await addOrder();
  const second = await addOrder();

  const { url, orders, jobId } = await print({ target: only(first, second), paper: 'a4' });
  const pdf = await fetchPdf(url!);

  expect([orders, jobId, pdf.starts]).toEqual([2, null, '%PDF-']);
  expect(pdf.headers['content-disposition']).toMatch(/^inline; filename="Packing slips/);
  const a4 = [595.28, 841.89];
  expect(pdf.boxes).toEqual([a4, a4]);
  // Each of the two barcodes has seven symbols of three bars, and an end symbol. A bar in the brand's color tops each page.
  expect(pdf.bars).toBe(2 * (3 * 8 + 4 + 1));
});

test('continues an order with many lines on further pages', async () => {
  const lines: { subProductId: string; locationId: string; quantity: number }[] = [];
  for (let index = 0; index < 60; index += 1) {
    const subProductId = await addGoods(shop, place, { name: `Goods number ${index}`, stock: 5 });
    lines.push({ subProductId, locationId: place, quantity: 1 });
  }
  const target = only(await addOrder({ lines }));

  const sheets = await fetchPdf((await print({ target, kind: 'invoice' })).url!);
  const roll = await fetchPdf((await print({ target, kind: 'invoice', paper: 'thermal' })).url!);

  expect(sheets.boxes).toHaveLength(3);
  expect(roll.boxes).toHaveLength(1);
  expect(roll.boxes[0]![0]).toBe(226.77);
  expect(roll.boxes[0]![1]).toBeGreaterThan(1500);
});

test.each(['invoice', 'packingSlip'] as const)('names the plan and its savings on the %s', async (kind) => {
  const far = await addOrderLocation(shop, { deliveryFee: { base: 399, perMile: 0 } });
  const tea = await addGoods(shop, far, { price: 1000 });
  const plan = { name: `Plus ${kind}`, discountPercent: 10, freeDeliveryAbove: 0 };
  const { customerId } = await addSubscriber(shop, manager, plan);
  const order = await placeOne(manager, far, tea, { customerId });

  const { url } = await print({ target: only(order), kind });
  const lines = await linesOf(url!);

  expect(lines).toContainEqual(expect.stringMatching(new RegExp(`Plus ${kind} discount.*-\\$2\\.00`)));
  expect(lines).toContainEqual(expect.stringMatching(/Delivery \(\$3\.99 saved with/));
  expect(lines).toContainEqual(expect.stringMatching(/Total.*\$18\.00/));
});

test.each(['letter', 'thermal'] as const)('explains the prices of an invoice on %s paper', async (paper) => {
  const taxIds = [await addTax(shop, 10)];
  const yogurt = await addGoods(shop, place, { price: 399, taxIds });
  const label = `Buy 2 get 1 free ${paper}`;
  const reward = { kind: 'buyGet' as const, buy: 2, get: 1, percent: 100 };
  await publishPromotion(await shop.signIn(), { label, reward, goods: { subProductIds: [yogurt] } });
  const lines = [{ subProductId: yogurt, locationId: place, quantity: 3 }];
  const order = await addOrder({ lines });

  const textOf = async (explain: boolean) => {
    const { url } = await print({ target: only(order), kind: 'invoice', paper, explain });
    return (await linesOf(url!)).join(' ');
  };
  const [explained, plain] = [await textOf(true), await textOf(false)];

  const rule = `${label}: 1 set of 3, the cheapest unit at 100% off: -$3.99`;
  // Long names are broken where the paper ends.
  const whole = explained.replaceAll(' ', '');
  for (const text of ['List price: $3.99', rule, `Tax ${taxIds[0]} 10% on $7.98: $0.80`]) {
    expect(whole).toContain(text.replaceAll(' ', ''));
  }
  expect(plain).toMatch(new RegExp(`${label}.*-\\$3\\.99`));
  expect(plain).not.toMatch(/List price|1 set of 3/);
});

test('explains prices on invoices only', async () => {
  const body = { kind: 'packingSlip' as const, target: only(await addOrder()), explain: true };
  const { status, body: answer } = await manager.call(documentRoutes.create, { body });
  expect([status, answer.error?.fields?.[0]?.path]).toEqual([400, 'explain']);
});

test('numbers each invoice once, and keeps files that exist', async () => {
  const order = await addOrder();
  const other = await addOrder();
  const numberIn = (lines: readonly string[]) =>
    Number(lines.find((line) => line.startsWith('Invoice number'))!.match(/N-(\d+)$/)![1]);
  const slip = await print({ target: only(order) });
  expect((await linesOf(slip.url!)).join('\n')).not.toMatch(/N-\d/);

  const first = await print({ target: only(order), kind: 'invoice' });
  const before = (await shop.server.inject(first.url!)).rawPayload;
  const next = await print({ target: only(other), kind: 'invoice' });
  await decide(shop, { brandName: 'Renamed Market', brandColor: '#7A1F5C' });
  const again = await print({ target: only(order), kind: 'invoice' });

  const [number, following, same] = await Promise.all(
    [first, next, again].map(async ({ url }) => numberIn(await linesOf(url!))),
  );
  expect([following, same]).toEqual([number! + 1, number]);
  expect((await shop.server.inject(first.url!)).rawPayload).toEqual(before);
  expect(await linesOf(again.url!)).toContain('Invoice | Renamed Market');
});

test('shows the amount due before the payment, and the day of delivery after it', async () => {
  const placed = await addOrder();
  const delivered = await addOrder({ status: 'delivered' });
  const invoiceOf = async (order: Order) =>
    linesOf((await print({ target: only(order), kind: 'invoice' })).url!);

  const before = await invoiceOf(placed);
  const after = (await invoiceOf(delivered)).join('\n');

  expect(before).toContainEqual(expect.stringMatching(/^\$[\d.]+ due \d\d\/\d\d\/\d{4}$/));
  expect(after).toMatch(/Delivered on \d\d\/\d\d\/\d{4}/);
  expect(after).toMatch(/^\$[\d.]+ paid on \d\d\/\d\d\/\d{4}$/m);
  expect(after).toContain('Central Time');
  expect(after).not.toMatch(/as soon as possible|America\/Chicago/);
  expect(before).toContain('Item | Qty | Unit price | Amount');
});

test('prints the logo', async () => {
  const admin = await shop.signIn({ permissions: ['access_setting'] });
  const order = await addOrder();
  const pictures = async () => {
    const { url } = await print({ target: only(order), kind: 'invoice' });
    const bytes = (await shop.server.inject(url!)).rawPayload;
    return bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;
  };
  expect(await pictures()).toBe(0);

  const saved = await admin.do(settingsRoutes.setLogo, {
    files: { logo: { name: 'logo.png', bytes: await pngOf('#d6293a', [600, 200]) } },
  });
  expect(saved.logo).not.toBeNull();
  expect(await pictures()).toBe(1);

  expect(await admin.do(settingsRoutes.setLogo, { files: {} })).toEqual({ logo: null });
  expect(await pictures()).toBe(0);
});

test.each(['a4', 'thermal'] as const)('formats phone numbers on %s paper', async (paper) => {
  const customer = { firstName: 'Grace', lastName: 'Hopper', phone: '+15125550199' };
  const order = await addOrder({ customer });

  const { url } = await print({ target: only(order), kind: 'packingSlip', paper });
  const text = (await linesOf(url!)).join('\n');

  expect(text).toContain('(512) 555-0199');
  expect(text).not.toContain('+15125550199');
});

test('prints names in all scripts and with emoji', async () => {
  const names = ['Zoë Łukasz', 'Мария Ελένη', 'שלום עולם', 'محمد بن سلمان', '王小明 🥕', 'x'.repeat(100)];
  const placed: Order[] = [];
  for (const [index, firstName] of names.entries()) {
    const customer = { firstName, lastName: 'مٌ\u200d🎉', phone: `+1 512 777 ${1000 + index}` };
    placed.push(await addOrder({ customer, note: firstName.repeat(9).slice(0, 900) }));
  }

  const { url } = await print({ target: only(...placed), kind: 'invoice', paper: 'thermal' });

  expect((await fetchPdf(url!)).boxes).toHaveLength(names.length);
});

test('prints many orders in a job, exactly those of the filter', async () => {
  const there = await addOrderLocation(shop);
  const apples = await addGoods(shop, there, { stock: 1000 });
  for (let index = 0; index < 26; index += 1)
    await placeOne(manager, there, apples, { fulfilment: 'pickup' });

  const requested = await print({ target: { filters: { locationId: there } } });
  await jobOver(manager, requested.jobId!);
  const job = await manager.do(jobRoutes.get, { params: { id: requested.jobId! } });

  expect(requested).toMatchObject({ url: null, orders: 26 });
  expect(job).toMatchObject({ status: 'done', done: 26, total: 26, title: 'Packing slips: 26 orders' });
  expect((await fetchPdf(job.files[0]!.url)).boxes).toHaveLength(26);
});

test('requires permission to view the orders', async () => {
  const order = await addOrder();
  const elsewhere = await addOrderLocation(shop);
  const owner = await shop.signIn({ permissions: ['order_view'], locations: [elsewhere] });
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const body = { kind: 'invoice' as const, target: only(order) };

  expect((await owner.call(documentRoutes.create, { body })).body.error?.code).toBe('bulk.nothing');
  expect((await clerk.call(documentRoutes.create, { body })).status).toBe(403);
});
