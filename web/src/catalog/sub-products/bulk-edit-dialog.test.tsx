import { bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { locationRoutes } from '@aisle/contract/locations/locations';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../test/server.ts';
import { bulkEditOf, bulkPreviewOf, bulkRowOf } from '../../links/bulk/bulk.fixtures.ts';
import { BulkEditDialog } from './bulk-edit-dialog.tsx';

serve(locationRoutes.dropdown, [{ _id: idOf(1), name: 'Downtown' }]);
const previews = serve(
  bulkEditRoutes.preview,
  bulkPreviewOf(3, {
    changed: 2,
    refused: 1,
    problems: [{ reason: 'Price is above $10,000', count: 1, refuses: true }],
    sample: [
      bulkRowOf({}),
      bulkRowOf({ name: 'Oats', outcome: 'refused', after: null, reason: 'Price is above $10,000' }),
    ],
  }),
);
const started = serve(bulkEditRoutes.create, bulkEditOf());
const target = { ids: [idOf(2), idOf(3), idOf(4)], filters: {} };
const all: Permission[] = ['sub_product_edit', 'assign_subProduct', 'store_list'];
async function opened(permissions = all) {
  const onClose = vi.fn();
  const shown = await show(<BulkEditDialog target={target} count={3} onClose={onClose} />, {
    at: '/products/variants',
    permissions,
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk edit 3 sub-products' }));
  return { ...shown, dialog, onClose };
}

test('previews a change before it can be started', async () => {
  const { user, dialog } = await opened();

  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change' }).disabled).toBe(true);
  await user.select('Change', 'Raise by %');
  await user.type(dialog.getByRole('textbox', { name: 'Percent' }), '10');

  expect(await dialog.findByRole('button', { name: 'Change 2' })).toBeTruthy();
  expect(dialog.getByText('2 will change')).toBeTruthy();
  expect(dialog.getByText(/1: Price is above/).textContent).toContain('not changed');
  expect(dialog.getByRole('row', { name: /Whole milk/ }).textContent).toContain('$3.99$4.39');
  expect(dialog.getByText('and 1 more')).toBeTruthy();
  expect(previews.at(-1)?.body).toEqual({
    target,
    change: { field: 'price', to: { by: 'percent', value: 10, rounding: 'cent' } },
  });
});

test('starts with the rounding that was chosen last', async () => {
  onTestFinished(() => localStorage.removeItem('aisle.bulkRounding'));
  const first = await opened();
  await first.user.select('Change', 'Raise by %');
  await first.user.select('Rounding', 'Ending in 9');
  first.unmount();

  const { user, dialog } = await opened();
  await user.select('Change', 'Raise by %');

  expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Rounding' }).value).toBe('Ending in 9');
});

test('starts the previewed change and shows its progress', async () => {
  const { user, dialog, onClose, address } = await opened();

  await user.select('Change', 'Lower by amount');
  await user.type(dialog.getByRole('textbox', { name: 'Amount $' }), '0.50');
  await user.select('Rounding', 'None');
  await user.click(await dialog.findByRole('button', { name: 'Change 2' }));

  expect(await onlyBody(started)).toEqual({
    target,
    change: { field: 'price', to: { by: 'amount', value: -50, rounding: 'cent' } },
  });
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(address()).toBe(`/products/bulk-edits/${idOf(60)}`));
});

test('shows an invalid percentage at its field, and sends nothing', async () => {
  const { user, dialog } = await opened();

  await user.select('Field', 'Sale price');
  await user.type(dialog.getByRole('textbox', { name: 'Percent' }), '120');

  expect(await dialog.findByText('Enter a percentage above 0 and below 100')).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change' }).disabled).toBe(true);
  expect(previews).toEqual([]);
});

test('removes a sale price without an amount', async () => {
  const { user, dialog } = await opened();

  await user.select('Field', 'Sale price');
  await user.select('Change', 'Remove');

  expect(await dialog.findByRole('button', { name: 'Change 2' })).toBeTruthy();
  expect(dialog.queryByRole('textbox', { name: 'Percent' })).toBeNull();
  expect(previews.at(-1)?.body).toMatchObject({ change: { field: 'salePrice', to: { by: 'clear' } } });
});

test('requires a location for a threshold', async () => {
  const { user, dialog } = await opened();

  await user.select('Field', 'Low-stock threshold');
  await user.type(dialog.getByRole('textbox', { name: 'Quantity' }), '5');
  expect(previews).toEqual([]);
  await user.select(/At these locations/, 'Downtown');

  await waitFor(() =>
    expect(previews.at(-1)?.body).toMatchObject({
      change: { field: 'threshold', locationIds: [idOf(1)], to: { by: 'set', value: 5 } },
    }),
  );
});

test('offers only assignment and limits without other permissions', async () => {
  const { user, dialog } = await opened(['assign_subProduct']);

  await user.click(dialog.getByRole('combobox', { name: 'Field' }));

  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
    'Assignment to locations',
    'Low-stock threshold',
  ]);
});

test('prevents starting a change without effect', async () => {
  serve(bulkEditRoutes.preview, {
    records: 3,
    rows: 3,
    changed: 0,
    same: 3,
    refused: 0,
    problems: [],
    sample: [],
  });
  const { user, dialog } = await opened();

  await user.select('Field', 'Status');

  expect(await dialog.findByText('3 already set')).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change' }).disabled).toBe(true);
});

test('keeps the dialog and the draft after a rejection', async () => {
  serve(bulkEditRoutes.create, refusal(409, 'bulk-edits.busy', 'Another bulk edit is running'));
  const { user, dialog, onClose } = await opened();

  await user.select('Change', 'Raise by %');
  await user.type(dialog.getByRole('textbox', { name: 'Percent' }), '10');
  await user.click(await dialog.findByRole('button', { name: 'Change 2' }));

  expect((await screen.findByRole('alert')).textContent).toContain('Another bulk edit is running');
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Percent' }).value).toBe('10');
  expect(onClose).not.toHaveBeenCalled();
});

test('shows why a preview failed', async () => {
  serve(bulkEditRoutes.preview, refusal(503, 'unavailable', 'The server is busy'));
  const { user, dialog } = await opened();

  await user.select('Field', 'Status');

  expect(await dialog.findByText('The server is busy')).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change' }).disabled).toBe(true);
});
