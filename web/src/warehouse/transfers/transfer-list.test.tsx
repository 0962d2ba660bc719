import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { TransferList } from './transfer-list.tsx';
import { transferRowOf } from './transfers.fixtures.ts';

const listed = serve(
  transferRoutes.list,
  pageOf(transferRowOf(), transferRowOf({ number: 'T-105', status: 'received', hasDifferences: true })),
);
const shown = (permissions: ('inventory_list' | 'inventory_view' | 'inventory_edit')[], at = '') =>
  show(<TransferList />, { at: `/inventory/transfers${at}`, permissions });

test('lists a transfer with both locations and any difference', async () => {
  await shown(['inventory_list', 'inventory_view']);

  const row = await screen.findByRole('row', { name: /T-105/ });
  expect(row.textContent).toContain('Downtown');
  expect(row.textContent).toContain('Airport');
  expect(within(row).getByText('Yes')).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /T-104/ })).queryByText('Yes')).toBeNull();
});

test('hides the button for a new transfer without permission', async () => {
  await shown(['inventory_list', 'inventory_view']);

  await screen.findByRole('row', { name: /T-104/ });
  expect(screen.queryByRole('link', { name: 'New transfer' })).toBeNull();
});

test('links to a new transfer with permission', async () => {
  await shown(['inventory_list', 'inventory_view', 'inventory_edit']);

  const link = await screen.findByRole('link', { name: 'New transfer' });
  expect(hrefOf(link)).toBe('/inventory/transfers/add');
});

test('sends the filter in the URL', async () => {
  await shown(['inventory_list'], '?status=inTransit');

  await screen.findByRole('row', { name: /T-104/ });
  expect(listed.at(-1)?.body).toMatchObject({ filters: { status: 'inTransit' } });
});

test('shows a load error with a retry button', async () => {
  serve(transferRoutes.list, refusal(503, 'unavailable', 'The server is busy'));
  const { user } = await shown(['inventory_list']);

  const again = await screen.findByRole('button', { name: /again/i });
  serve(transferRoutes.list, pageOf(transferRowOf()));
  await user.click(again);

  expect(await screen.findByRole('row', { name: /T-104/ })).toBeTruthy();
});
