import { bankingDayFrom } from '@aisle/contract/core/banking-days';
import { addDays, formatDay } from '@aisle/contract/core/dates';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { type Statement, statementRoutes } from '@aisle/contract/finance/statements';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addTax } from '../../../test/catalogue-builders.ts';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { addGoods, addOrderLocation, decide } from '../../../test/order-builders.ts';
import { dayAgo, letDaysPass, refundNow, state } from '../../../test/payable-builders.ts';
import { readPdfText } from '../../../test/pdf-text.ts';
import { deliver } from '../../../test/return-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';
import { printedAtOnce, statementPdfWork } from './statement-pdf.ts';

const { pdf, payout, void: voidRoute } = payoutRoutes;
let here: string;
let wine: string;

// Postings are moved into the past, outside the days that are marked for a recount.
const shop = await openShop({}, { isBroken: true });
const finance = await shop.signIn();
const runner = await workJobs(shop, { statementPdf: statementPdfWork });
beforeEach(async () => {
  await decide(shop, { brandName: 'Corner Fresh', marketplaceAddress: '9 Elm St\nAustin, TX 78702' });
  here = await addOrderLocation(shop, { name: 'South Lamar' });
  wine = await addGoods(shop, here, { price: 1000, taxIds: [await addTax(shop, 10)] });
});
afterAll(() => runner.stop());

const adjust = (amount: number, reason: string, note?: string) =>
  finance.do(statementRoutes.adjust, { body: { locationId: here, amount, reason, ...(note && { note }) } });
const pay = ({ _id: id, version }: Statement) => {
  const body = { method: 'check' as const, reference: '4711', paidOn: dayAgo(), version };
  return finance.do(payout, { params: { id }, body });
};
async function read(url: string) {
  const got = await shop.server.inject({ method: 'GET', url });
  expect([got.statusCode, got.headers['content-type']]).toEqual([200, 'application/pdf']);
  const pages = readPdfText(got.rawPayload);
  return { pages, lines: pages.flatMap(({ lines }) => lines), headers: got.headers };
}
const printed = async ({ _id: id }: Statement) => {
  const { url, jobId } = await finance.do(pdf, { params: { id } });
  expect(jobId).toBeNull();
  return read(url!);
};
const today = () => formatDay(dayAgo());

test('prints the payer, payee, amount and reasons', async () => {
  const order = await deliver(finance, here, wine, { quantity: 2 });
  await adjust(-150, 'Shelf fee', 'As agreed in June');
  const statement = await state(finance, here);
  await pay(statement);
  await finance.do(voidRoute, { params: { id: statement._id }, body: { reason: 'Account closed' } });

  const { pages, lines, headers } = await printed(statement);

  expect(headers['content-disposition']).toBe(`inline; filename="Statement ${statement.number}.pdf"`);
  expect(pages.map(({ width, height }) => [width, height])).toEqual([[612, 792]]);
  expect(lines).toEqual([
    'Statement | Corner Fresh',
    `Statement number | ${statement.number}`,
    `Period | ${today()} – ${today()}, Central Time`,
    `Date of issue | ${today()}`,
    'From | To',
    'Corner Fresh | South Lamar',
    '9 Elm St | 1 Main St',
    'Austin, TX 78702 | Austin, TX 78701',
    '$18.50 due',
    '1 delivered order',
    'Description | Rate | Of | Amount',
    'Goods | $20.00',
    'Tax | $2.00',
    'Commission | 10% | $20.00 | -$2.00',
    'Adjustments | -$1.50',
    'Total | $18.50',
    'Payment',
    `Check 4711, paid ${today()} | $18.50`,
    `Returned ${today()}: Account closed | -$18.50`,
    'By day',
    'Day | Orders | Goods | Tax | Commission | Adjustments | Total',
    `${today()} | 1 | $20.00 | $2.00 | -$2.00 | -$1.50 | $18.50`,
    'Total | 1 | $20.00 | $2.00 | -$2.00 | -$1.50 | $18.50',
    'Adjustments',
    'Day | Reason | Note | Amount',
    `${today()} | Shelf fee | As agreed in June | -$1.50`,
    'Total | -$1.50',
    `Orders of statement ${statement.number}`,
    'Order | Date | Rate | Goods | Tax | Commission | Total',
    `${order.number} | ${today()} | 10% | $20.00 | $2.00 | -$2.00 | $20.00`,
    'Total | $20.00 | $2.00 | -$2.00 | $20.00',
    `Corner Fresh · Statement ${statement.number} · Page 1 of 1`,
  ]);
});

test('shows the amount and day of a payout on top', async () => {
  await decide(shop, { statements: { every: 'week', weekday: 0, holdDays: 3, minimumPayout: 0 } });
  await adjust(2000, 'Campaign');
  const statement = await state(finance, here);
  const open = await printed(statement);
  await pay(statement);
  const paid = await printed(statement);

  const due = bankingDayFrom(addDays(statement.to, 4));
  expect(open.lines).toContain(`$20.00 due ${formatDay(due)}`);
  expect(paid.lines).toContain(`$20.00 paid on ${today()}`);
  expect(paid.lines).toContain('Check 4711 · 0 delivered orders');
});

test('names the corrected statement for a refund of a paid order', async () => {
  const order = await deliver(finance, here, wine, { quantity: 2 });
  const first = await state(finance, here);
  await pay(first);
  await letDaysPass(shop, here, 3);
  await refundNow(finance, order, 1100);
  const second = await state(finance, here);

  const { lines } = await printed(second);

  expect(lines).toContain('Corrections of paid statements');
  expect(lines).toContain(`${today()} | ${order.number} | ${first.number} | Damaged | -$10.00`);
  expect(lines).toContain('Total | -$10.00');
  expect(lines).toContain('Nothing is paid for this statement. Its total is carried into the next one.');
});

test('prints the carried amount as a separate line, and supports A4', async () => {
  await decide(shop, { statementPaper: 'a4' });
  await adjust(-500, 'Shelf fee');
  const carried = await state(finance, here);
  await adjust(2000, 'Campaign');

  const { pages, lines } = await printed(await state(finance, here));

  expect(pages[0]).toMatchObject({ width: 595.28, height: 841.89 });
  expect(lines).toContain(`Carried in from ${carried.number} | -$5.00`);
  expect(lines).toContain('Total | $15.00');
});

test('prints all of many adjustments on numbered pages', async () => {
  for (let index = 1; index <= 230; index += 1) await adjust(index, `Adjustment ${index}`);

  const { pages, lines } = await printed(await state(finance, here));

  expect(pages.length).toBeGreaterThan(3);
  expect(lines.filter((line) => line.includes('| Adjustment '))).toHaveLength(230);
  for (const [index, page] of pages.entries()) {
    expect(page.lines.at(-1)).toMatch(new RegExp(`Page ${index + 1} of ${pages.length}$`));
  }
}, 30_000);

test('prints a statement of ten thousand orders in a job', async () => {
  expect(printedAtOnce).toBeLessThan(10_000);
  // Sales of one dollar each, as deliveries post them.
  await shop.db.owner.query(`
    WITH sold AS (
      INSERT INTO journals (location_id, id, kind, cause_id)
      SELECT '${here}', gen_random_uuid(), 'sale', gen_random_uuid() FROM generate_series(1, 10000) RETURNING id
    )
    INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount)
    SELECT '${here}', id, entry.* FROM sold, (VALUES (1, 'customerPayments', 'payment', 100),
      (2, 'locationPayable', 'goods', -100)) AS entry`);
  const statement = await state(finance, here);

  const { url, jobId } = await finance.do(pdf, { params: { id: statement._id } });
  await jobOver(finance, jobId!);
  const job = await finance.do(jobRoutes.get, { params: { id: jobId! } });

  expect([url, job.status, job.title]).toEqual([null, 'done', `PDF of statement ${statement.number}`]);
  expect((await read(job.files[0]!.url)).lines).toContain('10,000 delivered orders');
}, 30_000);
test("rejects printing another location's statement", async () => {
  await adjust(500, 'Campaign');
  const { _id: id } = await state(finance, here);
  const owner = await shop.signIn({ permissions: ['location_report'], locations: [here] });
  const clerk = await shop.signIn({ permissions: ['order_list'] });
  const there = await addOrderLocation(shop);
  const other = await shop.signIn({ permissions: ['location_report'], locations: [there] });

  expect((await owner.call(pdf, { params: { id } })).status).toBe(200);
  expect((await other.call(pdf, { params: { id } })).status).toBe(404);
  expect((await clerk.call(pdf, { params: { id } })).status).toBe(403);
  expect((await owner.call(pdf, { params: { id: newId() } })).status).toBe(404);
});
