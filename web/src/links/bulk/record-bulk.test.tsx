import { bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { recordBulkRoutes } from '@aisle/contract/catalog/record-bulk';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { bulkEditOf, bulkPreviewOf } from './bulk.fixtures.ts';
import { useRecordBulk } from './use-record-bulk.tsx';

serve(bulkEditRoutes.list, { records: [], totalRecords: 0, nextCursor: null });
const previews = serve(
  recordBulkRoutes.preview,
  bulkPreviewOf(280, {
    records: 312,
    refused: 32,
    problems: [{ reason: 'Products use it', count: 32, refuses: true }],
  }),
);
const started = serve(recordBulkRoutes.create, bulkEditOf());

function Brands() {
  const bulk = useRecordBulk('brands', { search: 'mill', filters: { status: false } }, false);
  return (
    <>
      {bulk.menu}
      <button type="button" onClick={() => void bulk.openAll('deactivate')}>
        All selected
      </button>
      {bulk.dialog}
    </>
  );
}
const open = (permissions: Permission[]) =>
  show(<Brands />, {
    at: '/brand',
    permissions,
  });

test('previews which brands stay before deleting all brands of a filter', async () => {
  const { user, address } = await open(['brand_list', 'brand_edit', 'brand_delete']);

  await user.choose('Bulk edit', 'Delete unused…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete unused brands' }));
  expect(await dialog.findByText(/32: Products use it/)).toBeTruthy();
  expect(dialog.getByText(/match the search and filters/)).toBeTruthy();
  await user.click(await dialog.findByRole('button', { name: 'Delete 280' }));

  const body = {
    of: 'brands',
    target: { search: 'mill', filters: { status: false } },
    change: { field: 'deleted' },
  };
  expect([previews.at(-1)?.body, started[0]?.body]).toEqual([body, body]);
  await waitFor(() => expect(address()).toBe(`/products/bulk-edits/${idOf(60)}`));
});

test('applies to all rows of the list and hides actions without permission', async () => {
  const { user } = await open(['brand_list', 'brand_edit']);

  await user.press('All selected');
  expect(await screen.findByText(/match the search and filters/)).toBeTruthy();
  await user.press('Cancel');
  await user.press('Bulk edit');

  expect(await screen.findByRole('menuitem', { name: 'Deactivate all…' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Delete unused…' })).toBeNull();
  expect(previews.at(-1)?.body).toMatchObject({ target: { search: 'mill', filters: { status: false } } });
});
