import { type Dispute, disputeRoutes } from '@aisle/contract/sales/disputes';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, serve } from '../../../test/server.ts';
import { DisputeList } from './dispute-list.tsx';
import { DisputeScreen } from './dispute-view.tsx';

const at = '2026-11-20T18:00:00.000Z';
const dispute = (more: Partial<Dispute> = {}): Dispute => ({
  _id: idOf(1),
  number: 'D-1001',
  orderId: idOf(2),
  orderNumber: 'O-100042',
  locationId: idOf(3),
  locationName: 'Riverside',
  timeZone: 'America/Chicago',
  customerName: 'Grace Hill',
  paymentId: idOf(4),
  amount: 2500,
  fee: 1500,
  reason: 'product_not_received',
  status: 'needsResponse',
  dueBy: '2026-11-29T18:00:00.000Z',
  isChargeRefundable: false,
  submittedAt: null,
  fundedBy: 'marketplace',
  outcome: null,
  createdAt: at,
  version: 3,
  evidence: { otherEvidence: 'Picked up in person' },
  evidenceFiles: [{ _id: idOf(5), kind: 'receipt', name: 'receipt.pdf', bytes: 1000, url: '/files/receipt' }],
  canSubmit: true,
  sending: null,
  problem: null,
  order: {
    headlineStatus: 'delivered',
    total: 2500,
    paid: 2500,
    refunded: 0,
    createdAt: at,
    deliveredAt: at,
  },
  ...more,
});
const everything = ['dispute_list', 'dispute_edit'] as const;
const view = (shown: Dispute, permissions: readonly (typeof everything)[number][] = everything) => {
  serve(disputeRoutes.view, shown);
  return show(<DisputeScreen />, {
    at: `/disputes/view/${shown._id}`,
    page: '/disputes/view/$id',
    permissions,
  });
};

test('lists disputes with their status and deadline', async () => {
  serve(disputeRoutes.list, { records: [dispute()], totalRecords: 1, nextCursor: null });
  await show(<DisputeList />, { at: '/disputes', page: '/disputes', permissions: everything });
  const row = await screen.findByRole('row', { name: /D-1001/ });
  expect(row.textContent).toContain('Needs response');
  expect(row.textContent).toContain('Product not received');
  expect(row.textContent).toContain('$25.00');
});

test('submits the evidence after a confirmation', async () => {
  const { user } = await view(dispute());
  const sent = serve(disputeRoutes.submit, dispute({ sending: 'evidence', canSubmit: false }));
  await user.click(await screen.findByRole('button', { name: 'Submit evidence' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Submit evidence' }));
  expect(await onlyBody(sent)).toEqual({ version: 3 });
});

test('saves the edited evidence and removes a file', async () => {
  const { user } = await view(dispute());
  const sent = serve(disputeRoutes.editEvidence, dispute({ version: 4 }));
  await user.click(await screen.findByRole('button', { name: 'Edit evidence' }));
  const field = await screen.findByLabelText('Refund policy');
  await user.type(field, 'Within 14 days');
  await user.click(screen.getByRole('button', { name: 'Remove receipt' }));
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await onlyBody(sent)).toMatchObject({
    evidence: { refundPolicy: 'Within 14 days', otherEvidence: 'Picked up in person' },
    removeFiles: [idOf(5)],
    fundedBy: 'marketplace',
    version: 3,
  });
});

test('shows an answer on its way and offers no second one', async () => {
  await view(dispute({ sending: 'accept', canSubmit: false }));
  expect(await screen.findByText('Your acceptance is on its way to the card provider')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Submit evidence' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Accept dispute' })).toBeNull();
});

test('offers no actions without the permission to edit', async () => {
  await view(dispute({ isChargeRefundable: true, status: 'inquiry' }), ['dispute_list']);
  expect(await screen.findByText('Refund instead')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /evidence|accept/i })).toBeNull();
});
