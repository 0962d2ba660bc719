import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../../../test/server.ts';
import { id, line, order, refund } from '../order.fixtures.ts';
import { items, opened, panel } from './order-view.fixtures.tsx';

test('shows ordered and picked quantities and amounts', async () => {
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
  // On a phone, words replace these columns.
  expect(cellsOf(/Cheese/)[0]).toContain('1.05 lb of 1 lb · $5.00 / lb');
  expect(cellsOf(/Apples/)[0]).toContain('1 of 2 · $5.00');
});

test("shows a line's note, discount and staff addition", async () => {
  await opened(
    order({ lines: [line(1, 'Apples', { note: 'ripe ones', discount: 100, addedByStaff: true })] }),
  );

  const table = await items();
  expect(table.getByText('“ripe ones”')).toBeTruthy();
  expect(table.getByText('$1.00 off')).toBeTruthy();
  expect(table.getByText(/SKU-1/).textContent).toContain('added by staff');
});

test('separates items, discounts, tax and delivery', async () => {
  const plus = { planId: id(7), name: 'Plus' };
  await opened(
    order({
      itemsTotal: 2000,
      discountTotal: 150,
      discounts: [{ source: 'subscription', ...plus, amount: 150 }],
      taxTotal: 90,
      deliveryFee: 300,
      total: 2240,
    }),
  );

  const table = await items();
  const value = (name: string) =>
    table.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;
  expect(value('Items')).toBe('$20.00');
  expect(value('Plus discount')).toBe('-$1.50');
  expect(value('Tax')).toBe('$0.90');
  expect(value('Delivery')).toBe('$3.00');
});

test('shows the savings of a waived delivery fee', async () => {
  const benefits = { planId: id(7), name: 'Plus', discountPercent: 0, coinMultiplier: 1, deliverySaved: 399 };
  await opened(order({ deliveryFee: 0, benefits }));

  const table = await items();
  const delivery = table.getByText('Delivery', { selector: 'dt' });
  expect(delivery.textContent).toContain('$3.99 saved with Plus');
  expect(delivery.parentElement?.querySelector('dd')?.textContent).toBe('$0.00');
});

test('shows no delivery fee for a pickup order', async () => {
  await opened(order({ fulfilment: 'pickup', dispatchStatus: null, deliveryFee: 0, total: 2000 }));

  const table = await items();
  expect(table.getByText('Tax', { selector: 'dt' })).toBeTruthy();
  expect(table.queryByText('Delivery', { selector: 'dt' })).toBeNull();
  expect(await panel('Pickup')).toBeTruthy();
});

test('labels the outcome of each line', async () => {
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

test('shows untaxed lines in one note', async () => {
  await opened(order({ lines: [line(1, 'Apples'), line(2, 'Bread')] }));

  const table = await items();
  expect(table.getAllByText(/no tax/i)).toHaveLength(1);
  expect(table.getByText('No tax on these items')).toBeTruthy();
});

test('shows photos of the items', async () => {
  const picture = { _id: id(600), alt: 'Apples', small: '/files/apples-s.webp', medium: '/m', large: '/l' };
  serve(orderRoutes.pictures, [{ lineId: id(101), picture }]);
  await opened(order());

  await waitFor(async () =>
    expect((await panel('Items')).querySelector('img')?.getAttribute('src')).toBe('/files/apples-s.webp'),
  );
});

test('shows amounts before tax that add up to the items, and marks taxed lines', async () => {
  await opened(
    order({
      lines: [
        line(1, 'Apples', { total: 1732, taxRate: 825, tax: 132, discount: 0 }),
        line(2, 'Bread', { total: 450, taxRate: 0, tax: 0, discount: 50 }),
      ],
      itemsTotal: 2100,
      discountTotal: 50,
      taxTotal: 132,
    }),
  );

  const table = await items();
  const amountOf = (name: RegExp) => table.getByRole('row', { name }).lastElementChild?.textContent;
  expect(amountOf(/Apples/)).toMatch(/^\$16\.00T/);
  expect(amountOf(/Bread/)).toBe('$5.00$0.50 off');
  expect(table.getByText('T: taxed. Amounts are before tax.')).toBeTruthy();
});
