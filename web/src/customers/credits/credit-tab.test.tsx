import { type CreditEntry, creditRoutes } from '@aisle/contract/customers/credits';
import type { Permission } from '@aisle/contract/permissions';
import { exportRoutes } from '@aisle/contract/system/exports';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { CreditTab } from './credit-tab.tsx';

const customer = { _id: idOf(1), firstName: 'Grace', lastName: 'Hill' };
const entry = (number: number, more: Partial<CreditEntry> = {}): CreditEntry => ({
  _id: idOf(100 + number),
  kind: 'issued',
  amount: 1250,
  balanceAfter: 1250,
  reason: 'goodwill',
  note: null,
  order: null,
  ticket: null,
  by: 'Ada Clerk',
  at: '2026-11-20T18:00:00.000Z',
  ...more,
});
const histories = serve(creditRoutes.history, {
  records: [
    entry(1, {
      kind: 'spent',
      reason: null,
      amount: -250,
      balanceAfter: 1000,
      order: { _id: idOf(20), number: 'O-100042' },
    }),
    entry(2, { note: 'Late twice', ticket: { _id: idOf(30), number: 'T-2001' } }),
  ],
  totalRecords: 30,
  balance: 1000,
  held: 250,
});
const opened = (
  permissions: readonly Permission[] = ['customer_view', 'customer_credit', 'order_view', 'support_view'],
) => show(<CreditTab customer={customer} />, { at: '/somewhere', permissions });
const dialogOf = async () =>
  within(await screen.findByRole('dialog', { name: 'Adjust the store credit of Grace Hill' }));

test('shows the balance, what is on hold, and each change with its reason', async () => {
  const { user } = await opened();

  const table = within(await screen.findByRole('table', { name: 'History of store credit' }));
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent);

  expect(screen.getByText('On hold for open orders').parentElement?.textContent).toContain('$2.50');
  expect(rows[1]).toContain('Spent-$2.50$10.00O-100042');
  expect(rows[2]).toContain('Issued: GoodwillLate twice+$12.50$12.50T-2001');
  await user.press('Next');
  await user.select('Kind', 'Spent');
  await waitFor(() => expect(histories.at(-1)?.body).toMatchObject({ page: 1, filters: { kind: 'spent' } }));
});

test('previews the new balance, and sends removed credit as a negative amount', async () => {
  const adjusted = serve(creditRoutes.adjust, entry(9));
  const { user } = await opened();

  await user.press('Adjust credit');
  const dialog = await dialogOf();
  await user.click(dialog.getByRole('radio', { name: 'Remove' }));
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '4.50');
  expect(dialog.getByText('$5.50')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Remove $4.50' }));

  const body = { customerId: customer._id, amount: -450, reason: 'goodwill', note: '' };
  expect(await onlyBody(adjusted)).toEqual(body);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('rejects removing more than the balance, and shows errors of the server', async () => {
  serve(creditRoutes.adjust, refusal(409, 'credits.too-little', 'Grace Hill has only $6.00 of store credit'));
  const { user } = await opened();

  await user.press('Adjust credit');
  const dialog = await dialogOf();
  await user.click(dialog.getByRole('radio', { name: 'Remove' }));
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  await user.type(amount, '10.01');
  expect(dialog.getByText('Only $10.00 to remove')).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /^Remove \$/ }).disabled).toBe(true);
  await user.retype(amount, '8');
  await user.click(dialog.getByRole('button', { name: 'Remove $8.00' }));

  expect(await dialog.findByText('Grace Hill has only $6.00 of store credit')).toBeTruthy();
});

test('exports the entries of this customer', async () => {
  const exported = serve(exportRoutes.create, { url: null, rows: 2, jobId: null });
  const { user } = await opened();

  await user.choose('Export', 'CSV');

  expect(await onlyBody(exported)).toEqual({ customerId: customer._id, filters: {} });
});

test('hides adjustments from users without the permission', async () => {
  await opened(['customer_view']);

  await screen.findByRole('table', { name: 'History of store credit' });
  expect(screen.queryByRole('button', { name: 'Adjust credit' })).toBeNull();
});
