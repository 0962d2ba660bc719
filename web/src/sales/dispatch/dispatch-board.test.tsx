import { locationRoutes } from '@aisle/contract/locations/locations';
import { type Board, dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hrefOf, narrowScreen, show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { id } from '../orders/order.fixtures.ts';
import { boardOf, collectionOf, driverOf, orderOf } from './board/board.fixtures.ts';
import { DispatchBoard } from './dispatch-board.tsx';

const link = { tripId: id(90), link: 'https://shop.example/d/abc', expiresAt: '2026-11-21T10:00:00.000Z' };
const requests = serve(dispatchRoutes.offer, link);
serve(locationRoutes.dropdown, [{ _id: id(50), name: 'North' }]);
async function opened(more: Partial<Board> = {}, canEdit = true) {
  const boards = serve(dispatchRoutes.board, boardOf(more));
  const shown = await show(<DispatchBoard />, {
    at: '/dispatch',
    permissions: ['order_list', 'store_list', ...(canEdit ? (['order_edit'] as const) : [])],
  });
  await screen.findByRole('region', { name: 'Waiting for a driver' });
  return { ...shown, boards };
}
const column = (name: string) => within(screen.getByRole('region', { name }));
const dialog = (name: string) => screen.findByRole('dialog', { name });

test('orders are in the column of where they are', async () => {
  await opened({
    orders: [
      orderOf(1),
      orderOf(2, { dispatchStatus: 'driverConfirmed' }),
      orderOf(3, { status: 'outOfDelivery' }),
    ],
  });

  expect(column('Waiting for a driver').getByText('A-1001')).toBeTruthy();
  expect(column('Leaving soon').getByText('A-1002')).toBeTruthy();
  expect(column('On the way').getByText('A-1003')).toBeTruthy();
});

test('a board with nothing on it says where its orders come from', async () => {
  await opened();

  expect(column('Waiting for a driver').getByText(/No orders waiting/)).toBeTruthy();
  expect(column('On the way').getByText('No deliveries in progress.')).toBeTruthy();
  expect(screen.queryByText(/can't show everything/)).toBeNull();
});

test('a board that is cut says so', async () => {
  await opened({ isCut: true });

  expect(screen.getByText(/This board can't show everything/)).toBeTruthy();
});

test('two orders make one trip of one driver', async () => {
  const { user } = await opened({ orders: [orderOf(1), orderOf(2)] });

  await user.click(screen.getByRole('checkbox', { name: 'Select A-1001' }));
  expect(screen.queryByRole('region', { name: 'Selected for a trip' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Select A-1002' }));
  const bar = within(screen.getByRole('region', { name: 'Selected for a trip' }));
  expect(bar.getByText('2 orders selected')).toBeTruthy();
  await user.click(bar.getByRole('button', { name: 'Assign a driver…' }));
  await user.click(within(await dialog('Assign a driver')).getByRole('button', { name: 'Request Dora' }));

  expect(await onlyBody(requests)).toEqual({
    driverId: id(22),
    orderIds: [id(1), id(2)],
    returnIds: [],
    join: false,
    accepted: false,
  });
});

test('the link to a trip is shown once its driver has the request', async () => {
  const { user } = await opened({ orders: [orderOf(1), orderOf(2)] });

  await user.click(screen.getByRole('checkbox', { name: 'Select A-1001' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select A-1002' }));
  await user.press('Assign a driver…');
  await user.click(within(await dialog('Assign a driver')).getByRole('button', { name: 'Request Dora' }));

  const shown = within(await dialog('Link for Dora Drew'));
  expect(shown.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(link.link);
  expect(hrefOf(shown.getByRole('link', { name: 'Send by text' }))).toContain('sms:+12025550199');
});

test('links to a trip can be revoked', async () => {
  const revoked = serve(dispatchRoutes.revokeLinks, { revoked: 1 });
  const { user } = await opened({ orders: [orderOf(1), orderOf(2)] });

  await user.click(screen.getByRole('checkbox', { name: 'Select A-1001' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select A-1002' }));
  await user.press('Assign a driver…');
  await user.click(within(await dialog('Assign a driver')).getByRole('button', { name: 'Request Dora' }));
  await user.click(
    within(await dialog('Link for Dora Drew')).getByRole('button', { name: 'Revoke all links' }),
  );

  await waitFor(() => expect(revoked).toMatchObject([{ params: [id(90)] }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an order of another location cannot join the trip', async () => {
  const { user } = await opened({ orders: [orderOf(1), orderOf(2, { locationId: id(51) })] });

  await user.click(screen.getByRole('checkbox', { name: 'Select A-1001' }));
  const other = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select A-1002' });
  await user.click(other);

  expect(other.checked).toBe(false);
  expect(other.getAttribute('aria-disabled')).toBe('true');
});

test('a selection is cleared with one press', async () => {
  const { user } = await opened({ orders: [orderOf(1), orderOf(2)] });

  await user.click(screen.getByRole('checkbox', { name: 'Select A-1001' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select A-1002' }));
  await user.press('Clear');

  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select A-1001' }).checked).toBe(false);
  expect(screen.queryByRole('region', { name: 'Selected for a trip' })).toBeNull();
});

test('a driver who has agreed by phone is assigned without a request', async () => {
  const { user } = await opened({ orders: [orderOf(1, { cashDue: 4884 })] });

  await user.press(/^Request a driver…/);
  const shown = within(await dialog('Assign a driver'));
  expect(shown.getByText('A-1001 · 62701 · Collect $48.84 cash')).toBeTruthy();
  await user.click(shown.getByRole('switch', { name: /Already accepted/ }));
  await user.click(shown.getByRole('button', { name: 'Assign Dora' }));

  await waitFor(() => expect(requests).toMatchObject([{ body: { orderIds: [id(1)], accepted: true } }]));
});

test('a return pickup goes along on the trip', async () => {
  const { user } = await opened({ orders: [orderOf(1)], collections: [collectionOf()] });

  await user.click(screen.getByRole('checkbox', { name: 'Select A-1001' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select R-5' }));
  expect(screen.getByText('2 stops selected')).toBeTruthy();
  await user.press('Assign a driver…');
  await user.click(within(await dialog('Assign a driver')).getByRole('button', { name: 'Request Dora' }));

  await waitFor(() => expect(requests).toMatchObject([{ body: { orderIds: [id(1)], returnIds: [id(70)] } }]));
});

test('a driver who is taken meanwhile is reported, and another can be chosen', async () => {
  serve(dispatchRoutes.offer, refusal(409, 'drivers.not-free', 'Dora Drew is on another trip'));
  const { user } = await opened({
    orders: [orderOf(1)],
    drivers: [driverOf(), driverOf({ _id: id(24), name: 'Kim Hale' })],
  });

  await user.press(/^Request a driver…/);
  const shown = within(await dialog('Assign a driver'));
  await user.click(shown.getByRole('button', { name: 'Request Dora' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Dora Drew is on another trip');
  await user.click(shown.getByRole('radio', { name: /Kim Hale/ }));

  expect(shown.getByRole('button', { name: 'Request Kim' })).toBeTruthy();
});

test('where nobody is free the dialog says so, and asks nobody', async () => {
  const { user } = await opened({ orders: [orderOf(1)], drivers: [driverOf({ availability: 'offline' })] });

  await user.press(/^Request a driver…/);
  const shown = within(await dialog('Assign a driver'));

  expect(shown.getByText(/No drivers available at North/)).toBeTruthy();
  expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Request a driver' }).disabled).toBe(true);
});

test('who may only look selects and asks nobody', async () => {
  await opened({ orders: [orderOf(1)] }, false);

  expect(await screen.findByText('A-1001')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Request a driver…/ })).toBeNull();
});

test('on a phone one column is shown at a time, the first with something in it, and late orders are marked', async () => {
  narrowScreen();
  serve(
    dispatchRoutes.board,
    boardOf({ orders: [orderOf(3, { status: 'outOfDelivery', promisedAt: '2026-01-01T00:00:00.000Z' })] }),
  );
  const { user } = await show(<DispatchBoard />, {
    at: '/dispatch',
    permissions: ['order_list', 'order_edit'],
  });

  expect(await screen.findByRole('region', { name: 'On the way' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: /^(Waiting for a driver|Drivers)$/ })).toBeNull();
  expect(screen.getByRole('radio', { name: 'Out 1 , 1 late' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Drivers 2' }));

  expect(await screen.findByRole('region', { name: 'Drivers' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'On the way' })).toBeNull();
});
