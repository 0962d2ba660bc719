import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import { allPermissions } from '@aisle/contract/permissions';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { recallRoutes } from '@aisle/contract/sales/recalls';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { payoutRunWork } from '../src/finance/payouts/payout-run-work.ts';
import { orderStepChanges } from '../src/sales/order-bulk/order-bulk-work.ts';
import { bulkWork } from '../src/system/bulk/bulk.ts';
import { jobOver, workJobs } from './jobs-builders.ts';
import { addGoods, addOrderLocation, decide } from './order-builders.ts';
import { dayAgo, refundNow, state } from './payable-builders.ts';
import { addPromotion } from './promotion-builders.ts';
import { addBankPayout, addDispute, deliver, requestReturn } from './return-builders.ts';
import { openShop, type Person } from './shop.ts';
import { addPlan, subscribeTo } from './subscription-builders.ts';
import { addTicket } from './support-builders.ts';

// Users type the beginning of a printed number, with or without its letter.

type Letter = 'O' | 'M' | 'L' | 'C' | 'R' | 'S' | 'Q' | 'X' | 'H' | 'I' | 'J' | 'P' | 'V' | 'D';
/** A record of each kind, and the records that some lists belong to. */
interface Filled {
  numbers: Record<Letter, string>;
  ids: Record<'O' | 'L' | 'C' | 'Q' | 'X', string>;
  location: string;
  customerId: string;
  bulkStepId: string;
}

const shop = await openShop();
await workJobs(shop, { orderSteps: bulkWork(orderStepChanges), payoutRun: payoutRunWork });
const admin = await shop.signIn();
await decide(shop, {
  paymentTypes: { cashOnDelivery: true, card: true, coins: true },
  coins: { earnPerDollar: 1, redeemCents: 1, expiryDays: null },
});
const location = await addOrderLocation(shop);
const owner = await shop.signIn({ permissions: [...allPermissions], locations: [location] });
const filled = await fill(location);

async function fill(location: string): Promise<Filled> {
  // The first numbers have three digits, the minimum for searching by beginning.
  await shop.sql`ALTER SEQUENCE stock_count_number RESTART 3001`;
  await shop.sql`ALTER SEQUENCE journal_number RESTART 4001`;
  await shop.sql`ALTER SEQUENCE payout_run_number RESTART 5001`;
  const goods = await addGoods(shop, location, { price: 1000, expiresOn: '2999-01-31' });
  // Read by the owner, who sees the location's customers and bulk steps.
  const order = await deliver(owner, location, goods, { quantity: 4 });
  const request = await requestReturn(admin, order);
  await refundNow(admin, order, 100);
  const statement = await state(admin, location);
  await owner.do(api.payouts.run, {
    body: { statementIds: [statement._id], method: 'bankTransfer', paidOn: dayAgo() },
  });
  const { records: runs } = await owner.do(api.payouts.runs, { body: {} });
  const [checkout] = (await admin.do(mainOrderRoutes.list, { body: {} })).records;
  const [lot] = (await admin.do(inventoryRoutes.list, { body: {} })).records;
  await admin.do(inventoryRoutes.edit, {
    params: { id: lot!._id },
    body: { lotNumber: 'A-77', version: lot!.version },
  });
  const lines = [{ subProductId: goods, quantity: 1 }];
  const between = { fromLocationId: location, toLocationId: await addOrderLocation(shop) };
  const transfer = await admin.do(transferRoutes.create, { body: { ...between, lines } });
  const count = await admin.do(stockCountRoutes.create, { body: { locationId: location } });
  const ticket = await addTicket(admin, { locationId: location });
  await subscribeTo(admin, order.customer._id, (await addPlan(admin))._id);
  const { records: posted } = await admin.do(api.books.journals, {
    body: { filters: { locationId: location } },
  });
  const { records: subscribed } = await admin.do(api.subscriptions.list, { body: {} });
  const target = { ids: [order._id], filters: {} };
  const bulkStep = await owner.do(orderBulkRoutes.create, { body: { target, status: 'delivered' } });
  await jobOver(owner, bulkStep.jobId!);
  const input = { title: 'Glass', reason: 'Splinters', selection: { subProductIds: [goods] } };
  const recall = await admin.do(recallRoutes.create, { body: input });
  const promotion = await addPromotion(owner, {
    locationIds: [location],
    funding: { marketplace: 0, location: 100, vendor: 0 },
  });
  await addBankPayout(shop, order._id);
  return {
    numbers: {
      O: order.number,
      M: checkout!.number,
      L: lot!.number,
      C: count.number,
      R: request.number,
      S: statement.number,
      Q: recall.number,
      X: transfer.number,
      H: ticket.number,
      I: subscribed[0]!.invoiceNumber,
      J: posted[0]!.number!,
      P: runs[0]!.number!,
      V: promotion.number,
      D: (await addDispute(shop, order._id)).number,
    },
    ids: { O: order._id, L: lot!._id, C: count._id, Q: recall._id, X: transfer._id },
    location,
    customerId: order.customer._id,
    bulkStepId: bulkStep._id,
  };
}

interface Listed {
  route: Route;
  letters: readonly Letter[];
  body?: () => object;
  /** Rows that contain the ID of their record, but not its number. */
  byId?: true;
  /** Users limited to certain locations see none of its rows. */
  ofMarketplace?: true;
}
const lists: Record<string, Listed> = {
  'orders.list': { route: api.orders.list, letters: ['O'] },
  'mainOrders.list': { route: api.mainOrders.list, letters: ['M'] },
  'mainOrders.list by number': {
    route: api.mainOrders.list,
    letters: ['M'],
    body: () => ({ sort: { field: 'number', order: 'asc' } }),
  },
  'disputes.list': { route: api.disputes.list, letters: ['D', 'O'] },
  'payments.list': { route: api.payments.list, letters: ['O'] },
  'refunds.list': { route: api.refunds.list, letters: ['O'] },
  'returns.list': { route: api.returns.list, letters: ['R', 'O'] },
  'orderBulk.rows': {
    route: api.orderBulk.rows,
    letters: ['O'],
    body: () => ({ filters: { bulkStepId: filled.bulkStepId } }),
  },
  'recalls.list': { route: api.recalls.list, letters: ['Q'] },
  'promotions.list': { route: api.promotions.list, letters: ['V'] },
  'recalls.rows': {
    route: api.recalls.rows,
    letters: ['L', 'O'],
    body: () => ({ filters: { recallId: filled.ids.Q } }),
  },
  'inventory.list': { route: api.inventory.list, letters: ['L'] },
  'expiry.lots': { route: api.expiry.lots, letters: ['L'] },
  'stockCounts.list': { route: api.stockCounts.list, letters: ['C'] },
  'transfers.list': { route: api.transfers.list, letters: ['X'] },
  'statements.list': { route: api.statements.list, letters: ['S'] },
  'statements.listOfLocation': {
    route: api.statements.listOfLocation,
    letters: ['S'],
    body: () => ({ locationId: filled.location }),
  },
  'payouts.runs': { route: api.payouts.runs, letters: ['P'] },
  'reconciliation.rows': { route: api.reconciliation.rows, letters: ['O'] },
  'books.journals': { route: api.books.journals, letters: ['J', 'O'] },
  'books.entries': { route: api.books.entries, letters: ['J', 'O'] },
  'support.list': { route: api.support.list, letters: ['H'] },
  'subscriptions.list': { route: api.subscriptions.list, letters: ['I'], ofMarketplace: true },
  'coins.history': {
    route: api.coins.history,
    letters: ['O'],
    body: () => ({ customerId: filled.customerId }),
  },
  'audit.list': { route: api.audit.list, letters: ['O', 'L', 'C', 'Q', 'X'], byId: true },
};

const rowsOf = async (person: Person, { route, body }: Listed, search: string): Promise<object[]> => {
  const got = await person.send(route, { body: { ...body?.(), search } });
  expect(got.status, JSON.stringify(got.body)).toBe(200);
  return (got.data as { records: object[] }).records;
};
/** The beginning of a number, as typed. */
const typed = (number: string): string[] => {
  const beginning = number.slice(0, -1);
  const digits = beginning.slice(2);
  return [number, beginning, beginning.toLowerCase(), `${number[0]!.toLowerCase()}${digits}`, digits];
};

describe.each(Object.entries(lists))('%s', (_, list) => {
  const expected = (letter: Letter) =>
    list.byId ? filled.ids[letter as keyof Filled['ids']] : `"${filled.numbers[letter]}"`;

  test.each(list.letters)('finds a number with the letter %s by its beginning', async (letter) => {
    for (const search of typed(filled.numbers[letter])) {
      const rows = await rowsOf(admin, list, search);
      expect([search, JSON.stringify(rows)]).toEqual([search, expect.stringContaining(expected(letter))]);
    }
    expect(await rowsOf(admin, list, `${letter}-98765`)).toEqual([]);
  });

  test('finds it for users who see it at their location', async () => {
    if (list.route.everywhere) return;
    const letter = list.letters[0]!;
    const rows = await rowsOf(owner, list, typed(filled.numbers[letter])[1]!);

    if (list.ofMarketplace) expect(rows).toEqual([]);
    else expect(JSON.stringify(rows)).toContain(expected(letter));
  });
});

test.each([
  ['C', api.stockCounts.list],
  ['X', api.transfers.list],
  ['S', api.statements.list],
  ['Q', api.recalls.list],
  ['V', api.promotions.list],
] as const)(
  'finds a number with the letter %s in a short list from its first digit on',
  async (letter, route) => {
    const rows = await rowsOf(admin, { route, letters: [letter] }, filled.numbers[letter].slice(0, 3));

    expect(JSON.stringify(rows)).toContain(filled.numbers[letter]);
  },
);

/** The fields with the row's own number, or that of its order. */
const fields = ['number', 'orderNumber', 'invoiceNumber'];
/** Their records have a number, but they are searched by other fields. */
const searchedByOthers = {
  'inventory.movements': 'by what moved',
  'messages.orders': 'needs a sent message, so the test of messages searches it',
  'giftCards.list': 'closed to users of locations, so the test of gift cards searches it',
  'vendorClaims.list': 'closed to users of locations, so the test of claims searches it',
  'inventory.expiring': 'a list for programs, which filter it',
  'statements.balanceEntries': 'not searched at all',
  'payouts.previewRun': 'not searched at all',
  'reports.discount': 'not searched at all',
};
test('tests every list of records with numbers', () => {
  const numbered = Object.entries(api).flatMap(([resource, routes]) =>
    Object.entries(routes as Record<string, Route>).flatMap(([name, { data }]) => {
      const rows = (data as z.ZodObject<{ records?: z.ZodArray<z.ZodObject> }> | undefined)?.shape?.records;
      const columns = Object.keys(rows?.element?.shape ?? {});
      return fields.some((field) => columns.includes(field)) ? [`${resource}.${name}`] : [];
    }),
  );

  expect(numbered.length).toBeGreaterThan(10);
  expect(numbered.filter((name) => !(name in lists) && !(name in searchedByOthers))).toEqual([]);
});
