import type { Route } from '@aisle/contract/core/route';
import { bookRoutes } from '@aisle/contract/finance/books';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { handInRoutes } from '@aisle/contract/sales/hand-ins';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { refundRoutes } from '@aisle/contract/sales/refunds/refunds';
import { expect, test } from 'vitest';
import { jobOver, workJobs } from '../../../test/jobs-builders.ts';
import { addGoods, addOrderLocation, decide } from '../../../test/order-builders.ts';
import { dayAgo, owe, refundNow, state } from '../../../test/payable-builders.ts';
import { deliver } from '../../../test/return-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { payoutRunWork } from '../payouts/payout-run-work.ts';

const shop = await openShop();
await workJobs(shop, { payoutRun: payoutRunWork });
const finance = await shop.signIn();
await decide(shop, {});
const here = await addOrderLocation(shop, { name: 'South Lamar' });
const goods = await addGoods(shop, here, { name: 'Wine', price: 1000 });
for (const quantity of [1, 2, 3]) {
  await refundNow(finance, await deliver(finance, here, goods, { quantity }), 100 * quantity);
  const statement = await state(finance, here);
  const body = { statementIds: [statement._id], method: 'bankTransfer' as const, paidOn: dayAgo() };
  await jobOver(finance, (await finance.do(payoutRoutes.run, { body })).jobId);
}
await owe(finance, here, 1500);
const other = await addOrderLocation(shop, { name: 'Elsewhere' });
await owe(finance, other, 700);

interface MoneyPage {
  records: Record<string, number>[];
  totals: Record<string, number>;
}
test.each<[string, Route, string[], number]>([
  ['statements', statementRoutes.list, ['total', 'goods', 'commission', 'refunds'], 3],
  ['amounts due', statementRoutes.due, ['amount'], 2],
  ['payout runs', payoutRoutes.runs, ['total'], 3],
  ['payments', paymentRoutes.list, ['amount'], 3],
  ['refunds', refundRoutes.list, ['amount'], 3],
  ['journals', bookRoutes.journals, ['amount'], 11],
  ['hand-ins', handInRoutes.list, ['expected', 'counted', 'difference'], 0],
])('adds up %s over all pages', async (_, route, fields, count) => {
  const pageOf = async (limit: number) =>
    (await finance.send(route, { body: { limit } })).data as unknown as MoneyPage;

  const [all, first] = [await pageOf(100), await pageOf(1)];

  expect(all.records).toHaveLength(count);
  for (const field of fields) {
    const sum = all.records.reduce((total, record) => total + record[field]!, 0);
    expect(all.totals[field], field).toBe(sum);
    expect(first.totals[field], field).toBe(sum);
  }
});

test('adds up only the rows of the filter', async () => {
  const body = { filters: { locationId: other } };

  expect((await finance.do(statementRoutes.due, { body })).totals).toEqual({ amount: 700 });
});
