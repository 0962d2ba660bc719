import { bankingDayFrom } from '@aisle/contract/core/banking-days';
import { addDays } from '@aisle/contract/core/dates';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import { beforeEach, expect, test } from 'vitest';
import { addOrderLocation, decide } from '../../../test/order-builders.ts';
import { dayAgo, letDaysPass, owe, recordPayout, recordVoid, state } from '../../../test/payable-builders.ts';
import { openShop } from '../../../test/shop.ts';

// Postings are moved into the past, outside the days that are marked for a recount.
const shop = await openShop({}, { isBroken: true });
const finance = await shop.signIn();
let here: string;
const weekly = { every: 'week', weekday: 0, holdDays: 2, minimumPayout: 2500 } as const;
beforeEach(async () => {
  await decide(shop, { statements: weekly });
  here = await addOrderLocation(shop, { name: 'South Lamar' });
});
const payoutsHere = async () =>
  (await finance.do(statementRoutes.listOfLocation, { body: { locationId: here } })).payouts;

test('expects the payout on the banking day after period and hold days', async () => {
  await owe(finance, here, 50_000);
  const [due] = (await finance.do(statementRoutes.due, { body: { filters: { locationId: here } } })).records;

  expect(await payoutsHere()).toEqual({
    next: { day: bankingDayFrom(addDays(due!.periodEnd, 3)), amount: due!.estimate, isEstimate: true },
    last: null,
  });
});

test('expects nothing below the minimum payout, and no date without a schedule', async () => {
  await owe(finance, here, 2000);
  expect((await payoutsHere()).next).toMatchObject({ amount: 0 });

  await decide(shop, { statements: { ...weekly, every: 'never' } });

  expect((await payoutsHere()).next).toBeNull();
});

test('shows open statements as the next payout, then the account of the last one', async () => {
  const account = {
    bankName: 'Lone Star',
    accountHolder: 'South Lamar LLC',
    routingNumber: '111900015',
    accountNumber: '4400218730',
  };
  await finance.do(payoutAccountRoutes.save, { params: { id: here }, body: account });
  await owe(finance, here, 50_000);
  await letDaysPass(shop, here, 2);
  const statement = await state(finance, here, dayAgo(1));
  expect((await payoutsHere()).next).toEqual({ day: null, amount: 50_000, isEstimate: false });

  const paid = await finance.do(payoutRoutes.payout, {
    params: { id: statement._id },
    headers: { 'idempotency-key': statement._id },
    body: { method: 'bankTransfer', reference: 'WIRE-7', paidOn: dayAgo() },
  });

  const { _id, number } = statement;
  expect(paid.payout).toMatchObject({ accountLast4: '8730' });
  expect(await payoutsHere()).toEqual({
    next: expect.objectContaining({ amount: 0, isEstimate: true }),
    last: { amount: 50_000, paidOn: dayAgo(), accountLast4: '8730', statement: { _id, number } },
  });
});

test('shows owners the payouts of their own locations on the dashboard', async () => {
  const other = await addOrderLocation(shop, { name: 'Not theirs' });
  await owe(finance, other, 70_000);
  await owe(finance, here, 50_000);
  const owner = await shop.signIn({ permissions: ['location_report'], locations: [here] });
  const clerk = await shop.signIn({ permissions: ['order_list'], locations: [here] });

  const { payouts, money } = await owner.do(dashboardRoutes.data, {});

  expect(payouts).toMatchObject([{ locationId: here, locationName: 'South Lamar', last: null }]);
  expect(payouts![0]!.next!.amount).toBeGreaterThanOrEqual(50_000);
  expect(money).toBeUndefined();
  expect((await clerk.do(dashboardRoutes.data, {})).payouts).toBeNull();
});

test('shows finance the amounts due, open statements and failed payouts, like the lists', async () => {
  const auditor = await shop.signIn({
    userType: 'others',
    permissions: ['location_report', 'statement_all_view', 'statement_generate', 'driver_list'],
  });
  await owe(finance, here, 9000);
  const returned = await state(finance, here);
  await recordVoid(shop, here, await recordPayout(shop, returned));
  await owe(finance, here, 4000);
  const query = { locationId: here };

  const { money } = await auditor.do(dashboardRoutes.data, { query });

  expect(money).toEqual({
    due: { amount: 4000, locations: 1 },
    openStatements: { amount: 9000, count: 1 },
    failedPayouts: { amount: 9000, count: 1 },
    cashHeld: { amount: 0, drivers: 0 },
  });
  const failed = await auditor.do(statementRoutes.list, {
    body: { filters: { ...query, payoutFailed: true } },
  });
  expect(failed.records.map(({ number }) => number)).toEqual([returned.number]);
  const others = await auditor.do(statementRoutes.list, {
    body: { filters: { ...query, payoutFailed: false } },
  });
  expect(others.totalRecord).toBe(0);
  const reader = await shop.signIn({ userType: 'others', permissions: ['location_report'] });
  expect((await reader.do(dashboardRoutes.data, { query })).money).toBeNull();
});
