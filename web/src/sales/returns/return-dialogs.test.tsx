import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import type { Order } from '@aisle/contract/sales/order-view';
import { type Return, type Returnable, returnRoutes } from '@aisle/contract/sales/returns';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { id, line, moneyPlan, morning, order } from '../orders/order-examples.ts';
import { AskReturnDialog } from './ask-return-dialog.tsx';
import { ReturnSteps } from './return-steps.tsx';
// Here at once: what is loaded only when it is opened may take longer than a test waits.
import './inspect-dialog.tsx';
import './why-dialog.tsx';

const delivered = order({ status: 'delivered', headlineStatus: 'delivered' });
const request = (more: Partial<Return> = {}): Return => ({
  _id: id(70),
  number: 'R-5',
  kind: 'return',
  status: 'requested',
  noReturn: false,
  allowed: ['approved', 'returnRejected'],
  lines: [
    {
      _id: id(71),
      lineId: id(101),
      subProductId: id(201),
      name: 'Apples',
      sku: 'SKU-1',
      unit: 'each',
      soldByWeight: false,
      quantity: 2,
      reason: 'Broken',
      note: null,
      received: null,
      condition: null,
      photos: [],
    },
  ],
  order: { _id: id(1), number: 'A-1001', total: 2300, deliveredAt: morning },
  customer: { _id: id(60), name: 'Grace Hill', phone: '+12025550123' },
  driver: null,
  collection: null,
  canCollect: true,
  locationId: id(50),
  locationName: 'North',
  timeZone: 'UTC',
  note: null,
  overrideNote: null,
  replacementOrder: null,
  refund: null,
  events: [],
  receivedAt: null,
  closedAt: null,
  createdAt: morning,
  updatedAt: morning,
  version: 4,
  ...more,
});
const possible = (more: Partial<Returnable> = {}) =>
  serve(returnRoutes.returnable, {
    orderId: id(1),
    windowEndsAt: '2026-12-01T00:00:00.000Z',
    windowIsOver: false,
    lines: [
      { lineId: id(101), quantity: 2 },
      { lineId: id(102), quantity: 0 },
    ],
    ...more,
  });

beforeEach(() => {
  possible();
  serve(dashboardRoutes.reasonDropdown, [{ _id: 'broken', name: 'Broken' }]);
  serve(returnRoutes.plan, moneyPlan());
});

async function ask(shown: Order = delivered) {
  const view = await show(<AskReturnDialog order={shown} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Return or replace: A-1001' }));
  return { ...view, dialog };
}
const asks = () => serve(returnRoutes.create, { ...request(), kept: null });

test('only what can still come back is offered', async () => {
  const { dialog } = await ask();

  expect(await dialog.findByRole('checkbox', { name: 'Apples' })).toBeTruthy();
  expect(dialog.queryByRole('checkbox', { name: 'Bread' })).toBeNull();
});

test('what a customer brings back is taken down with its reason, and its request opens', async () => {
  const made = asks();
  const { user, dialog, address } = await ask();

  await user.click(await dialog.findByRole('checkbox', { name: 'Apples' }));
  await user.click(dialog.getByRole('combobox', { name: 'Reason for Apples' }));
  await user.click(await screen.findByRole('option', { name: 'Broken' }));
  await user.click(dialog.getByRole('button', { name: 'Take it down' }));

  await waitFor(() => expect(address()).toBe(`/orders/returns/${id(70)}`));
  expect(made[0]?.body).toEqual({
    orderId: id(1),
    kind: 'return',
    lines: [{ lineId: id(101), quantity: 2, reasonId: 'broken' }],
  });
});

test('a replacement has reasons of its own', async () => {
  const reasons = serve(dashboardRoutes.reasonDropdown, [{ _id: 'wrong', name: 'Wrong one' }]);
  const { user, dialog } = await ask();

  await user.click(dialog.getByRole('radio', { name: /Replace/ }));

  await waitFor(() => expect(reasons.at(-1)?.query).not.toEqual({ type: 'return' }));
  expect(dialog.getByText('The goods come back, and the same goods go out again at no price.')).toBeTruthy();
});

test('something has to come back', async () => {
  const made = asks();
  const { user, dialog } = await ask();
  await dialog.findByRole('checkbox', { name: 'Apples' });

  await user.click(dialog.getByRole('button', { name: 'Take it down' }));

  expect(dialog.getByRole('alert').textContent).toBe('Choose at least one item');
  expect(made).toHaveLength(0);
});

test('no more comes back of a line than there is', async () => {
  const made = asks();
  const { user, dialog } = await ask();

  await user.click(await dialog.findByRole('checkbox', { name: 'Apples' }));
  const quantity = dialog.getByRole('textbox', { name: 'How much of Apples' });
  await user.clear(quantity);
  await user.type(quantity, '3');
  await user.click(dialog.getByRole('button', { name: 'Take it down' }));

  expect(dialog.getByRole('alert').textContent).toBe('At most 2 can come back');
  expect(made).toHaveLength(0);
});

test('after the return window it is taken only with a reason why', async () => {
  possible({ windowIsOver: true, windowEndsAt: '2026-11-01T00:00:00.000Z' });
  const made = asks();
  const { user, dialog } = await ask();
  await user.click(await dialog.findByRole('checkbox', { name: 'Apples' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Take it all the same; the note says why' }));
  await user.click(dialog.getByRole('button', { name: 'Take it down' }));
  expect(dialog.getByText('Say why it is taken after the return window')).toBeTruthy();

  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'A regular');
  await user.click(dialog.getByRole('button', { name: 'Take it down' }));

  await waitFor(() => expect(made[0]?.body).toMatchObject({ note: 'A regular', override: true }));
});

test('an order that has come back in whole says so', async () => {
  possible({ lines: [] });
  const { dialog } = await ask(order({ lines: [line(1, 'Apples')] }));

  expect(await dialog.findByText('All of this order has come back, or is to.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Take it down' }).hasAttribute('disabled')).toBe(true);
});

test('what the server refuses of a line is said at that line', async () => {
  const fields = [{ path: 'lines.0.quantity', message: 'Another request has taken 1 of them' }];
  serve(returnRoutes.create, refusal(409, 'returns.too-much', 'Too much', { fields }));
  const { user, dialog } = await ask();

  await user.click(await dialog.findByRole('checkbox', { name: 'Apples' }));
  await user.click(dialog.getByRole('button', { name: 'Take it down' }));

  const item = (await dialog.findByText('Another request has taken 1 of them')).closest('li');
  expect(item?.textContent).toContain('Apples');
});

const stepped = async (shown: Return) => {
  const made = serve(returnRoutes.updateStatus, request({ version: 5 }));
  return { made, ...(await show(<ReturnSteps request={shown} />)) };
};
const button = (name: string) => screen.findByRole('button', { name });

test('a request is approved after a yes', async () => {
  const { user, made } = await stepped(request());

  await user.click(await button('Approve'));
  const question = within(await screen.findByRole('dialog', { name: 'Approve: R-5?' }));
  await user.click(question.getByRole('button', { name: 'Approve' }));

  await waitFor(() =>
    expect(made[0]).toMatchObject({ params: [id(70)], body: { status: 'approved', version: 4 } }),
  );
});

test('a request is refused only with a reason', async () => {
  const { user, made } = await stepped(request());

  await user.click(await button('Refuse…'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse: R-5?' }));
  await user.click(dialog.getByRole('button', { name: 'Refuse' }));
  expect(dialog.getByText('Say why')).toBeTruthy();
  expect(made).toHaveLength(0);
  await user.type(dialog.getByRole('textbox', { name: 'Why' }), 'Opened already');
  await user.click(dialog.getByRole('button', { name: 'Refuse' }));

  await waitFor(() =>
    expect(made[0]?.body).toEqual({ status: 'returnRejected', version: 4, note: 'Opened already' }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

async function inspect() {
  const view = await stepped(request({ status: 'approved', allowed: ['received'] }));
  await view.user.click(await button('Goods are here…'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Goods are here: R-5' }));
  return { ...view, dialog };
}

test('what came in is noted, as much as was expected unless somebody says otherwise', async () => {
  const { user, made, dialog } = await inspect();
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Came in of Apples' });
  expect(field.value).toBe('2');

  await user.clear(field);
  await user.type(field, '1{Enter}');

  const lines = [{ lineId: id(71), received: 1, condition: 'restock' }];
  await waitFor(() => expect(made[0]?.body).toEqual({ status: 'received', version: 4, lines }));
});

test('no more came in than was to come back', async () => {
  const { user, made, dialog } = await inspect();

  const field = dialog.getByRole('textbox', { name: 'Came in of Apples' });
  await user.clear(field);
  await user.type(field, '3{Enter}');

  expect(await dialog.findByText('At most 2')).toBeTruthy();
  expect(made).toHaveLength(0);
});

test('when nothing came in, the request has failed', async () => {
  const { user, made, dialog } = await inspect();

  const field = dialog.getByRole('textbox', { name: 'Came in of Apples' });
  await user.clear(field);
  await user.type(field, '0{Enter}');

  expect((await dialog.findByRole('alert')).textContent).toContain('mark the request as failed instead');
  expect(made).toHaveLength(0);
});

test('a request that is over has nothing left to do', async () => {
  await stepped(request({ status: 'returned', allowed: [] }));

  expect(await screen.findByText('Nothing is left to do here.')).toBeTruthy();
});
