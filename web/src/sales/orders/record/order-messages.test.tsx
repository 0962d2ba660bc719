import { type OrderMessage, orderMessageRoutes } from '@aisle/contract/sales/order-messages';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { id, morning } from '../order.fixtures.ts';
import { OrderMessages } from './order-messages.tsx';

const email = (part: Partial<OrderMessage> = {}): OrderMessage => ({
  _id: id(1),
  kind: 'placed',
  channel: 'email',
  to: 'ada@shoppers.example',
  state: 'sent',
  sentBy: null,
  createdAt: morning,
  ...part,
});
const opened = (emails: OrderMessage[], permissions: ('order_view' | 'order_edit')[] = ['order_edit']) => {
  serve(orderMessageRoutes.list, emails);
  return show(<OrderMessages fulfilment="delivery" orderId={id(7)} timeZone="America/Chicago" />, {
    permissions: ['order_view', ...permissions],
  });
};

test('lists messages with kind, recipient and status', async () => {
  await opened([
    email({ _id: id(3), kind: 'refunded', state: 'failed' }),
    email({ _id: id(2), kind: 'delivered', state: 'waiting' }),
    email({ sentBy: 'Nora Lind' }),
  ]);

  const [refunded, delivered, placed] = await screen.findAllByRole('listitem');
  expect(refunded!.textContent).toContain('Refund sentCould not be delivered to ada@shoppers.example');
  expect(delivered!.textContent).toContain('Sending to ada@shoppers.example');
  expect(placed!.textContent).toContain('Sent to ada@shoppers.example by Nora Lind');
});

test('renders nothing without messages', async () => {
  const requests = serve(orderMessageRoutes.list, []);
  await show(<OrderMessages fulfilment="delivery" orderId={id(7)} timeZone="America/Chicago" />, {
    permissions: ['order_edit'],
  });

  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByRole('heading', { name: 'Customer messages' })).toBeNull();
});

test('resends a message and refreshes the list', async () => {
  await opened([email()]);
  const button = await screen.findByRole('button', { name: 'Resend: Order confirmed' });
  const sent = serve(orderMessageRoutes.resend, [email({ _id: id(2), sentBy: 'Nora Lind' }), email()]);
  serve(orderMessageRoutes.list, [email({ _id: id(2), sentBy: 'Nora Lind' }), email()]);

  await userEvent.click(button);

  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(sent[0]!.body).toEqual({ messageId: id(1) });
});

test('shows an error and keeps the list', async () => {
  await opened([email()]);
  serve(orderMessageRoutes.resend, refusal(409, 'orders.no-email', 'The customer has no email address.'));

  await userEvent.click(await screen.findByRole('button', { name: /^Resend/ }));

  expect(await screen.findByText('The customer has no email address.')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test('hides the resend button without permission to edit orders', async () => {
  await opened([email()], ['order_view']);

  expect(await screen.findByText('Order confirmed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Resend/ })).toBeNull();
});

test('calls the receipt of a pickup order by its name', async () => {
  serve(orderMessageRoutes.list, [email({ kind: 'delivered' })]);
  await show(<OrderMessages fulfilment="pickup" orderId={id(7)} timeZone="America/Chicago" />);

  expect((await screen.findByRole('listitem')).textContent).toContain('Picked up, with receipt');
});
