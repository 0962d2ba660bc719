import { SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hrefOf, show } from '../../../test/render.tsx';
import { id, order as whole } from '../orders/order.fixtures.ts';
import { TaskList } from './board/errand-list.tsx';
import { board, bringing, card, fetched, inHand, offer, orderToDeliver, toFetch } from './cards.fixtures.tsx';

const bring = bringing(SteppedOrder.parse(whole()));

test('shows the customer, street, distance and number of items', async () => {
  await bring(orderToDeliver());

  const shown = await card();
  expect(shown.getByText(/^Grace Hill/).textContent).toBe('Grace Hill · 1 Elm Street');
  for (const text of ['2 items', '1.0 mi', 'North']) expect(shown.getByText(text)).toBeTruthy();
  expect(shown.getByText('20 min left')).toBeTruthy();
});

test('shows the delay of a late order', async () => {
  await bring(orderToDeliver({ promisedAt: '2026-11-20T11:55:00.000Z' }));

  expect((await card()).getByText('5 min late')).toBeTruthy();
});

test('shows the requested driver and the time left to respond', async () => {
  await bring(orderToDeliver({ dispatchStatus: 'driverConfirmationPending', delivery: inHand('offered') }));

  expect((await card()).getByText('Dora Drew has 3 min to respond')).toBeTruthy();
});

test('gives the reason for the suggested driver', async () => {
  const suggestion = { suggestedDriverId: board.drivers[0]!._id, suggestionReason: 'fewestToday' } as const;
  await bring(orderToDeliver(suggestion));

  expect((await card()).getByText('fewest today')).toBeTruthy();
});

test('hides actions from read-only users', async () => {
  await bring(orderToDeliver(), []);

  expect((await card()).queryByRole('button')).toBeNull();
});

test('opens the driver dialog for a return pickup', async () => {
  offer.mockClear();
  const { user } = await fetched(toFetch());

  expect((await card()).getByText('Pickup')).toBeTruthy();
  await user.press('Request a driver…: R-5, Grace Hill');

  expect(offer).toHaveBeenCalledOnce();
});

test('links to the return screen for items that a driver has picked up', async () => {
  await fetched(toFetch({ status: 'driverPickedUp', delivery: inHand('pickedUp') }));

  const way = await screen.findByRole('link', { name: 'Receive return…' });
  expect(hrefOf(way)).toBe(`/orders/returns/${id(70)}`);
  expect((await card()).getByText('Dora Drew has the order')).toBeTruthy();
});

test("shows the customer's note and the cash to collect", async () => {
  await bring(orderToDeliver({ note: 'I will be home after 5:30.', cashDue: 4884 }));

  const shown = await card();
  expect(shown.getByText('I will be home after 5:30.')).toBeTruthy();
  expect(shown.getByText('$48.84 cash')).toBeTruthy();
});

test.each([
  ['2026-11-20T12:14:00.000Z', 'data-soon', true],
  ['2026-11-20T12:16:00.000Z', 'data-soon', false],
  ['2026-11-20T11:50:00.000Z', 'data-late', true],
  ['2026-11-20T11:50:00.000Z', 'data-soon', false],
])('marks an order promised for %s by urgency: %s %s', async (promisedAt, mark, isMarked) => {
  await bring(orderToDeliver({ promisedAt }));

  expect((await screen.findByRole('listitem')).hasAttribute(mark)).toBe(isMarked);
});

test('selects the waiting orders of a postal code together', async () => {
  const select = vi.fn();
  const orders = [
    orderToDeliver({ _id: id(1), postalCode: '62701' }),
    orderToDeliver({ _id: id(2), postalCode: '62999' }),
    orderToDeliver({ _id: id(3), postalCode: '62701' }),
  ];
  const { user } = await show(
    <TaskList
      orders={orders}
      collections={[]}
      isGrouped
      showsLocation={false}
      select={select}
      card={(errand) => <li key={errand._id}>{errand._id}</li>}
    />,
  );

  expect(await screen.findByText('62701 · 2 orders')).toBeTruthy();
  expect(screen.getByText('62999 · 1 order')).toBeTruthy();
  await user.press('Select all in 62701');

  expect(select).toHaveBeenCalledWith([id(1), id(3)]);
});
