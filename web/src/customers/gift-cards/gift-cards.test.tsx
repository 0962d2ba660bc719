import { type GiftCard, giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import type { Permission } from '@aisle/contract/permissions';
import { jobRoutes } from '@aisle/contract/system/jobs';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { jobOf } from '../../system/system.fixtures.ts';
import { RedeemDialog } from '../credits/redeem-dialog.tsx';
import { GiftCardList } from './gift-card-list.tsx';
import { GiftCardScreen } from './gift-card-view.tsx';
// Imported eagerly, because loading it on demand can exceed the test's timeout.
import './issue-many.tsx';
import './new-gift-card.tsx';

const at = '2026-11-20T18:00:00.000Z';
const card = (more: Partial<GiftCard> = {}): GiftCard => ({
  _id: idOf(1),
  number: 'G-1001',
  kind: 'sold',
  amount: 5000,
  balance: 5000,
  held: 0,
  last4: '7K2M',
  recipient: { name: 'Grace Hill', email: null },
  message: null,
  sendOn: null,
  sentAt: null,
  deliveredAt: at,
  expiresOn: null,
  status: 'active',
  payment: { method: 'cash', reference: 'R-1' },
  batchId: null,
  createdBy: 'Ada Clerk',
  createdAt: at,
  version: 3,
  ...more,
});
const code = '7K2M-91AB-CDEF-GHJK-0';
const everything: readonly Permission[] = [
  'gift_card_list',
  'gift_card_view',
  'gift_card_add',
  'gift_card_edit',
];
serve(giftCardRoutes.list, {
  records: [card()],
  totalRecords: 1,
  nextCursor: null,
  outstanding: [
    { label: 'Up to 90 days', cards: 2, balance: 7500 },
    { label: 'Older', cards: 0, balance: 0 },
  ],
});
const entry = {
  _id: idOf(9),
  kind: 'issued' as const,
  amount: 5000,
  balanceBefore: 0,
  balanceAfter: 5000,
  customer: null,
  order: null,
  reason: null,
  by: 'Ada Clerk',
  at,
};
const viewed = (shown: GiftCard = card()) =>
  serve(giftCardRoutes.view, { giftCard: shown, entries: [entry] });
const openCard = () =>
  show(<GiftCardScreen />, {
    at: `/gift-cards/view/${idOf(1)}`,
    page: '/gift-cards/view/$id',
    permissions: everything,
  });
const openList = () =>
  show(<GiftCardList />, { at: '/gift-cards', page: '/gift-cards', permissions: everything });

test('lists cards with what is outstanding by age', async () => {
  await openList();

  expect(await screen.findByText('G-1001')).toBeTruthy();
  expect(screen.getByText('…7K2M')).toBeTruthy();
  expect(await screen.findByText('Up to 90 days · 2 cards')).toBeTruthy();
  expect(screen.getByText('$75.00')).toBeTruthy();
});

test('issues a sold card and shows its code once', async () => {
  const requests = serve(giftCardRoutes.create, { ...card(), code });
  const { user } = await openList();

  await user.press('New gift card');
  const dialog = within(await screen.findByRole('dialog', { name: 'New gift card' }));
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '50');
  await user.type(dialog.getByRole('textbox', { name: 'Reference' }), 'R-1');
  await user.click(dialog.getByRole('button', { name: 'Issue gift card' }));

  expect(await onlyBody(requests)).toEqual({
    kind: 'sold',
    amount: 5000,
    payment: { method: 'cash', reference: 'R-1' },
  });
  expect(await screen.findByRole('dialog', { name: 'Copy the code of G-1001 now' })).toBeTruthy();
  expect(screen.getByDisplayValue(code)).toBeTruthy();
});

test('issues a promotional card without payment', async () => {
  const requests = serve(giftCardRoutes.create, { ...card({ kind: 'promotional', payment: null }), code });
  const { user } = await openList();

  await user.press('New gift card');
  const dialog = within(await screen.findByRole('dialog', { name: 'New gift card' }));
  await user.click(dialog.getByRole('radio', { name: 'Promotional' }));
  await user.click(dialog.getByRole('button', { name: 'Issue gift card' }));
  expect(requests).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '10');
  await user.click(dialog.getByRole('button', { name: 'Issue gift card' }));

  expect(await onlyBody(requests)).toEqual({ kind: 'promotional', amount: 1000 });
});

test('issues a card for a recipient, who gets the code by email', async () => {
  const recipient = { name: 'Grace', email: 'grace@hill.example' };
  const requests = serve(giftCardRoutes.create, card({ recipient, deliveredAt: null }));
  const { user } = await openList();

  await user.press('New gift card');
  const dialog = within(await screen.findByRole('dialog', { name: 'New gift card' }));
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '50');
  await user.type(dialog.getByRole('textbox', { name: "Recipient's email" }), recipient.email);
  await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Enjoy');
  await user.type(dialog.getByRole('textbox', { name: 'Email on' }), '12/24/2026');
  await user.click(dialog.getByRole('button', { name: 'Issue gift card' }));
  expect(await dialog.findByText('Name is required')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Recipient' }), recipient.name);
  await user.click(dialog.getByRole('button', { name: 'Issue gift card' }));

  expect(await onlyBody(requests)).toEqual({
    kind: 'sold',
    amount: 5000,
    recipient,
    message: 'Enjoy',
    sendOn: '2026-12-24',
    payment: { method: 'cash', reference: '' },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('resends the email and prints the code until the code is delivered', async () => {
  const recipient = { name: 'Grace Hill', email: 'grace@hill.example' };
  viewed(card({ recipient, message: 'Enjoy', sentAt: at, deliveredAt: null }));
  const resent = serve(giftCardRoutes.resend, card());
  const { user } = await openCard();

  await user.press('Resend email');

  await waitFor(() => expect(resent).toHaveLength(1));
  expect(screen.getByText('Not opened yet')).toBeTruthy();
  expect(screen.getByText('Enjoy')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'PDF' })).toBeTruthy();
});

test('offers neither email nor print of a delivered code', async () => {
  viewed(card({ recipient: { name: 'Grace Hill', email: 'grace@hill.example' }, sentAt: at }));
  await openCard();

  expect(await screen.findByText(/Opened/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Resend email' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'PDF' })).toBeNull();
});

test('issues many cards in a job, and downloads their codes after a question', async () => {
  const job = jobOf({ _id: idOf(7), kind: 'giftCardBatch', status: 'done' });
  const requests = serve(giftCardRoutes.bulkCreate, job);
  serve(jobRoutes.get, job);
  Object.assign(URL, { createObjectURL: () => 'blob:codes', revokeObjectURL: () => {} });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const downloads = serve(giftCardRoutes.downloadCodes, { name: 'Gift cards.csv', csv: 'Number,Code' });
  const { user } = await openList();

  await user.press('Issue many');
  const dialog = within(await screen.findByRole('dialog', { name: 'Issue many gift cards' }));
  await user.type(dialog.getByRole('textbox', { name: 'Number of cards' }), '40');
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '25');
  await user.click(dialog.getByRole('button', { name: 'Issue gift cards' }));
  await user.press('Download codes');
  expect(downloads).toEqual([]);
  const sure = within(await screen.findByRole('dialog', { name: 'Download the codes?' }));
  await user.click(sure.getByRole('button', { name: 'Download codes' }));

  expect(await onlyBody(requests)).toMatchObject({ kind: 'sold', count: 40, amount: 2500 });
  await waitFor(() => expect(downloads).toHaveLength(1));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
});

test('voids a card for a reason, with or without a refund', async () => {
  viewed();
  const requests = serve(giftCardRoutes.updateStatus, card({ status: 'voided', balance: 0 }));
  const { user } = await openCard();

  await user.choose('More for G-1001', 'Void card…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Void card G-1001?' }));
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Void card' });
  expect(submit.disabled).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Bought twice');
  await user.click(dialog.getByRole('checkbox', { name: 'I refunded $50.00 to the customer' }));
  await user.click(submit);

  const body = { status: 'voided', reason: 'Bought twice', refund: true, version: 3 };
  expect(await onlyBody(requests)).toEqual(body);
});

test('replaces the code and shows the new one', async () => {
  viewed();
  const requests = serve(giftCardRoutes.replace, { ...card({ version: 4 }), code });
  const { user } = await openCard();

  await user.press('Replace code');
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Lost');
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Replace code' }));

  expect(await screen.findByDisplayValue(code)).toBeTruthy();
  expect(await onlyBody(requests)).toEqual({ reason: 'Lost', recipient: { name: 'Grace Hill' }, version: 3 });
});

test('offers no steps for a card that is used up', async () => {
  viewed(card({ status: 'used', balance: 0 }));
  await openCard();

  expect(await screen.findByText('Used up')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Replace code' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'More for G-1001' })).toBeNull();
});

test('redeems a card for a customer, and says why it failed', async () => {
  const requests = serve(
    giftCardRoutes.redeem,
    refusal(409, 'giftCards.not-usable', "This gift card can't be used"),
  );
  const { user } = await show(
    <RedeemDialog customer={{ _id: idOf(5), name: 'Grace Hill' }} onClose={() => {}} />,
    {
      permissions: ['customer_credit'],
    },
  );

  await user.type(await screen.findByRole('textbox', { name: 'Code' }), code);
  await user.press('Redeem gift card');

  expect(await screen.findByText("This gift card can't be used")).toBeTruthy();
  await waitFor(() => expect(requests[0]?.body).toEqual({ code, customerId: idOf(5) }));
});
