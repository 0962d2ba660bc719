import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../../test/records.ts';
import { show, type User } from '../../../../test/render.tsx';
import { onlyRequest, refusal, serve } from '../../../../test/server.ts';
import { bread, choiceOf, milk } from '../../warehouse.fixtures.ts';
import { transferLineOf, transferOf } from '../transfers.fixtures.ts';
import { TransferReceive } from './transfer-receive.tsx';

const lines = [transferLineOf(), transferLineOf({ subProductData: bread, quantity: 3 })];

async function opened(more: Parameters<typeof transferOf>[0] = {}) {
  const transfer = transferOf({ status: 'inTransit', allowed: ['received'], lines, ...more });
  serve(transferRoutes.view, transfer);
  const shown = await show(<TransferReceive />, {
    at: `/inventory/transfers/receive/${transfer._id}`,
    page: '/inventory/transfers/receive/$id',
    permissions: ['inventory_view', 'inventory_add'],
  });
  await screen.findByRole('heading', { name: 'Receive T-104' });
  return { ...shown, transfer };
}
const cell = (item: string, column: 'received' | 'damaged' | 'difference') => {
  const row = screen.getByRole('row', { name: new RegExp(item) });
  return within(row).getAllByRole('gridcell')[{ received: 3, damaged: 4, difference: 5 }[column]]!;
};
const receive = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Receive' });
const scan = async (user: User, code: string) =>
  user.type(screen.getByRole('combobox', { name: /Scan/ }), `${code}{Enter}`);

test('receives unchanged lines as sent', async () => {
  const received = serve(transferRoutes.receive, transferOf({ status: 'received' }));
  const { user, transfer, address } = await opened();

  await user.click(receive());

  expect(await onlyRequest(received)).toMatchObject({
    params: [transfer._id],
    body: {
      version: 3,
      lines: [
        { lineId: lines[0]?._id, received: 6, damaged: 0 },
        { lineId: lines[1]?._id, received: 3, damaged: 0 },
      ],
    },
  });
  await waitFor(() => expect(address()).toBe(`/inventory/transfers/${transfer._id}`));
});

test('shows a shortage at its line and in the total, and sends the note', async () => {
  const received = serve(transferRoutes.receive, transferOf({ status: 'received' }));
  const { user } = await opened();

  cell('Whole milk', 'received').focus();
  await user.keyboard('4{Enter}');
  expect(cell('Whole milk', 'difference').textContent).toBe('2 short');
  expect(screen.getByText(/with a difference/).textContent).toContain('1 checked · 1 with a difference');
  await user.type(screen.getByRole('textbox', { name: 'Note' }), ' Torn crate ');
  await user.click(receive());

  await waitFor(() => expect(received).toHaveLength(1));
  expect(received[0]?.body).toMatchObject({ note: 'Torn crate', lines: [{ received: 4 }, { received: 3 }] });
});

test('rejects more damaged than received items', async () => {
  const { user } = await opened();

  cell('Rye bread', 'damaged').focus();
  await user.keyboard('4{Enter}');
  expect(receive().disabled).toBe(true);
  cell('Rye bread', 'damaged').focus();
  await user.keyboard('2{Enter}');

  expect(receive().disabled).toBe(false);
  expect(cell('Rye bread', 'difference').textContent).toBe('2 damaged');
});

test('counts scans from 1 instead of adding to the sent quantity', async () => {
  serve(subProductRoutes.dropdown, [choiceOf(milk)]);
  const { user } = await opened();

  await scan(user, 'MILK-1');
  await waitFor(() => expect(cell('Whole milk', 'received').textContent).toBe('1'));
  await scan(user, 'MILK-1');

  await waitFor(() => expect(cell('Whole milk', 'received').textContent).toBe('2'));
  expect(cell('Rye bread', 'received').textContent).toBe('3');
});

test("reports a scanned item that isn't part of the transfer", async () => {
  serve(subProductRoutes.dropdown, [
    choiceOf({
      ...bread,
      _id: idOf(9),
      name: 'Oat bread',
      productName: 'Oat bread',
      variantName: 'Oat bread',
      sku: 'OAT-1',
    }),
  ]);
  const { user } = await opened();

  await scan(user, 'OAT-1');

  expect((await screen.findByRole('alert')).textContent).toContain("Oat bread isn't part of this transfer");
  expect(screen.getByText(/with a difference/).textContent).toContain('0 with a difference');
});

test('keeps the counted quantities after an error', async () => {
  serve(transferRoutes.receive, refusal(409, 'version-stale', 'Someone changed this transfer'));
  const { user, address } = await opened();

  cell('Whole milk', 'received').focus();
  await user.keyboard('5{Enter}');
  await user.click(receive());

  expect((await screen.findAllByText('Someone changed this transfer')).length).toBeGreaterThan(0);
  expect(cell('Whole milk', 'received').textContent).toBe('5');
  expect(address()).toContain('/receive/');
});

test.each([
  ['draft', "It hasn't been sent yet."],
  ['inTransit', 'Only staff of the receiving location'],
  ['received', 'It was already received.'],
  ['cancelled', 'It was cancelled.'],
] as const)("explains why a transfer in status %s can't be received", async (status, reason) => {
  await opened({ status, allowed: [] });

  expect(screen.getByText(new RegExp(reason))).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Receive' })).toBeNull();
  expect(screen.getByRole('link', { name: 'View T-104' })).toBeTruthy();
});
