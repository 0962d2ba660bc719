import { shellRoutes } from '@aisle/contract/overview/shell';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { expect, test } from 'vitest';
import { addGoods, addOrderLocation, placeOne } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';
import { addTicket } from '../../../test/support-builders.ts';

const shop = await openShop();

test("counts new orders at the user's locations", async () => {
  const [here, elsewhere] = [await addOrderLocation(shop), await addOrderLocation(shop)];
  const admin = await shop.signIn();
  const clerk = await shop.signIn({ permissions: ['order_edit', 'order_add'], locations: [here] });
  const placed = await placeOne(admin, here, await addGoods(shop, here));
  await placeOne(admin, here, await addGoods(shop, here));
  await placeOne(admin, elsewhere, await addGoods(shop, elsewhere));
  const before = await clerk.do(shellRoutes.counts);

  await clerk.do(orderRoutes.updateStatus, { params: { id: placed._id }, body: { status: 'processing' } });

  expect(before).toEqual({ newOrders: 2 });
  expect(await clerk.do(shellRoutes.counts)).toEqual({ newOrders: 1 });
  expect(await admin.do(shellRoutes.counts)).toMatchObject({ newOrders: 2, outOfStock: expect.any(Number) });
});

test('counts open tickets', async () => {
  const agent = await shop.signIn({ permissions: ['support_add'] });
  await addTicket(agent);
  const ticket = await addTicket(await shop.signIn());
  await shop.db.owner.query(
    `UPDATE tickets SET status = 'resolved', due_at = NULL WHERE id = '${ticket._id}'`,
  );

  expect(await agent.do(shellRoutes.counts)).toEqual({ openTickets: 1 });
});

test('returns no counts to users without permissions', async () => {
  const unprivileged = await shop.signIn({ permissions: [] });

  expect(await unprivileged.do(shellRoutes.counts)).toEqual({});
});
