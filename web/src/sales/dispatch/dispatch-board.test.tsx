import { locationRoutes } from '@aisle/contract/locations/locations';
import { type Board, dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hrefOf, narrowScreen, show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { id } from '../orders/order.fixtures.ts';
import { boardOf, collectionOf, driverOf, orderOf } from './board/board.fixtures.ts';
import { DispatchBoard } from './dispatch-board.tsx';

const link = {
  tripId: id(90),
  link: 'https://shop.example/d/abc',
  expiresAt: '2026-11-21T10:00:00.000Z',
  emailed: false,
};
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

test('shows each order in the column of its status', async () => {
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

test('searches orders by number, customer, street and driver', async () => {
  const out = { status: 'outOfDelivery', line1: '9 Oak Lane' } as const;
  const { user } = await opened({ orders: [orderOf(1), orderOf(2, out)] });
  const box = screen.getByRole('searchbox', { name: /^Search orders/ });

  for (const text of ['1002', 'grace oak']) {
    await user.clear(box);
    await user.type(box, text);
    await waitFor(() => expect(screen.queryByText('A-1001')).toBeNull());
    expect(column('On the way').getByText('A-1002')).toBeTruthy();
    expect(column('Waiting for a driver').getByText('No matches.')).toBeTruthy();
  }
  expect(column('Drivers').getAllByRole('listitem')).toHaveLength(2);
  await user.clear(box);
  await user.type(box, 'sam');

  await waitFor(() => expect(column('Drivers').getAllByRole('listitem')).toHaveLength(1));
});

test('keeps the selection during a search', async () => {
  const { user } = await opened({ orders: [orderOf(1), orderOf(2)] });

  await user.click(screen.getByRole('checkbox', { name: 'Select A-1001' }));
  await user.type(screen.getByRole('searchbox', { name: /^Search orders/ }), '1002');
  await waitFor(() => expect(screen.queryByText('A-1001')).toBeNull());
  await user.click(screen.getByRole('checkbox', { name: 'Select A-1002' }));

  expect(screen.getByText('2 orders selected')).toBeTruthy();
});

test('explains empty columns', async () => {
  await opened();

  expect(column('Waiting for a driver').getByText(/No orders waiting/)).toBeTruthy();
  expect(column('On the way').getByText('No deliveries in progress.')).toBeTruthy();
  expect(screen.queryByText(/can't show everything/)).toBeNull();
});

test('warns if the board is incomplete', async () => {
  await opened({ isCut: true });

  expect(screen.getByText(/This board can't show everything/)).toBeTruthy();
});

test('assigns two orders to one driver as a trip', async () => {
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

test('shows the trip link for a driver without an email address', async () => {
  const { user } = await opened({ orders: [orderOf(1), orderOf(2)] });

  await user.click(screen.getByRole('checkbox', { name: 'Select A-1001' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select A-1002' }));
  await user.press('Assign a driver…');
  await user.click(within(await dialog('Assign a driver')).getByRole('button', { name: 'Request Dora' }));

  const shown = within(await dialog('Link for Dora Drew'));
  expect(shown.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(link.link);
  expect(hrefOf(shown.getByRole('link', { name: 'Send by text' }))).toContain('sms:+12025550199');
});

test('revokes all trip links', async () => {
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

test('disables selection of orders from other locations', async () => {
  const { user } = await opened({ orders: [orderOf(1), orderOf(2, { locationId: id(51) })] });

  await user.click(screen.getByRole('checkbox', { name: 'Select A-1001' }));
  const other = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select A-1002' });
  await user.click(other);

  expect(other.checked).toBe(false);
  expect(other.getAttribute('aria-disabled')).toBe('true');
});

test('clears the selection with one click', async () => {
  const { user } = await opened({ orders: [orderOf(1), orderOf(2)] });

  await user.click(screen.getByRole('checkbox', { name: 'Select A-1001' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select A-1002' }));
  await user.press('Clear');

  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select A-1001' }).checked).toBe(false);
  expect(screen.queryByRole('region', { name: 'Selected for a trip' })).toBeNull();
});

test('assigns a driver without a request after a phone agreement', async () => {
  const { user } = await opened({ orders: [orderOf(1, { cashDue: 4884 })] });

  await user.press(/^Request a driver…/);
  const shown = within(await dialog('Assign a driver'));
  expect(shown.getByText('A-1001 · 62701 · Collect $48.84 cash')).toBeTruthy();
  await user.click(shown.getByRole('switch', { name: /Already accepted/ }));
  await user.click(shown.getByRole('button', { name: 'Assign Dora' }));

  await waitFor(() => expect(requests).toMatchObject([{ body: { orderIds: [id(1)], accepted: true } }]));
});

test('adds a return pickup to a trip', async () => {
  const { user } = await opened({ orders: [orderOf(1)], collections: [collectionOf()] });

  await user.click(screen.getByRole('checkbox', { name: 'Select A-1001' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select R-5' }));
  expect(screen.getByText('2 stops selected')).toBeTruthy();
  await user.press('Assign a driver…');
  await user.click(within(await dialog('Assign a driver')).getByRole('button', { name: 'Request Dora' }));

  await waitFor(() => expect(requests).toMatchObject([{ body: { orderIds: [id(1)], returnIds: [id(70)] } }]));
});

test.each(['card', 'dialog'])('reports a request from the %s with a toast', async (from) => {
  serve(dispatchRoutes.offer, { ...link, emailed: true });
  const orders = [orderOf(1, { suggestedDriverId: from === 'card' ? id(22) : null })];
  const { user } = await opened({ orders });

  await user.press(from === 'card' ? /^Request Dora: A-1001/ : /^Request a driver…/);
  if (from === 'dialog') {
    await user.click(within(await dialog('Assign a driver')).getByRole('button', { name: 'Request Dora' }));
  }

  expect(await screen.findByText('A-1001: Request sent to Dora Drew')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('closes the dialog and names the colleague who asked a driver first', async () => {
  const first = 'Nora already asked Rafael for A-1001';
  serve(dispatchRoutes.offer, refusal(409, 'orders.step-not-possible', first));
  const { user } = await opened({ orders: [orderOf(1)] });

  await user.press(/^Request a driver…/);
  await user.click(within(await dialog('Assign a driver')).getByRole('button', { name: 'Request Dora' }));

  expect((await screen.findByRole('alert')).textContent).toContain(first);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('shows an error if the driver is busy by now, and lets the user choose another', async () => {
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

test('explains that no driver is available', async () => {
  const { user } = await opened({ orders: [orderOf(1)], drivers: [driverOf({ availability: 'offline' })] });

  await user.press(/^Request a driver…/);
  const shown = within(await dialog('Assign a driver'));

  expect(shown.getByText(/No drivers available at North/)).toBeTruthy();
  expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Request a driver' }).disabled).toBe(true);
});

test('hides selection and requests from read-only users', async () => {
  await opened({ orders: [orderOf(1)] }, false);

  expect(await screen.findByText('A-1001')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Request a driver…/ })).toBeNull();
});

test('shows one column at a time on a phone, starts with a nonempty one, and marks late orders', async () => {
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
