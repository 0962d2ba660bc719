import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stored } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { onlyRequest, refusal, serve } from '../../../test/server.ts';
import { TransferView } from './transfer-view.tsx';
import { transferLineOf, transferOf } from './transfers.fixtures.ts';

async function opened(more: Parameters<typeof transferOf>[0] = {}) {
  const transfer = transferOf(more);
  serve(transferRoutes.view, transfer);
  const shown = await show(<TransferView />, {
    at: `/inventory/transfers/${transfer._id}`,
    page: '/inventory/transfers/$id',
    permissions: ['inventory_view', 'inventory_edit', 'inventory_add'],
  });
  await screen.findByRole('heading', { name: 'T-104', level: 1 });
  return { ...shown, transfer };
}
const button = (name: string) => screen.queryByRole('button', { name });

test('sends a draft with its loaded version', async () => {
  const steps = serve(transferRoutes.updateStatus, transferOf({ status: 'inTransit' }));
  const { user, transfer } = await opened();

  await user.press('Send');

  expect(await onlyRequest(steps)).toMatchObject({
    params: [transfer._id],
    body: { status: 'inTransit', version: 3 },
  });
});

test('shows why sending failed', async () => {
  serve(transferRoutes.updateStatus, refusal(409, 'stock.not-enough', 'Only 4 of Whole milk are in stock'));
  const { user } = await opened();

  await user.press('Send');

  expect((await screen.findByRole('alert')).textContent).toContain('Only 4 of Whole milk are in stock');
});

test('cancels a sent transfer after a confirmation about the stock', async () => {
  const steps = serve(transferRoutes.updateStatus, transferOf({ status: 'cancelled' }));
  const { user } = await opened({ status: 'inTransit', allowed: ['cancelled'] });

  await user.press('Cancel…');
  const question = await screen.findByRole('dialog', { name: 'Cancel T-104?' });
  expect(question.textContent).toContain('Downtown');
  expect(question.textContent).toContain('Airport can');
  await user.click(within(question).getByRole('button', { name: 'Keep' }));
  expect(steps).toEqual([]);
  await user.press('Cancel…');
  await user.press('Cancel transfer');

  await waitFor(() => expect(steps).toMatchObject([{ body: { status: 'cancelled', version: 3 } }]));
});

test('hides sending and cancelling from receivers', async () => {
  const { transfer } = await opened({ status: 'inTransit', allowed: ['received'] });

  expect(hrefOf(screen.getByRole('link', { name: 'Receive' }))).toBe(
    `/inventory/transfers/receive/${transfer._id}`,
  );
  expect(button('Send')).toBeNull();
  expect(button('Cancel…')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

test('links a draft to its edit screen and hides receiving', async () => {
  const { transfer } = await opened();

  expect(hrefOf(screen.getByRole('link', { name: 'Edit' }))).toBe(
    `/inventory/transfers/edit/${transfer._id}`,
  );
  expect(screen.queryByRole('link', { name: 'Receive' })).toBeNull();
});

test.each([
  [4, 0, '2 short'],
  [8, 0, '2 over'],
  [6, 1, '1 damaged'],
])('describes a line of 6 sent, %i received and %i damaged as "%s"', async (received, damaged, text) => {
  await opened({ status: 'received', allowed: [], lines: [transferLineOf({ received, damaged })] });

  const [line] = screen.getAllByRole('listitem');
  expect(line?.textContent).toContain(`${received} of 6`);
  expect(line?.textContent).toContain(text);
});

test('shows no difference if all items arrived as sent', async () => {
  await opened({ status: 'received', allowed: [], lines: [transferLineOf({ received: 6, damaged: 0 })] });

  expect(screen.getAllByRole('listitem')[0]?.textContent).not.toMatch(/short|over|damaged/);
});

test('shows the lots of a line with their expiration', async () => {
  const lot = {
    lotId: 'lot-1',
    number: 'L-1001',
    quantity: 6,
    lotNumber: null,
    costPrice: 250,
    expiresOn: '2026-11-30',
    arrivedLotId: null,
  };
  await opened({ status: 'inTransit', allowed: [], lines: [transferLineOf({ lots: [lot] })], cost: 1500 });

  expect(screen.getByText(/6 of L-1001/).textContent).toContain('expires 11/30/2026');
  expect(screen.getByText('$15.00')).toBeTruthy();
});

test('shows the user of each step in the timeline', async () => {
  const events = [
    {
      _id: 'event-1',
      from: 'draft' as const,
      to: 'inTransit' as const,
      userName: 'Kim Hale',
      note: 'Two crates',
      at: stored.createdAt,
    },
  ];
  await opened({ status: 'inTransit', allowed: [], events });

  const timeline = screen.getByRole('heading', { name: 'Timeline' }).closest('section') as HTMLElement;
  expect(timeline.textContent).toContain('Kim Hale');
  expect(timeline.textContent).toContain('Two crates');
});

test('links an unknown transfer to the list', async () => {
  serve(transferRoutes.view, refusal(404, 'not-found', 'There is no such transfer'));
  await show(<TransferView />, {
    at: '/inventory/transfers/gone',
    page: '/inventory/transfers/$id',
    permissions: ['inventory_view'],
  });

  const [way] = await screen.findAllByRole('link', { name: /Transfers/ });
  expect(hrefOf(way)).toBe('/inventory/transfers');
});
