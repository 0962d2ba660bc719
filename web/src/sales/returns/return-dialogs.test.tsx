import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import type { Permission } from '@aisle/contract/permissions';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { MoneyPlan } from '@aisle/contract/sales/refunds/refunds';
import { type Return, type Returnable, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../test/render.tsx';
import { onlyBody, onlyRequest, refusal, serve } from '../../../test/server.ts';
import { RecordHead } from '../../ui/record/record-head.tsx';
import { id, line, moneyPlan, morning, order, refund } from '../orders/order.fixtures.ts';
import { RequestReturnDialog } from './request-return-dialog.tsx';
import { ReturnBadges, summaryOf } from './return-head.tsx';
import { useReturnActions } from './return-steps.tsx';
// Imported eagerly, because loading it on demand can exceed the test's timeout.
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
      productName: 'Apples',
      variantName: 'Apples',
      sku: 'SKU-1',
      unit: 'each',
      soldByWeight: false,
      quantity: 2,
      reason: 'Broken',
      note: null,
      received: null,
      condition: null,
      photos: [],
      amount: null,
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
const share = (amount: number): MoneyPlan['lines'][number] => ({
  lineId: id(101),
  name: 'Apples',
  productName: 'Apples',
  variantName: 'Apples',
  goods: amount,
  discount: 0,
  tax: 0,
  commission: 0,
  amount,
  refundable: amount,
  refundableQuantity: 0,
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

serve(dashboardRoutes.reasonDropdown, [{ _id: 'broken', name: 'Broken' }]);
serve(returnRoutes.plan, moneyPlan());
serve(returnRoutes.preview, moneyPlan({ lines: [share(1000)], refund: 1000, by: 'card' }));
possible();

async function ask(shown: Order = delivered, permissions: readonly Permission[] = ['cancel_order']) {
  const view = await show(<RequestReturnDialog order={shown} onClose={() => undefined} />, { permissions });
  const dialog = within(await screen.findByRole('dialog', { name: 'Return or replace: A-1001' }));
  return { ...view, dialog };
}
const creates = (more: Partial<Return> = {}) => serve(returnRoutes.create, { ...request(more), kept: null });

test('offers only returnable items and shows earlier returns', async () => {
  const refunds = [refund(1, { lines: [{ lineId: id(101), amount: 300, reason: null }] })];
  const { dialog } = await ask(order({ status: 'delivered', refunds }));

  expect(await dialog.findByRole('checkbox', { name: 'Apples' })).toBeTruthy();
  expect(dialog.getByText('$3.00 refunded')).toBeTruthy();
  expect(dialog.getByText(/^Qty 2 · \$7\.00/)).toBeTruthy();
  expect(dialog.queryByRole('checkbox', { name: 'Bread' })).toBeNull();
});

test('creates a return with a reason, previews the refund and opens it', async () => {
  const made = creates();
  const { user, dialog, address } = await ask();

  await user.click(await dialog.findByRole('checkbox', { name: 'Apples' }));
  await user.select('Reason for Apples', 'Broken');
  expect(await dialog.findByText('Refund to customer')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Create return' }));

  await waitFor(() => expect(address()).toBe(`/orders/returns/${id(70)}`));
  expect(made[0]?.body).toEqual({
    orderId: id(1),
    kind: 'return',
    lines: [{ lineId: id(101), quantity: 2, reasonId: 'broken' }],
  });
  expect(await screen.findByText('Return R-5 created')).toBeTruthy();
});

test('refunds items that need no return at once, with a reason', async () => {
  const paid = {
    _id: id(80),
    status: 'refundInitiated' as const,
    amount: 1000,
    byHand: false,
    inCoins: 0,
    inCredit: 0,
    inGiftCards: 0,
    toCredit: 0,
  };
  const made = creates({ status: 'returned', noReturn: true, refund: paid });
  const { user, dialog } = await ask();

  await user.click(await dialog.findByRole('checkbox', { name: 'Apples' }));
  await user.click(dialog.getByRole('checkbox', { name: 'No return needed for Apples' }));
  await user.click(await dialog.findByRole('button', { name: 'Refund $10.00' }));
  expect(await dialog.findByText('Reason is required')).toBeTruthy();
  expect(made).toHaveLength(0);
  await user.select('Reason for Apples', 'Broken');
  await user.click(dialog.getByRole('button', { name: 'Refund $10.00' }));

  const lines = [{ lineId: id(101), quantity: 2, reasonId: 'broken', noReturn: true }];
  await waitFor(() => expect(made[0]?.body).toMatchObject({ kind: 'return', lines }));
  expect(await screen.findByText('Refunded $10.00 to card')).toBeTruthy();
});

test('separates what is refunded now from what waits for the items', async () => {
  possible({
    lines: [
      { lineId: id(101), quantity: 2 },
      { lineId: id(102), quantity: 1 },
    ],
  });
  serve(returnRoutes.preview, ({ body }) => {
    const { lines } = body as { lines: { lineId: string }[] };
    const refund = lines.length === 2 ? 1796 : 599;
    return moneyPlan({ lines: [share(refund)], refund, by: 'card' });
  });
  const made = creates();
  const { user, dialog } = await ask(
    order({ status: 'delivered', lines: [line(1, 'Apples'), line(2, 'Bread')] }),
  );

  await user.click(await dialog.findByRole('checkbox', { name: 'Apples' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Bread' }));
  await user.select('Reason for Bread', 'Broken');
  await user.click(dialog.getByRole('checkbox', { name: 'No return needed for Bread' }));

  const submit = await dialog.findByRole('button', { name: 'Create return and refund $5.99' });
  const row = (name: string) => dialog.getByRole('rowheader', { name }).parentElement?.textContent;
  await waitFor(() => expect(row('Refunded now')).toContain('$5.99'));
  expect(row('Refunded after the items are received')).toContain('$11.97');
  await user.click(submit);
  await waitFor(() => expect(made).toHaveLength(1));
});

test('replaces items without a return at once, even without permission to refund', async () => {
  const replacementOrder = { _id: id(90), number: 'A-1002', status: 'orderPlaced' };
  const made = creates({ kind: 'replace', status: 'replaced', noReturn: true, replacementOrder });
  const { user, dialog } = await ask(delivered, []);
  await user.click(await dialog.findByRole('checkbox', { name: 'Apples' }));
  expect(dialog.queryByRole('checkbox', { name: 'No return needed for Apples' })).toBeNull();

  await user.click(dialog.getByRole('radio', { name: 'Replacement' }));
  await user.click(dialog.getByRole('checkbox', { name: 'No return needed for Apples' }));
  await user.select('Reason for Apples', 'Broken');
  await user.click(dialog.getByRole('button', { name: 'Send replacement' }));

  const lines = [{ lineId: id(101), quantity: 2, reasonId: 'broken', noReturn: true }];
  await waitFor(() => expect(made[0]?.body).toMatchObject({ kind: 'replace', lines }));
  expect(await screen.findByText('Replacement A-1002 created')).toBeTruthy();
});

test('offers reasons for replacements', async () => {
  const reasons = serve(dashboardRoutes.reasonDropdown, [{ _id: 'wrong', name: 'Wrong one' }]);
  const { user, dialog } = await ask();

  await user.click(dialog.getByRole('radio', { name: 'Replacement' }));

  await waitFor(() => expect(reasons.at(-1)?.query).toEqual({ type: 'replace' }));
  expect(dialog.getByRole('button', { name: 'Create replacement' })).toBeTruthy();
});

test('requires an item', async () => {
  const made = creates();
  const { user, dialog } = await ask();
  await dialog.findByRole('checkbox', { name: 'Apples' });

  await user.click(dialog.getByRole('button', { name: 'Create return' }));

  expect(dialog.getByRole('alert').textContent).toBe('Choose at least one item');
  expect(made).toHaveLength(0);
});

test('limits a return to the remaining quantity', async () => {
  const made = creates();
  const { user, dialog } = await ask();

  await user.click(await dialog.findByRole('checkbox', { name: 'Apples' }));
  await user.retype('Quantity of Apples', '3');
  await user.click(dialog.getByRole('button', { name: 'Create return' }));

  expect(dialog.getByRole('alert').textContent).toBe('Up to 2');
  expect(made).toHaveLength(0);
});

test('requires a note to accept a return after the return window', async () => {
  possible({ windowIsOver: true, windowEndsAt: '2026-11-01T00:00:00.000Z' });
  const made = creates();
  const { user, dialog } = await ask();
  await user.click(await dialog.findByRole('checkbox', { name: 'Apples' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Accept anyway, with a note that explains why' }));
  await user.click(dialog.getByRole('button', { name: 'Create return' }));
  expect(dialog.getByText('Enter why you accept it after the return window')).toBeTruthy();

  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'A regular');
  await user.click(dialog.getByRole('button', { name: 'Create return' }));

  await waitFor(() => expect(made[0]?.body).toMatchObject({ note: 'A regular', override: true }));
});

test('explains that the whole order was returned', async () => {
  possible({ lines: [] });
  const { dialog } = await ask(order({ lines: [line(1, 'Apples')] }));

  expect(await dialog.findByText('All items of this order are returned or in a return.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Create return' }).hasAttribute('disabled')).toBe(true);
});

test("shows a line's server error at that line", async () => {
  const fields = [{ path: 'lines.0.quantity', message: 'Another return has 1 of them' }];
  serve(returnRoutes.create, refusal(409, 'returns.too-much', 'Too much', { fields }));
  const { user, dialog } = await ask();

  await user.click(await dialog.findByRole('checkbox', { name: 'Apples' }));
  await user.click(dialog.getByRole('button', { name: 'Create return' }));

  const item = (await dialog.findByText('Another return has 1 of them')).closest('li');
  expect(item?.textContent).toContain('Apples');
});

function Steps({ shown }: { shown: Return }) {
  const { dialogs, ...head } = useReturnActions(shown);
  return (
    <>
      <RecordHead
        title={shown.number}
        badge={<ReturnBadges request={shown} />}
        summary={summaryOf(shown)}
        {...head}
      />
      {dialogs}
    </>
  );
}
const stepped = async (shown: Return) => {
  const made = serve(returnRoutes.updateStatus, request({ version: 5 }));
  return { made, ...(await show(<Steps shown={shown} />)) };
};
const button = (name: string) => screen.findByRole('button', { name });

test('approves a return after a confirmation', async () => {
  const { user, made } = await stepped(request());

  await user.press('Approve return');
  await user.answer('Approve return: R-5?', 'Approve return');

  expect(await onlyRequest(made)).toMatchObject({
    params: [id(70)],
    body: { status: 'approved', version: 4 },
  });
});

test('requires a reason to reject a return', async () => {
  const { user, made } = await stepped(request());

  await user.press('Reject…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject: R-5?' }));
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(dialog.getByText('Reason is required')).toBeTruthy();
  expect(made).toHaveLength(0);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Opened already');
  await user.click(dialog.getByRole('button', { name: 'Reject' }));

  expect(await onlyBody(made)).toEqual({ status: 'returnRejected', version: 4, note: 'Opened already' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

async function inspect() {
  const view = await stepped(request({ status: 'approved', allowed: ['received'] }));
  await view.user.press('Mark received…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark received: R-5' }));
  return { ...view, dialog };
}

test('rejects on the current version after a conflict was shown', async () => {
  const made = serve(returnRoutes.updateStatus, ({ body }) =>
    (body as { version: number }).version === 4
      ? refusal(409, 'version-stale', 'Someone else changed this', { data: request({ version: 5 }) })
      : request({ status: 'returnRejected', version: 6 }),
  );
  const { user } = await show(<Steps shown={request()} />);

  await user.press('Reject…');
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Opened already');
  await user.press('Reject');
  expect(await screen.findByText('Someone else changed this')).toBeTruthy();
  await user.press('Reject');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(made.map(({ body }) => (body as { version: number }).version)).toEqual([4, 5]);
});

test('records the received quantities, by default those expected', async () => {
  const { user, made, dialog } = await inspect();
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Received of Apples' });
  expect(field.value).toBe('2');

  await user.retype(field, '1{Enter}');

  const lines = [{ lineId: id(71), received: 1, condition: 'restock' }];
  await waitFor(() => expect(made[0]?.body).toEqual({ status: 'received', version: 4, lines }));
});

test('limits the received quantity to the return', async () => {
  const { user, made, dialog } = await inspect();

  await user.retype('Received of Apples', '3{Enter}');

  expect(await dialog.findByText('Up to 2')).toBeTruthy();
  expect(made).toHaveLength(0);
});

test('marks a return as failed if no items were received', async () => {
  const { user, made, dialog } = await inspect();

  await user.retype('Received of Apples', '0{Enter}');

  expect((await dialog.findByRole('alert')).textContent).toContain('Mark the return as failed instead');
  expect(made).toHaveLength(0);
});

test('shows customer, order and refund in the header', async () => {
  const done = refund(1, { amount: 1158, status: 'refunded' });
  const { container } = await stepped(request({ status: 'returned', allowed: [], refund: done }));

  const head = await waitFor(() => container.querySelector('header') as HTMLElement);
  expect(within(head).getByText('Refunded $11.58')).toBeTruthy();
  const line = within(head).getByText('Grace Hill').closest('dl')?.textContent;
  expect(line).toContain('Return of A-1001');
  expect(line).toContain('North');
});

test('shows approve and reject as buttons, and later endings in the menu', async () => {
  const { user } = await stepped(
    request({ status: 'approved', allowed: ['received', 'driverApproved', 'returnFailed'] }),
  );

  expect(await button('Schedule pickup…')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mark failed…' })).toBeNull();
  await user.press('More for R-5');
  expect(await screen.findByRole('menuitem', { name: 'Mark failed…' })).toBeTruthy();
});

test('hides the buttons of a closed return', async () => {
  await stepped(request({ status: 'returned', allowed: [] }));

  const head = (await screen.findByRole('heading', { name: 'R-5' })).closest('header') as HTMLElement;
  const names = within(head)
    .queryAllByRole('button')
    .map((one) => one.getAttribute('aria-label'));
  expect(names).toEqual(['Copy (202) 555-0123']);
});
