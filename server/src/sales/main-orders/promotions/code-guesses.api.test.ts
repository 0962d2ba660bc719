import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import { expect, test } from 'vitest';
import {
  addCustomer,
  addGoods,
  addStorefront,
  basketOf,
  openStore,
  runSql,
} from '../../../../test/order-builders.ts';
import { publishPromotion } from '../../../../test/promotion-builders.ts';
import { refusal } from '../../../../test/shop.ts';
import { deleteOldCounts } from '../../../core/http/limits/limits.queries.ts';

const { shop, manager, location } = await openStore();
const marketer = await shop.signIn();
const item = await addGoods(shop, location, { price: 1000, stock: 1000 });
const code = 'SECRET-10';
await publishPromotion(marketer, {
  goods: { subProductIds: [item] },
  codes: { kind: 'shared', code },
});

const lines = [{ subProductId: item, locationId: location, quantity: 1 }];
const addresses = Array.from({ length: 200 }, (_, index) => `198.51.100.${index}`);
/** Each caller has an address of its own unless a test shares it. */
const newAddress = () => ({ 'x-forwarded-for': addresses.pop()! });
const quote = async (
  codes: string[],
  { headers = newAddress(), customerId }: { headers?: Record<string, string>; customerId?: string } = {},
) =>
  manager.do(mainOrderRoutes.quote, {
    body: { lines, fulfilment: 'pickup', codes, ...(customerId && { customerId }) },
    headers,
  });
const reasonsOf = ({ notApplied }: { notApplied: { reason: string }[] }) =>
  notApplied.map(({ reason }) => reason);
const guessesOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test('looks up no code of a customer after five unknown ones, from any address', async () => {
  const { _id: customerId } = await addCustomer(manager);
  const first = await quote(guessesOf(5, 'GUESS'), { customerId });
  const blocked = await quote([code], { customerId });
  const other = await quote([code], { customerId: (await addCustomer(manager))._id });

  expect(reasonsOf(first)).toEqual(Array(5).fill('unknown-code'));
  expect(blocked).toMatchObject({
    possible: true,
    discountTotal: 0,
    notApplied: [{ code, reason: 'too-many-tries', message: expect.stringContaining('Too many') }],
  });
  expect(other).toMatchObject({ discountTotal: 200, notApplied: [] });
});

test('counts a code once, however often its basket is quoted', async () => {
  const { _id: customerId } = await addCustomer(manager);
  for (let times = 0; times < 8; times += 1) await quote(['MISTYPED'], { customerId });

  expect((await quote([code], { customerId })).discountTotal).toBe(200);
});

test('limits an address to 20 unknown codes, and a storefront for all its shoppers to 300', async () => {
  const headers = newAddress();
  const storefront = { ...(await addStorefront(shop)), ...headers };
  const ask = (codes: string[]) =>
    shop.anonymous.do(mainOrderRoutes.quote, {
      body: { lines, fulfilment: 'pickup', codes },
      headers: storefront,
    });
  for (let times = 0; times < 4; times += 1) await quote(guessesOf(5, `DESK${times}X`), { headers });
  expect(reasonsOf(await quote([code], { headers }))).toEqual(['too-many-tries']);

  for (let times = 0; times < 60; times += 1) {
    expect(reasonsOf(await ask(guessesOf(5, `SHOP${times}X`)))[0]).toBe('unknown-code');
  }

  expect(reasonsOf(await ask([code]))).toEqual(['too-many-tries']);
  expect((await quote([code])).discountTotal).toBe(200);
});

test('places an order without the code past the limit, and counts the codes of rejected orders', async () => {
  const { _id: customerId } = await addCustomer(manager);
  const create = (codes: string[], requireCodes: boolean) =>
    manager.call(mainOrderRoutes.create, {
      body: {
        ...basketOf({ lines, fulfilment: 'pickup' }),
        customer: undefined,
        customerId,
        codes,
        requireCodes,
      },
      headers: newAddress(),
    });

  const rejected = await create(guessesOf(5, 'WRONG'), true);
  const placed = await create([code], false);

  expect(refusal(rejected)).toEqual([409, 'promotions.code-not-applied']);
  expect(placed.data).toMatchObject({ total: 1000, notApplied: [{ reason: 'too-many-tries' }] });
  expect(refusal(await create([code], true))).toEqual([409, 'promotions.code-not-applied']);
});

test('deletes the counts after their window', async () => {
  await quote(['OUTDATED']);
  const count = () =>
    runSql<{ left: number }>(
      shop,
      "SELECT count(*)::int AS left FROM limit_counts WHERE key LIKE 'codes of %'",
    );
  expect((await count())[0]!.left).toBeGreaterThan(0);

  await runSql(shop, "UPDATE limit_counts SET ends_at = now() - interval '1 second'");
  await shop.look(deleteOldCounts);

  expect(await count()).toEqual([{ left: 0 }]);
});
