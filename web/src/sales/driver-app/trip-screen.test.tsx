import { type Stop, type TripPage, tripRoutes } from '@aisle/contract/sales/dispatch';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { id, morning } from '../orders/order.fixtures.ts';
import { DeliverForm } from './deliver-form.tsx';
import { Trip } from './trip-screen.tsx';

const page: TripPage = {
  number: 'T-7001',
  brandName: 'Aisle',
  driverName: 'Emeka Nwosu',
  isOver: false,
  location: null,
  offers: [],
  stops: [],
  failureReasons: ['No one home'],
  missReasons: [],
  delivered: 0,
  collected: 0,
  failed: 0,
  locationName: 'Downtown Market',
  comingBack: [],
  cashHeld: 0,
};
const stop: Stop = {
  _id: id(1),
  errand: 'bring',
  returnNumber: null,
  orderNumber: 'O-106274',
  status: 'onTheWay',
  offerExpiresAt: morning,
  promisedAt: morning,
  customerName: 'Grace Hill',
  customerPhone: '+12025550199',
  address: null,
  note: null,
  items: [],
  cashDue: 4884,
  pay: 500,
};
const trip = (parts: Partial<TripPage>) => show(<Trip page={{ ...page, ...parts }} token="t" />);

test('what failed is to be returned to the store, with its number and the reason', async () => {
  const comingBack = [{ _id: id(1), orderNumber: 'O-106274', reason: 'No one home' }];
  await trip({ failed: 1, comingBack });

  expect(
    await screen.findByRole('heading', { name: '1 failed. Please return it to Downtown Market.' }),
  ).toBeTruthy();
  expect(screen.getByText('O-106274').parentElement?.textContent).toBe(
    'Bring back to Downtown Market: O-106274',
  );
  expect(screen.getByText('No one home')).toBeTruthy();
});

test('the last page says how much cash to hand in', async () => {
  await trip({ isOver: true, delivered: 2, failed: 1, cashHeld: 3801 });

  expect(await screen.findByText('This trip is over: 2 delivered, 1 failed.')).toBeTruthy();
  expect(screen.getByText('$38.01').parentElement?.textContent).toBe('Hand in $38.01 at Downtown Market');
});

test('cash is collected with the delivery, and named on its button', async () => {
  serve(tripRoutes.show, page);
  await trip({ stops: [stop], cashHeld: 1000 });

  expect((await screen.findByText('$48.84')).parentElement?.textContent).toBe('Collect $48.84 cash');
  expect(screen.getByRole('button', { name: 'Confirm delivery and $48.84 cash' })).toBeTruthy();
  expect(screen.getByText('$10.00').parentElement?.textContent).toBe('Hand in $10.00 at Downtown Market');
});

test('what is in the bags is counted in units, weighed goods as one', async () => {
  serve(tripRoutes.show, page);
  const items = [
    { name: 'Oat Milk', quantity: 3, unit: 'each', soldByWeight: false },
    { name: 'Peaches', quantity: 2.25, unit: 'lb', soldByWeight: true },
  ] satisfies Stop['items'];
  await trip({ stops: [{ ...stop, items }] });

  expect(await screen.findByText('4 items · 2 lines')).toBeTruthy();
});

test('without cash there is only the delivery to confirm', async () => {
  await show(<DeliverForm stop={{ ...stop, cashDue: 0 }} token="t" />);

  expect(await screen.findByRole('button', { name: 'Confirm delivery' })).toBeTruthy();
});
