import { dispatchRoutes } from '@aisle/contract/sales/dispatch';
import { orderEmailRoutes } from '@aisle/contract/sales/order-emails';
import type { Order } from '@aisle/contract/sales/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { event, id, line, morning, order, refund } from './order-examples.ts';
import { OrderView } from './order-view.tsx';

const staff = ['order_view', 'order_edit', 'cancel_order', 'customer_view'] as const;
const opened = (shown: Order, permissions: readonly (typeof staff)[number][] = staff) => {
  serve(orderRoutes.view, shown);
  return show(<OrderView />, { at: `/orders/view/${shown._id}`, page: '/orders/view/$id', permissions });
};
const panel = async (name: string) =>
  (await screen.findByRole('heading', { name })).closest('section') as HTMLElement;
// What is printed says much of it once more.
const items = async () => within(await panel('Items'));

beforeEach(() => {
  serve(dispatchRoutes.ofOrder, []);
  serve(orderEmailRoutes.list, []);
});

const head = async () => (await screen.findByRole('heading', { level: 1 })).closest('header') as HTMLElement;

test('the head says who ordered what from where, its status, and what was refunded', async () => {
  await opened(
    order({
      status: 'delivered',
      headlineStatus: 'delivered',
      dispatchStatus: null,
      allowed: [],
      paid: 2300,
      refunded: 1158,
      paymentType: 'card',
    }),
  );

  const shown = within(await head());
  expect(shown.getByRole('heading', { name: 'A-1001', level: 1 })).toBeTruthy();
  expect(shown.getByText('Delivered')).toBeTruthy();
  expect(shown.getByText('Refunded $11.58')).toBeTruthy();
  const line = shown.getByText('Grace Hill').closest('dl')?.textContent;
  expect(line).toContain('Delivery from North');
  expect(line).toContain('Placed 11/20/2026');
  expect(line).toContain('$23.00 card');
  expect(shown.getByRole('button', { name: 'Refund…' })).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Return or replace…' })).toBeTruthy();
  expect(shown.getByRole('button', { name: 'Print' })).toBeTruthy();
  // Nothing that says that there is nothing to do.
  expect(screen.queryByText(/next step|nothing is left/i)).toBeNull();
  expect(shown.queryByRole('button', { name: /^More for/ })).toBeNull();
});

const due = (amount: number) => [
  {
    _id: id(11),
    kind: 'cashOnDelivery',
    provider: null,
    status: 'due' as const,
    amount,
    reference: null,
    underWay: null,
    problem: null,
    createdAt: morning,
    updatedAt: morning,
  },
];

test('cash that is still to be collected is in the head', async () => {
  await opened(order({ payments: due(2300) }));

  expect(within(await head()).getByText('Collect $23.00 cash')).toBeTruthy();
});

test('a delivered order that nobody paid says so', async () => {
  await opened(order({ status: 'delivered', headlineStatus: 'delivered', payments: due(2300), allowed: [] }));

  expect(within(await head()).getByText('$23.00 unpaid')).toBeTruthy();
});

test('an order that waits for its payment offers to take it as the next step', async () => {
  await opened(
    order({
      status: 'pending',
      headlineStatus: 'pending',
      paymentType: 'card',
      allowed: ['cancelled'],
      payments: due(2300),
    }),
  );

  expect(within(await head()).getByText('$23.00 due')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Take payment…' })).toHaveLength(1);
});

test('an order waits for its slot until it is over', async () => {
  const slot = { from: '2026-11-20T16:00:00.000Z', to: '2026-11-20T18:00:00.000Z' };
  await opened(order({ slot }));

  expect((await head()).textContent).toContain('Due 11/20/2026, 4 – 6 PM');
});

test('an order that is gone says so, with the way back to the orders', async () => {
  serve(orderRoutes.view, refusal(404, 'not-found', 'There is no such order'));

  await show(<OrderView />, { at: `/orders/view/${id(9)}`, page: '/orders/view/$id', permissions: staff });

  const [way] = await screen.findAllByRole('link', { name: /Orders/ });
  expect(way?.getAttribute('href')).toBe('/orders');
});

test('lines show what was ordered, what was picked and what it comes to', async () => {
  await opened(
    order({
      status: 'prepared',
      lines: [
        line(1, 'Apples', { pickedQuantity: 1, total: 500 }),
        line(2, 'Cheese', { soldByWeight: true, unit: 'lb', quantity: 1, pickedQuantity: 1.05, total: 525 }),
      ],
    }),
  );
  const table = await items();
  const cellsOf = (name: RegExp) =>
    within(table.getByRole('row', { name }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);

  expect(cellsOf(/Apples/)).toEqual([
    expect.stringContaining('Apples'),
    '2',
    '1 (less than ordered)',
    '$5.00',
    expect.stringContaining('$5.00'),
  ]);
  expect(cellsOf(/Cheese/)[2]).toBe('1.05 lb weighed');
  expect(cellsOf(/Cheese/)[3]).toBe('$5.00 / lb');
});

test('a line tells its note, its discount and that the shop added it', async () => {
  await opened(
    order({ lines: [line(1, 'Apples', { note: 'ripe ones', discount: 100, addedByStaff: true })] }),
  );

  const table = await items();
  expect(table.getByText('“ripe ones”')).toBeTruthy();
  expect(table.getByText('-$1.00 off')).toBeTruthy();
  expect(table.getByText(/SKU-1/).textContent).toContain('added by staff');
});

test('the totals part items, discounts, tax and delivery', async () => {
  await opened(order({ itemsTotal: 2000, discountTotal: 150, taxTotal: 90, deliveryFee: 300, total: 2240 }));

  const table = await items();
  const value = (name: string) =>
    table.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;
  expect(value('Items')).toBe('$20.00');
  expect(value('Discounts')).toBe('-$1.50');
  expect(value('Tax')).toBe('$0.90');
  expect(value('Delivery')).toBe('$3.00');
});

test('what is collected at the shop has no fee for bringing it', async () => {
  await opened(order({ fulfilment: 'pickup', dispatchStatus: null, deliveryFee: 0, total: 2000 }));

  const table = await items();
  expect(table.getByText('Tax', { selector: 'dt' })).toBeTruthy();
  expect(table.queryByText('Delivery', { selector: 'dt' })).toBeNull();
  expect(await panel('Pickup')).toBeTruthy();
});

test('the customer is shown with their phone and earlier orders', async () => {
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
  expect(within(customer).getByRole('link', { name: /202/ }).getAttribute('href')).toBe('tel:+12025550123');
  expect(within(customer).getByText('5 orders')).toBeTruthy();
  expect(within(customer).getByRole('link', { name: 'A-900' }).getAttribute('href')).toBe(
    `/orders/view/${id(9)}`,
  );
  expect(customer.textContent).toContain('$42.00');
});

test.each([
  [0, 'First order'],
  [100, 'More than 100 orders'],
])('after %i earlier orders it says “%s”', async (earlierOrders, words) => {
  await opened(order({ customer: { ...order().customer, earlierOrders } }));

  expect(await screen.findByText(words)).toBeTruthy();
});

test('payments show their status, who took them and why one failed', async () => {
  const payment = {
    kind: 'card',
    amount: 2300,
    underWay: null,
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

test('what is left after refunds is the sum of the same table', async () => {
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

test('a refund that failed says why, and can be tried again', async () => {
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

test('the timeline tells what happened, the newest first', async () => {
  await opened(
    order({
      events: [
        event(1),
        event(2, { from: 'orderPlaced', to: 'processing', by: 'Ada Stone', at: '2026-11-20T11:00:00.000Z' }),
        event(3, { kind: 'note', to: null, by: 'Ben', note: 'Rings twice', at: '2026-11-20T12:00:00.000Z' }),
      ],
    }),
  );

  const timeline = (await panel('Timeline')).textContent ?? '';
  const places = ['Rings twice', 'Ada Stone', 'Placed'].map((text) => timeline.indexOf(text));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('a note for colleagues is added to the timeline and leaves the field empty', async () => {
  const shown = order();
  const { user } = await opened(shown);
  const noted = event(2, { kind: 'note', to: null, by: 'Ada Stone', note: 'Call first' });
  const notes = serve(orderRoutes.addNote, { ...shown, events: [...shown.events, noted] });

  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note for colleagues' });
  await user.type(field, ' Call first ');
  await user.click(screen.getByRole('button', { name: 'Add note' }));

  expect(await screen.findByText('Call first', { selector: ':not(textarea)' })).toBeTruthy();
  expect(notes[0]).toMatchObject({ params: [shown._id], body: { note: 'Call first' } });
  await waitFor(() => expect(field.value).toBe(''));
});

test('a note that could not be saved stays in its field', async () => {
  const { user } = await opened(order());
  serve(orderRoutes.addNote, refusal(500, 'internal', 'Something broke'));

  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note for colleagues' });
  await user.type(field, 'Call first');
  await user.keyboard('{Control>}{Enter}{/Control}');

  expect((await screen.findByRole('alert')).textContent).toContain('Something broke');
  expect(field.value).toBe('Call first');
});

test('who may only look writes no notes and changes no items', async () => {
  await opened(order({ allowed: [] }), ['order_view']);

  await items();
  expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Change items' })).toBeNull();
});

test("the customer's note is above the items", async () => {
  await opened(order({ note: 'Leave it at the door' }));

  expect(await screen.findByText('Leave it at the door')).toBeTruthy();
});

test('a checkout of two locations leads to its other part', async () => {
  const sibling = {
    _id: id(8),
    number: 'A-1002',
    locationName: 'South',
    headlineStatus: 'processing',
    total: 900,
  } as const;
  await opened(order({ mainOrder: { ...order().mainOrder, siblings: [sibling] } }));

  const checkout = await panel('Checkout');
  expect(within(checkout).getByRole('link', { name: 'A-1002' }).getAttribute('href')).toBe(
    `/orders/view/${id(8)}`,
  );
  expect(checkout.textContent).toContain('South');
  expect(within(checkout).getByText('web-5')).toBeTruthy();
});

test('a driver who has accepted is named, with the code that the customer says at the door', async () => {
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
  expect(within(driver).getByTitle('Ask the driver for it').textContent).toBe('0815');
});

test('once the goods are with the driver, nobody needs the code of the counter', async () => {
  serve(dispatchRoutes.ofOrder, []);
  await opened(
    order({ status: 'outOfDelivery', headlineStatus: 'outOfDelivery', handOverCode: '0815', allowed: [] }),
  );

  expect((await panel('Delivery')).textContent).not.toContain('0815');
});

test('tags say what became of each line: cancelled is not short', async () => {
  const lines = [
    line(1, 'Apples', { quantity: 2, pickedQuantity: 1 }),
    line(2, 'Bread', { pickedQuantity: 0, removed: true }),
    line(3, 'Peaches', { pickedQuantity: 2 }),
    line(4, 'Milk', { pickedQuantity: 0 }),
  ];
  const refunded = refund(1, {
    status: 'refunded',
    lines: [{ lineId: lines[2]!._id, amount: 420, reason: null }],
  });
  await opened(order({ status: 'delivered', headlineStatus: 'delivered', lines, refunds: [refunded] }));

  const table = await items();
  const rowOf = (name: RegExp) => table.getByRole('row', { name }).textContent;
  expect(rowOf(/Apples/)).toContain('Short');
  expect(rowOf(/Bread/)).toContain('Cancelled');
  expect(rowOf(/Bread/)).not.toContain('Short');
  expect(rowOf(/Peaches/)).toContain('Refunded $4.20');
  expect(rowOf(/Milk/)).toContain('Out of stock');
  expect(screen.getByText('2 items short')).toBeTruthy();
  expect(table.getByText('3 items · 2 lines')).toBeTruthy();
});

test('that nothing is taxed is said once', async () => {
  await opened(order({ lines: [line(1, 'Apples'), line(2, 'Bread')] }));

  const table = await items();
  expect(table.getAllByText(/no tax/i)).toHaveLength(1);
  expect(table.getByText('No tax on these items')).toBeTruthy();
});

test('the items are shown with their photos', async () => {
  const picture = { _id: id(600), alt: 'Apples', small: '/files/apples-s.webp', medium: '/m', large: '/l' };
  serve(orderRoutes.pictures, [{ lineId: id(101), picture }]);
  await opened(order());

  await waitFor(async () =>
    expect((await panel('Items')).querySelector('img')?.getAttribute('src')).toBe('/files/apples-s.webp'),
  );
});

test('after a failed attempt the head says who is bringing the goods back', async () => {
  await opened(
    order({
      status: 'awaitingForDelivery',
      dispatchStatus: 'inQueue',
      headlineStatus: 'inQueue',
      allowed: [],
      comingBackFrom: 'Pavel Sedlak',
    }),
  );

  const shown = within(await head());
  expect(shown.getByText('Pavel Sedlak is bringing it back')).toBeTruthy();
  expect(shown.queryByText('Waiting for a driver')).toBeNull();
  // Nobody waits at the door for what is on its way back.
  expect(shown.queryByText(/^Late by/)).toBeNull();
});

test('while it is picked the due time is said once', async () => {
  const slot = { from: '2026-11-20T16:00:00.000Z', to: '2026-11-20T18:00:00.000Z' };
  await opened(order({ status: 'processing', headlineStatus: 'processing', slot }));

  await panel('Pick');
  const said = [...document.querySelectorAll('dd, p, span')].filter(
    (element) => element.children.length === 0 && /11\/20\/2026, 4 – 6 PM/.test(element.textContent),
  );
  expect((await head()).textContent).toContain('Due 11/20/2026, 4 – 6 PM');
  expect(said.filter((element) => !element.closest('header') && !element.closest('[aria-hidden]'))).toEqual(
    [],
  );
});

test('a delivered order says when it was delivered, not what was promised to everybody', async () => {
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
