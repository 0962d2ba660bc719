import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hrefOf } from '../../../../test/render.tsx';
import { serve } from '../../../../test/server.ts';
import { duePayment, id, morning, order, refund } from '../order.fixtures.ts';
import { due, opened, panel } from './order-view.fixtures.tsx';

test("shows the customer's phone and earlier orders", async () => {
  const recent = [
    { _id: id(9), number: 'A-900', headlineStatus: 'delivered', total: 4200, createdAt: morning },
  ];
  await opened(
    order({
      customer: { ...order().customer, earlierOrders: 4, recent: recent as Order['customer']['recent'] },
    }),
  );

  const customer = await panel('Customer');
  expect(within(customer).getByRole('link', { name: 'Grace Hill' })).toBeTruthy();
  expect(hrefOf(within(customer).getByRole('link', { name: /202/ }))).toBe('tel:+12025550123');
  expect(within(customer).getByText('5 orders')).toBeTruthy();
  expect(hrefOf(within(customer).getByRole('link', { name: 'A-900' }))).toBe(`/orders/view/${id(9)}`);
  expect(customer.textContent).toContain('$42.00');
});

test.each([
  [0, 'First order'],
  [100, 'More than 100 orders'],
])('describes %i earlier orders as "%s"', async (earlierOrders, words) => {
  await opened(order({ customer: { ...order().customer, earlierOrders } }));

  expect(await screen.findByText(words)).toBeTruthy();
});

test('names the account if the order came with another name', async () => {
  const { customer } = order();
  await opened(order({ customer: { ...customer, name: 'Peter Jones', accountName: 'Grace Hill' } }));

  const shown = await panel('Customer');
  expect(within(shown).getByRole('link', { name: 'Peter Jones' })).toBeTruthy();
  expect(shown.textContent).toContain('Ordered with the account of Grace Hill');
});

test('shows payments with status, reference and failure reason', async () => {
  const payment = {
    kind: 'card',
    amount: 2300,
    giftCardId: null,
    hold: null,
    card: null,
    fee: null,
    underWay: null,
    authoriseAt: null,
    createdAt: morning,
    updatedAt: morning,
  } as const;
  await opened(
    order({
      paid: 2300,
      payments: [
        {
          ...payment,
          _id: id(11),
          provider: 'terminal',
          status: 'captured',
          reference: 'slip 8',
          problem: null,
        },
        {
          ...payment,
          _id: id(12),
          provider: 'simulated',
          status: 'failed',
          reference: null,
          problem: 'Card declined',
        },
      ],
    }),
  );

  const table = within(await screen.findByRole('table', { name: 'Payments and refunds' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'PaidCard terminal · slip 8$23.00',
    'FailedCardCard declined$23.00',
  ]);
});

test('shows when the card of an order for later is charged', async () => {
  const card = { brand: 'visa', last4: '4242', expires: '2029-04' };
  const payment = { ...duePayment(2300), kind: 'card', provider: 'stripe', card };
  const authoriseAt = '2026-12-05T15:00:00.000Z';
  await opened(
    order({
      payments: [
        { ...payment, _id: id(11), authoriseAt },
        { ...payment, _id: id(12), authoriseAt, status: 'failed', problem: 'Card declined' },
      ],
    }),
  );

  const table = within(await screen.findByRole('table', { name: 'Payments and refunds' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'Balance dueVisa …4242Card is charged on 12/05/2026$23.00',
    'FailedVisa …4242Card declined$23.00',
  ]);
});

test('shows what a card held, what was released and the fee', async () => {
  const payment = {
    ...duePayment(2300),
    kind: 'card',
    provider: 'stripe',
    reference: 'auth-12345678',
    card: { brand: 'visa', last4: '4242', expires: '2029-04' },
    hold: 2645,
  };
  await opened(
    order({
      paid: 2300,
      payments: [
        { ...payment, _id: id(11), status: 'authorised' },
        { ...payment, _id: id(12), status: 'captured', fee: 97 },
      ],
      nextAction: { kind: 'handleNextAction', clientSecret: 's', publishableKey: null, expiresAt: null },
    }),
  );

  const table = within(await screen.findByRole('table', { name: 'Payments and refunds' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'AuthorizedVisa …4242 · $26.45 held$23.00',
    'PaidVisa …4242 · $26.45 held, $3.45 released · $0.97 fee$23.00',
  ]);
  expect(screen.getByText('The customer has to confirm the payment with the bank')).toBeTruthy();
});

test('shows the state of a payment link', async () => {
  const link = {
    channel: 'email' as const,
    to: 'ada@shoppers.example',
    sentAt: '2026-11-21T15:00:00Z',
    expiresAt: '2026-11-21T18:00:00Z',
  };
  await opened(order({ payLink: { ...link, state: 'opened' } }));
  expect(await screen.findByText('Opened · ada@shoppers.example')).toBeTruthy();
  expect(screen.getByText(/^Ends:/)).toBeTruthy();
});

test('sums payments and refunds in one table', async () => {
  const done = refund(1, { status: 'refunded', amount: 1158, byHand: false, reason: 'Peaches bruised' });
  await opened(
    order({
      status: 'delivered',
      headlineStatus: 'delivered',
      paid: 2300,
      refunded: 1158,
      refunds: [done],
      payments: [{ ...due(2300)[0]!, provider: 'simulated', status: 'captured' }],
    }),
  );

  const table = within(await screen.findByRole('table', { name: 'Payments and refunds' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'PaidCard$23.00',
    'RefundedTo card · Peaches bruised-$11.58',
    'After refunds$11.42',
  ]);
});

test('shows the reason of a failed refund and retries it', async () => {
  const failed = refund(1, {
    status: 'refundFailed',
    allowed: ['refundInitiated'],
    problem: 'Bank is closed',
  });
  await opened(order({ status: 'delivered', headlineStatus: 'delivered', refunds: [failed] }));

  const refunds = await screen.findByRole('table', { name: 'Payments and refunds' });
  expect(within(refunds).getByText('Bank is closed')).toBeTruthy();
  expect(within(refunds).getByText('-$10.00')).toBeTruthy();
  expect(within(refunds).getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('links to the other order of a checkout', async () => {
  const sibling = {
    _id: id(8),
    number: 'A-1002',
    locationName: 'South',
    headlineStatus: 'processing',
    total: 900,
  } as const;
  await opened(order({ mainOrder: { ...order().mainOrder, siblings: [sibling] } }));

  const checkout = await panel('Checkout');
  expect(hrefOf(within(checkout).getByRole('link', { name: 'A-1002' }))).toBe(`/orders/view/${id(8)}`);
  expect(checkout.textContent).toContain('South');
  expect(within(checkout).getByText('web-5')).toBeTruthy();
});

test('shows the accepted driver with the door code', async () => {
  serve(dispatchRoutes.ofOrder, [
    {
      _id: id(21),
      driverId: id(22),
      driverName: 'Dora Drew',
      driverPhone: '+12025550199',
      status: 'accepted',
      tripId: id(23),
      tripNumber: 'T-7',
      dropCode: '4711',
      reason: null,
      isComingBack: false,
      proof: null,
      photo: null,
      wrongCodes: 5,
      wrongPickupCodes: 0,
      offeredAt: morning,
      offerExpiresAt: morning,
      endedAt: null,
    },
  ]);
  await opened(
    order({
      status: 'awaitingForDelivery',
      headlineStatus: 'driverConfirmed',
      dispatchStatus: 'driverConfirmed',
      handOverCode: '0815',
    }),
  );

  const driver = await panel('Delivery');
  await waitFor(() => expect(driver.textContent).toContain('Dora Drew'));
  expect(within(driver).getByTitle('The customer gives it to the driver').textContent).toBe('4711');
  expect(within(driver).getByTitle('You give it to the driver').textContent).toBe('0815');
  expect(driver.textContent).toContain('Wrong door codes5');
});

test('hides the hand-over code after the hand-over', async () => {
  serve(dispatchRoutes.ofOrder, []);
  await opened(
    order({ status: 'outOfDelivery', headlineStatus: 'outOfDelivery', handOverCode: '0815', allowed: [] }),
  );

  expect((await panel('Delivery')).textContent).not.toContain('0815');
});

test('shows the delivery time instead of the promise', async () => {
  await opened(
    order({
      status: 'delivered',
      headlineStatus: 'delivered',
      allowed: [],
      deliveredAt: morning,
      slot: null,
    }),
  );

  const delivery = await panel('Delivery');
  expect(within(delivery).getByText('Delivered')).toBeTruthy();
  expect(within(delivery).queryByText('As soon as possible')).toBeNull();
});
