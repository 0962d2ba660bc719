import { type Stop, type TripPage, tripRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { id } from '../orders/order.fixtures.ts';
import { DeliverForm } from './deliver-form.tsx';
import { stopOf, tripPage } from './trip.fixtures.ts';
import { Trip } from './trip-screen.tsx';

const stop = stopOf({ cashDue: 4884 });
const trip = (parts: Partial<TripPage>) => show(<Trip page={tripPage(parts)} token="t" />);

test('shows failed orders to return, with number and reason', async () => {
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

test('shows the cash to hand in at the end', async () => {
  await trip({ isOver: true, delivered: 2, failed: 1, cashHeld: 3801 });

  expect(await screen.findByText('This trip is over: 2 delivered, 1 failed.')).toBeTruthy();
  expect(screen.getByText('$38.01').parentElement?.textContent).toBe('Hand in $38.01 at Downtown Market');
});

test('shows the cash to collect on the delivery button', async () => {
  serve(tripRoutes.show, tripPage());
  await trip({ stops: [stop], cashHeld: 1000 });

  expect((await screen.findByText('$48.84')).parentElement?.textContent).toBe('Collect $48.84 cash');
  expect(screen.getByRole('button', { name: 'Confirm delivery and $48.84 cash' })).toBeTruthy();
  expect(screen.getByText('$10.00').parentElement?.textContent).toBe('Hand in $10.00 at Downtown Market');
});

test('shows the progress, keeps finished stops, and folds later ones', async () => {
  const done = {
    _id: id(7),
    errand: 'bring',
    returnNumber: null,
    orderNumber: 'O-1',
    endedAt: '2026-11-20T12:00:00.000Z',
  } as const;
  const later = stopOf({ _id: id(9), orderNumber: 'O-3' });
  const { user } = await trip({
    stops: [stopOf({ orderNumber: 'O-2' }), later],
    done: [
      { ...done, status: 'delivered' },
      { ...done, _id: id(8), orderNumber: 'O-0', status: 'failed' },
    ],
  });

  expect(await screen.findByText('1 of 4 delivered · 1 failed')).toBeTruthy();
  const finished = within(screen.getByRole('list', { name: 'Finished stops' })).getAllByRole('listitem');
  expect(finished.map(({ textContent }) => textContent?.split(',')[0])).toEqual([
    'O-1 · Delivered',
    'O-0 · Not delivered',
  ]);
  expect(screen.getAllByRole('textbox', { name: "Customer's code" })).toHaveLength(1);
  await user.press('Open O-3');
  expect(screen.getAllByRole('textbox', { name: "Customer's code" })).toHaveLength(2);
});

test('says how late a stop is', async () => {
  const promisedAt = new Date(Date.now() - 12 * 60_000).toISOString();
  await trip({ stops: [stopOf({ promisedAt })] });

  expect(await screen.findByText(/^by .* · 12 min late$/)).toBeTruthy();
});

test('has a heading after the trip', async () => {
  await trip({ isOver: true });

  expect(await screen.findByRole('heading', { level: 1, name: 'This trip is over' })).toBeTruthy();
});

test('counts a weighed item as one unit', async () => {
  serve(tripRoutes.show, tripPage());
  const items = [
    {
      name: 'Oat Milk',
      productName: 'Oat Milk',
      variantName: 'Oat Milk',
      quantity: 3,
      unit: 'each',
      soldByWeight: false,
    },
    {
      name: 'Peaches',
      productName: 'Peaches',
      variantName: 'Peaches',
      quantity: 2.25,
      unit: 'lb',
      soldByWeight: true,
    },
  ] satisfies Stop['items'];
  await trip({ stops: [{ ...stop, items }] });

  expect(await screen.findByText('4 items · 2 lines')).toBeTruthy();
});

test('shows only the delivery confirmation without cash to collect', async () => {
  await show(<DeliverForm stop={stopOf()} token="t" />);

  expect(await screen.findByRole('button', { name: 'Confirm delivery' })).toBeTruthy();
});
