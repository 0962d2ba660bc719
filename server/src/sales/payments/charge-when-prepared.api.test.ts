import { orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { defaultSettings } from '@aisle/contract/system/settings';
import { expect, test } from 'vitest';
import {
  addCustomer,
  advanceTo,
  editLines,
  everyPaymentType,
  giveCoins,
  homeAddress,
  moveTo,
  viewOrder,
} from '../../../test/order-builders.ts';
import { openStripeStore } from '../../../test/stripe-builders.ts';

const store = await openStripeStore({
  goods: { name: 'Fish', price: 1250, stock: 500 },
  location: { deliveryFee: { base: 300, perMile: 100 } },
  settings: {
    paymentTypes: everyPaymentType,
    cards: { ...defaultSettings.cards, captureAt: 'prepared' },
  },
});
const { manager, stripe, pay, runGateway, addOrder } = store;

/** Sends requests until none is left: refunds follow charges. */
const settle = async () => {
  await runGateway();
  await runGateway();
};
const view = (order: Order) => viewOrder(manager, order._id);
const paidOrder = async (fulfilment: 'pickup' | 'delivery' = 'pickup') => {
  const order = await addOrder({ paymentType: 'card', fulfilment, status: 'orderPlaced' });
  await pay(order);
  return view(order);
};
const moveAddress = async (order: Order, longitude: number) => {
  const { version } = await view(order);
  const address = { ...homeAddress, line1: `${longitude} Elm St`, longitude };
  return manager.call(orderDetailRoutes.edit, { params: { id: order._id }, body: { version, address } });
};

test('charges the final total when the order is prepared, and nothing more at the hand-over', async () => {
  const order = await paidOrder();
  const picking = await moveTo(manager, order, 'processing');
  await editLines(manager, picking, { lines: [{ lineId: order.lines[0]!._id, pickedQuantity: 1 }] });
  await moveTo(manager, order, 'prepared');
  expect(await view(order)).toMatchObject({ paid: 0, payments: [{ underWay: 'capture' }] });
  await runGateway();
  expect(await view(order)).toMatchObject({
    status: 'prepared',
    paid: 1250,
    payments: [{ status: 'captured', amount: 1250 }],
  });

  await moveTo(manager, order, 'pickup');
  await moveTo(manager, order, 'delivered');
  await runGateway();
  expect(await view(order)).toMatchObject({ paid: 1250, refunds: [], payments: [{ status: 'captured' }] });
});

test("doesn't charge twice if the order is handed over before the gateway answers", async () => {
  const order = await paidOrder();
  await advanceTo(manager, order, 'delivered');
  await runGateway();
  expect(await view(order)).toMatchObject({ paid: 2500, payments: [{ status: 'captured', amount: 2500 }] });
});

test('refunds what the total falls by after that, and leaves an increase due', async () => {
  const order = await paidOrder('delivery');
  await advanceTo(manager, order, 'prepared');
  await runGateway();
  const charged = await view(order);
  expect(charged.paid).toBe(charged.total);

  expect((await moveAddress(order, -97.7431)).status).toBe(200);
  await settle();
  const nearer = await view(order);
  expect(nearer.total).toBeLessThan(charged.total);
  expect(nearer).toMatchObject({ refunded: charged.total - nearer.total });

  expect((await moveAddress(order, -97.6)).status).toBe(200);
  const farther = await view(order);
  expect(farther.payments).toContainEqual(
    expect.objectContaining({ status: 'due', amount: farther.total - nearer.total }),
  );
});

test('refunds what was charged while the total fell', async () => {
  const order = await paidOrder('delivery');
  const prepared = await advanceTo(manager, order, 'prepared');
  expect((await moveAddress(order, -97.7431)).status).toBe(200);
  await settle();
  const { total, paid, refunded } = await view(order);
  expect(paid).toBe(prepared.total);
  expect(refunded).toBe(paid - total);
});

test('refunds what was charged while the order was cancelled', async () => {
  const order = await paidOrder();
  await advanceTo(manager, order, 'prepared');
  await moveTo(manager, order, 'cancelled');
  await settle();
  expect(await view(order)).toMatchObject({ status: 'cancelled', paid: 2500, refunded: 2500 });
});

test("leaves the total due if the card can't be charged", async () => {
  const order = await paidOrder();
  const { data } = await stripe.paymentIntents.list({ limit: 100 });
  const intent = data.find(({ metadata }) => metadata.order === order._id)!;
  await stripe.paymentIntents.cancel(intent.id);
  await advanceTo(manager, order, 'prepared');
  await runGateway();
  expect(await view(order)).toMatchObject({
    status: 'prepared',
    payments: [{ status: 'failed' }, { status: 'due', amount: 2500 }],
  });
});

test('charges a card at once that pays for a prepared order', async () => {
  const order = await addOrder({ paymentType: 'cashOnDelivery', fulfilment: 'pickup' });
  await advanceTo(manager, order, 'prepared');
  await manager.do(paymentRoutes.confirm, {
    params: { id: order.mainOrder._id },
    body: { token: 'pm_card_visa' },
  });
  await runGateway();
  expect(await view(order)).toMatchObject({ status: 'prepared', paid: 2500 });
});

test('keeps what tenders hold until the hand-over', async () => {
  const { _id: customerId } = await addCustomer(manager);
  await giveCoins(manager, customerId, 300);
  const order = await addOrder({ customerId, paymentType: 'card', coins: 300, fulfilment: 'pickup' });
  await pay(order);
  await advanceTo(manager, await view(order), 'prepared');
  await runGateway();
  const prepared = await view(order);
  const held = prepared.payments.find(({ provider }) => provider === 'coins')!;
  expect(held.status).toBe('authorised');
  expect(prepared.paid).toBe(prepared.total - held.amount);
  for (const status of ['pickup', 'delivered']) await moveTo(manager, order, status);
  expect(await view(order)).toMatchObject({ paid: prepared.total, total: prepared.total });
});
