import { taxRoutes } from '@aisle/contract/catalog/taxes';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { serveBulkActions } from '../../links/bulk/bulk.fixtures.ts';
import { taxOf, taxViewOf } from '../catalog.fixtures.ts';
import { TaxList } from './tax-list.tsx';

const sales = taxOf({ name: 'Sales tax', rate: 6.25, categoryCount: 2, productCount: 1 });
const bottle = taxOf({ name: 'Bottle levy', rate: 5, status: false });
const all: Permission[] = ['tax_list', 'tax_view', 'tax_add', 'tax_edit', 'tax_delete'];

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const showTaxes = (permissions = all) => show(<TaxList />, { at: '/tax', permissions });

serve(taxRoutes.list, pageOf(sales, bottle));
serve(taxRoutes.view, taxViewOf(sales));

test('shows the rate of a tax and its usage', async () => {
  await showTaxes();

  const row = await rowOf('Sales tax');

  expect(row.textContent).toContain('6.25%');
  expect(row.textContent).toContain('2 categories, 1 product');
  expect((await rowOf('Bottle levy')).textContent).toContain('Nothing yet');
});

test('deletes an unused tax after confirmation, and restores it', async () => {
  const removed = serve(taxRoutes.remove, { _id: bottle._id });
  const { user } = await showTaxes();

  await user.choose('More for Bottle levy', 'Delete');
  await user.answer('Delete Bottle levy?', 'Delete');

  await waitFor(() => expect(removed).toMatchObject([{ params: [bottle._id] }]));
  const restored = serve(taxRoutes.restore, bottle);
  await screen.findByText('Bottle levy deleted');
  await user.press('Undo');
  await waitFor(() => expect(restored).toMatchObject([{ params: [bottle._id] }]));
  expect(await screen.findByText('Bottle levy restored')).toBeTruthy();
});

test('keeps a tax in use and shows its usage instead', async () => {
  const removed = serve(taxRoutes.remove, { _id: sales._id });
  const { user } = await showTaxes();

  await user.choose('More for Sales tax', 'Delete');
  const question = await screen.findByRole('dialog', { name: 'Sales tax is in use' });
  expect(question.textContent).toContain('Used by 2 categories and 1 product');
  await user.click(within(question).getByRole('button', { name: 'View usage' }));

  expect(await screen.findByRole('form', { name: 'Edit tax' })).toBeTruthy();
  expect(removed).toEqual([]);
});

test('hides the edit form from users who cannot edit taxes', async () => {
  const { user } = await showTaxes(['tax_list', 'tax_delete']);

  await user.choose('More for Sales tax', 'Delete');
  await user.press('OK');

  expect(screen.queryByRole('form', { name: 'Edit tax' })).toBeNull();
});

test('shows the number of products charged and the categories that use the tax', async () => {
  serve(
    taxRoutes.view,
    taxViewOf({
      ...sales,
      chargedProductCount: 1204,
      categories: [{ _id: idOf(7), name: 'Cheese', path: [{ _id: idOf(6), name: 'Dairy' }] }],
    }),
  );
  const { user } = await showTaxes();

  await user.choose('More for Sales tax', 'Edit');
  const usage = await screen.findByRole('region', { name: 'Usage' });

  expect(usage.textContent).toContain('1,204 products');
  expect(hrefOf(within(usage).getByRole('link', { name: 'Dairy › Cheese' }))).toContain(idOf(7));
  expect(usage.textContent).toContain('and 1 more categories');
});

test('shows the rate history of a tax', async () => {
  const first = { at: '2026-01-05T10:00:00.000Z', by: 'Ada Stone', from: null, to: 6 };
  const second = { at: '2026-06-05T10:00:00.000Z', by: 'Ben Reed', from: 6, to: 6.25 };
  serve(taxRoutes.view, taxViewOf({ ...sales, rates: [second, first] }));
  const { user } = await showTaxes();

  await user.choose('More for Sales tax', 'Edit');
  const rates = await screen.findByRole('region', { name: 'Rate history' });

  const [latest, earliest] = within(rates).getAllByRole('listitem');
  expect(latest?.textContent).toContain('6% → 6.25%');
  expect(latest?.textContent).toContain('Ben Reed');
  expect(earliest?.textContent).not.toContain('→');
});

test('rejects an invalid rate at its field', async () => {
  const added = serve(taxRoutes.create, bottle);
  const { user } = await showTaxes();

  await user.press('New tax');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Sugar tax');
  await user.type(screen.getByRole('textbox', { name: 'Rate' }), 'lots');
  await user.press('Create tax');

  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Rate' }).getAttribute('aria-invalid')).toBe('true'),
  );
  expect(added).toEqual([]);
});

test('saves a new tax with the entered rate', async () => {
  const added = serve(taxRoutes.create, bottle);
  const { user } = await showTaxes();

  await user.press('New tax');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Sugar tax');
  await user.type(screen.getByRole('textbox', { name: 'Rate' }), '2.5');
  await user.press('Create tax');

  expect(await onlyBody(added)).toMatchObject({ name: 'Sugar tax', rate: 2.5, status: true });
});

test('rejects a duplicate name at its field', async () => {
  serve(
    taxRoutes.create,
    refusal(409, 'duplicate', 'Taken', { fields: [{ path: 'name', message: 'Another tax has this name' }] }),
  );
  const { user } = await showTaxes();

  await user.press('New tax');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Sales tax');
  await user.type(screen.getByRole('textbox', { name: 'Rate' }), '2.5');
  await user.press('Create tax');

  expect(await screen.findByText('Another tax has this name')).toBeTruthy();
});

test('deactivates selected taxes together', async () => {
  const switched = serveBulkActions();
  const { user } = await showTaxes();

  await user.click(await screen.findByRole('checkbox', { name: /Sales tax/ }));
  await user.press('Deactivate');

  await waitFor(() =>
    expect(switched).toMatchObject([
      { params: ['deactivate-taxes'], body: { target: { ids: [sales._id] } } },
    ]),
  );
});
