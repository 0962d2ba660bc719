import { customerRoutes } from '@aisle/contract/customers/customers';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { customerOf } from '../customers.fixtures.ts';
import { CustomerList } from './customer-list.tsx';

const grace = customerOf({ orderCount: 1, lifetime: { orders: 1, total: 2300 } });
const all: Permission[] = ['customer_list', 'customer_view', 'customer_add', 'customer_edit'];
serve(customerRoutes.list, pageOf(grace));
async function opened(permissions = all) {
  const shown = await show(<CustomerList />, { at: '/customers', permissions });
  await screen.findByRole('row', { name: /Grace Hill/ });
  return shown;
}
async function adding() {
  const shown = await opened();
  await shown.user.press('New customer');
  const form = within(await screen.findByRole('form', { name: 'New customer' }));
  const type = (label: RegExp, text: string) =>
    shown.user.type(form.getByRole('textbox', { name: label }), text);
  const save = () => shown.user.click(form.getByRole('button', { name: 'Create customer' }));
  return { ...shown, form, type, save };
}

test('rejects a customer without name and phone, at both fields', async () => {
  const made = serve(customerRoutes.create, grace);
  const { form, save } = await adding();

  await save();

  expect(await form.findByText('First name is required')).toBeTruthy();
  expect(form.getByRole('textbox', { name: /^Phone/ }).getAttribute('aria-invalid')).toBe('true');
  expect(made).toEqual([]);
});

test('saves a customer with a single name', async () => {
  const made = serve(customerRoutes.create, grace);
  const { type, save } = await adding();
  await type(/^First name/, 'Sukarno');
  await type(/^Phone/, '512 555 0142');

  await save();

  await waitFor(() => expect(made[0]?.body).toMatchObject({ firstName: 'Sukarno', lastName: '' }));
});

test('saves a customer without a blank address, and opens the customer', async () => {
  const made = serve(customerRoutes.create, grace);
  const { type, save, address } = await adding();

  await type(/^First name/, 'Grace');
  await type(/^Last name/, 'Hill');
  await type(/^Phone/, '(202) 555-0123');
  await save();

  expect(await onlyBody(made)).toMatchObject({ firstName: 'Grace', phone: '+12025550123', email: null });
  expect(made[0]?.body).not.toHaveProperty('addresses');
  await waitFor(() => expect(address()).toBe(`/customers/view/${idOf(1)}`));
  expect(screen.queryByText('Leave without saving?')).toBeNull();
});

test('rejects an incomplete address', async () => {
  const made = serve(customerRoutes.create, grace);
  const { form, type, save } = await adding();

  await type(/^First name/, 'Grace');
  await type(/^Last name/, 'Hill');
  await type(/^Phone/, '2025550123');
  await type(/^Address$/, '1 Elm Street');
  await save();

  await waitFor(() =>
    expect(form.getByRole('textbox', { name: /^City/ }).getAttribute('aria-invalid')).toBe('true'),
  );
  expect(made).toEqual([]);
});

test('rejects an invalid email before it is sent', async () => {
  const made = serve(customerRoutes.create, grace);
  const { form, type, save } = await adding();

  await type(/^Email/, 'grace');
  await save();

  expect(await form.findByText('Enter a valid email')).toBeTruthy();
  expect(made).toEqual([]);
});

test('keeps the drawer open with the input after a rejection', async () => {
  serve(
    customerRoutes.create,
    refusal(409, 'duplicate', 'There is one already', {
      fields: [{ path: 'phone', message: 'Ben Reed has this phone number' }],
    }),
  );
  const { form, type, save, address } = await adding();

  await type(/^First name/, 'Grace');
  await type(/^Last name/, 'Hill');
  await type(/^Phone/, '2025550123');
  await save();

  expect(await form.findByText('Ben Reed has this phone number')).toBeTruthy();
  expect(form.getByRole<HTMLInputElement>('textbox', { name: /^First name/ }).value).toBe('Grace');
  expect(address()).toBe('/customers');
});

test('asks before discarding a draft', async () => {
  const { form, type, user } = await adding();

  await type(/^First name/, 'Grace');
  await user.click(form.getByRole('button', { name: 'Cancel' }));

  await user.answer('Leave without saving?', 'Stay');
  expect((await form.findByRole<HTMLInputElement>('textbox', { name: /^First name/ })).value).toBe('Grace');
});

test('closes an unchanged form at once', async () => {
  const { form, user } = await adding();

  await user.click(form.getByRole('button', { name: 'Cancel' }));

  await waitFor(() => expect(screen.queryByRole('form', { name: 'New customer' })).toBeNull());
});

test('hides New customer from read-only users', async () => {
  await opened(['customer_list']);

  expect(screen.queryByRole('button', { name: 'New customer' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
});
