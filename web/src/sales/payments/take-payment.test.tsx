import type { PaymentDetails } from '@aisle/contract/sales/orders/order-payments';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { duePayment, id, order } from '../orders/order.fixtures.ts';
import { TakePaymentButton } from './take-payment-button.tsx';
// Imported eagerly, because loading it on demand can exceed the test's timeout.
import './take-payment-dialog.tsx';

const due = duePayment();
const details: PaymentDetails = {
  orderId: id(1),
  number: 'A-1001',
  paymentType: 'cashOnDelivery',
  total: 2300,
  paid: 0,
  refunded: 0,
  refundable: 0,
  due: 2300,
  methods: ['cash', 'terminal', 'card'],
  linkChannels: [],
  testCards: [
    { token: 'tok_ok', label: 'Says yes' },
    { token: 'tok_declined', label: 'Declines' },
  ],
  payments: [due],
  refunds: [],
  entries: [],
};

async function opened() {
  serve(orderRoutes.paymentDetails, details);
  const view = await show(<TakePaymentButton order={order({ payments: [due] })} />, {
    permissions: ['order_edit'],
  });
  await view.user.press('Take payment…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Take payment for A-1001' }));
  await dialog.findByRole('radio', { name: 'Cash' });
  return { ...view, dialog };
}
const takes = () => serve(paymentRoutes.take, order({ paid: 2300 }));

test('takes the full amount in cash', async () => {
  const taken = takes();
  const { user, dialog } = await opened();

  expect(dialog.getByText('$23.00 is due')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Take $23.00' }));

  await waitFor(() => expect(taken[0]).toMatchObject({ params: [id(1)] }));
  expect(taken[0]?.body).toEqual({ method: 'cash', amount: 2300 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('takes a partial payment', async () => {
  const taken = takes();
  const { user, dialog } = await opened();

  await user.retype('Amount', '5');
  await user.click(dialog.getByRole('button', { name: 'Take $5.00' }));

  await waitFor(() => expect(taken[0]?.body).toEqual({ method: 'cash', amount: 500 }));
});

test('requires the slip number of a terminal payment', async () => {
  const taken = takes();
  const { user, dialog } = await opened();

  await user.click(dialog.getByRole('radio', { name: 'Card terminal' }));
  await user.click(dialog.getByRole('button', { name: 'Take $23.00' }));
  expect(await dialog.findByText('Reference is required')).toBeTruthy();
  expect(taken).toHaveLength(0);
  await user.type(dialog.getByRole('textbox', { name: 'Reference' }), ' 0815 {Enter}');

  expect(await onlyBody(taken)).toEqual({ method: 'terminal', amount: 2300, reference: '0815' });
});

test('charges an online card', async () => {
  const taken = takes();
  const { user, dialog } = await opened();

  await user.click(dialog.getByRole('radio', { name: 'Card online' }));
  await user.select('Test card', 'Declines');
  await user.click(dialog.getByRole('button', { name: 'Take $23.00' }));

  expect(await onlyBody(taken)).toEqual({ method: 'card', amount: 2300, token: 'tok_declined' });
});

test('requires an amount', async () => {
  const taken = takes();
  const { user, dialog } = await opened();

  await user.clear(dialog.getByRole('textbox', { name: 'Amount' }));
  await user.click(dialog.getByRole('button', { name: 'Take payment' }));

  expect(await dialog.findByText('Enter an amount above 0 with at most 2 decimals')).toBeTruthy();
  expect(taken).toHaveLength(0);
});

test('shows an excessive amount at its field', async () => {
  serve(paymentRoutes.take, refusal(409, 'payments.too-much', 'Only $23.00 is due'));
  const { user, dialog } = await opened();

  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '{Enter}');

  expect(await dialog.findByText('Only $23.00 is due')).toBeTruthy();
});

test.each<[string, Order['payments'], boolean]>([
  ['if nothing is due', [{ ...due, status: 'captured' }], true],
  ['while a card payment is in progress', [due, { ...due, _id: id(12), underWay: 'authorise' }], true],
  ['without permission to edit orders', [due], false],
])('offers no payment %s', async (_, payments, canEdit) => {
  const { container } = await show(<TakePaymentButton order={order({ payments })} />, {
    permissions: canEdit ? ['order_edit'] : [],
  });

  await waitFor(() => expect(within(container).queryByRole('button')).toBeNull());
});

const sendsLinks = () =>
  serve(paymentRoutes.sendLink, {
    state: 'sent',
    expiresAt: '2026-11-21T18:00:00Z',
    url: 'https://aisle.example/pay/x',
  });
async function openedWithLinks(customer: Partial<Order['customer']> = {}) {
  serve(orderRoutes.paymentDetails, {
    ...details,
    methods: ['cash', 'terminal'],
    testCards: [],
    linkChannels: ['email', 'sms'],
  });
  const unpaid = order({ status: 'pending', headlineStatus: 'pending', payments: [due] });
  const view = await show(
    <TakePaymentButton order={{ ...unpaid, customer: { ...unpaid.customer, ...customer } }} />,
    { permissions: ['order_edit'] },
  );
  await view.user.press('Take payment…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Take payment for A-1001' }));
  await dialog.findByRole('button', { name: 'Send payment link' });
  return { ...view, dialog };
}

test('sends a link to the email of the order', async () => {
  const sent = sendsLinks();
  const { user, dialog } = await openedWithLinks({ email: 'ada@shoppers.example' });

  expect(dialog.getByText('$23.00 is due')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Send payment link' }));

  await waitFor(() => expect(sent[0]?.body).toEqual({ channel: 'email', to: 'ada@shoppers.example' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('sends a link by text message if the order has no email', async () => {
  const sent = sendsLinks();
  const { user, dialog } = await openedWithLinks({ email: null, phone: '+15125550100' });

  await user.click(dialog.getByRole('button', { name: 'Send payment link' }));

  await waitFor(() => expect(sent[0]?.body).toMatchObject({ channel: 'sms' }));
  expect(JSON.stringify(sent[0]?.body).replace(/\D/g, '')).toBe('15125550100');
});

test('shows why a link was not sent', async () => {
  serve(paymentRoutes.sendLink, refusal(409, 'payments.under-way', 'A card payment is in progress'));
  const { user, dialog } = await openedWithLinks({ email: 'ada@shoppers.example' });

  await user.click(dialog.getByRole('button', { name: 'Send payment link' }));

  expect(await dialog.findByText('A card payment is in progress')).toBeTruthy();
});
