import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../../test/records.ts';
import { show } from '../../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../../test/server.ts';
import { choiceOf, levelOf, milk } from '../../warehouse.fixtures.ts';
import { airport, downtown, transferLineOf, transferOf } from '../transfers.fixtures.ts';
import { TransferAdd } from './transfer-add.tsx';
import { TransferEdit } from './transfer-edit.tsx';

serve(locationRoutes.dropdown, [downtown, airport]);
serve(subProductRoutes.dropdown, [choiceOf()]);
serve(inventoryRoutes.levels, pageOf(levelOf({ available: 10 })));

async function adding() {
  const shown = await show(<TransferAdd />, {
    at: '/inventory/transfers/add',
    permissions: ['inventory_edit', 'store_list'],
  });
  const scan = () => shown.user.type(screen.getByRole('combobox', { name: /Scan/ }), 'MILK-1{Enter}');
  return { ...shown, scan };
}
const quantity = () =>
  within(screen.getByRole('row', { name: /Whole milk/ })).getAllByRole('gridcell')[2] as HTMLElement;
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('explains how to start an empty transfer and disables saving', async () => {
  await adding();

  expect(await screen.findByText('No items yet')).toBeTruthy();
  expect(button('Send').disabled).toBe(true);
  expect(button('Save as draft').disabled).toBe(true);
});

test('increments an item scanned twice and sends the transfer', async () => {
  const created = serve(transferRoutes.create, transferOf({ status: 'inTransit' }));
  const { scan, user, address } = await adding();

  await user.select(/^From/, 'Downtown');
  await user.select(/^To/, 'Airport');
  await scan();
  await screen.findByRole('row', { name: /Whole milk/ });
  await scan();
  await waitFor(() => expect(quantity().textContent).toBe('2'));
  await user.press('Send');

  expect(await onlyBody(created)).toEqual({
    fromLocationId: downtown._id,
    toLocationId: airport._id,
    lines: [{ subProductId: milk._id, quantity: 2 }],
    status: 'inTransit',
  });
  await waitFor(() => expect(address()).toMatch(/^\/inventory\/transfers\/0/));
});

test('requires both locations', async () => {
  const created = serve(transferRoutes.create, transferOf());
  const { scan, user } = await adding();

  await scan();
  await screen.findByRole('row', { name: /Whole milk/ });
  await user.press('Save as draft');

  expect(await screen.findByText('Choose the sending location')).toBeTruthy();
  expect(screen.getByText('Choose the receiving location')).toBeTruthy();
  expect(created).toEqual([]);
});

test('rejects a transfer to the same location at the field', async () => {
  const created = serve(transferRoutes.create, transferOf());
  const { scan, user } = await adding();

  await user.select(/^From/, 'Downtown');
  await user.select(/^To/, 'Downtown');
  await scan();
  await screen.findByRole('row', { name: /Whole milk/ });
  await user.press('Send');

  expect(screen.getByText('Choose a different location to send to')).toBeTruthy();
  expect(created).toEqual([]);
});

test('shows why sending failed and keeps the lines', async () => {
  serve(
    transferRoutes.create,
    refusal(409, 'stock.not-enough', 'Not enough stock', {
      fields: [{ path: 'lines.0.quantity', message: 'Only 1 in stock' }],
    }),
  );
  const { scan, user, address } = await adding();

  await user.select(/^From/, 'Downtown');
  await user.select(/^To/, 'Airport');
  await scan();
  await screen.findByRole('row', { name: /Whole milk/ });
  await user.press('Send');

  expect((await screen.findAllByText('Not enough stock')).length).toBeGreaterThan(0);
  expect(quantity().textContent).toContain('1');
  expect(address()).toBe('/inventory/transfers/add');
});

test('restores an unfinished transfer until the user starts over', async () => {
  const first = await adding();
  await first.scan();
  await screen.findByRole('row', { name: /Whole milk/ });
  first.unmount();
  const { user } = await adding();

  await screen.findByRole('row', { name: /Whole milk/ });
  await user.press('Start over');

  expect(await screen.findByText('No items yet')).toBeTruthy();
});

const editing = async () => {
  const transfer = transferOf({ lines: [transferLineOf({ quantity: 6 })], note: 'Two crates' });
  serve(transferRoutes.view, transfer);
  const shown = await show(<TransferEdit />, {
    at: `/inventory/transfers/edit/${transfer._id}`,
    page: '/inventory/transfers/edit/$id',
    permissions: ['inventory_edit', 'store_list'],
  });
  await screen.findByRole('heading', { name: 'Edit T-104' });
  return { ...shown, transfer };
};

test('fixes the source of a draft and saves it before sending', async () => {
  const edits = serve(transferRoutes.edit, transferOf({ version: 4 }));
  const steps = serve(transferRoutes.updateStatus, transferOf({ status: 'inTransit' }));
  const { user, transfer } = await editing();

  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^From/ }).disabled).toBe(true);
  quantity().focus();
  await user.keyboard('5{Enter}');
  await user.press('Send');

  await waitFor(() => expect(steps).toHaveLength(1));
  expect(edits).toMatchObject([
    {
      params: [transfer._id],
      body: { version: 3, note: 'Two crates', lines: [{ subProductId: milk._id, quantity: 5 }] },
    },
  ]);
  expect(steps[0]?.body).toEqual({ status: 'inTransit', version: 4 });
});

test('omits a removed line and rejects a zero quantity', async () => {
  const edits = serve(transferRoutes.edit, transferOf({ version: 4 }));
  const { user } = await editing();

  quantity().focus();
  await user.keyboard('0{Enter}');
  await user.press('Save as draft');
  expect(edits).toEqual([]);
  await user.press('Remove Whole milk, 1 gal');

  expect(await screen.findByText('No items yet')).toBeTruthy();
  expect(button('Save as draft').disabled).toBe(true);
});
