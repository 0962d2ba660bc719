import { importRoutes } from '@aisle/contract/system/imports/imports';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { onlyRequest, refusal, serve } from '../../../test/server.ts';
import { ImportDrop } from './upload/import-drop.tsx';

test('offers the kinds that the user can import, and uploads the file as the selected one', async () => {
  const uploads = serve(importRoutes.upload, refusal(503, 'unavailable', 'Try again'));
  serve(importRoutes.list, pageOf());
  const { user } = await show(<ImportDrop kind="stock" />, {
    at: '/imports',
    permissions: ['inventory_edit', 'vendor_add'],
  });
  expect(await screen.findByText('Drop a CSV or Excel file of stock levels here')).toBeTruthy();

  await user.click(screen.getByRole('combobox', { name: 'Kind of file' }));
  expect(screen.queryByRole('option', { name: 'Products' })).toBeNull();
  await user.click(await screen.findByRole('option', { name: 'Vendors' }));
  await user.upload(screen.getByLabelText('File of vendors'), new File(['Name'], 'vendors.csv'));

  await waitFor(() => expect(uploads).toHaveLength(1));
});

test('uploads a table of products with a ZIP of pictures', async () => {
  const uploads = serve(importRoutes.upload, refusal(503, 'unavailable', 'Try again'));
  const { user } = await show(<ImportDrop kind="products" />, {
    at: '/imports',
    permissions: ['product_add'],
  });
  const input = await screen.findByLabelText('File of products');

  await user.upload(input, [new File(['a'], 'a.csv'), new File(['b'], 'b.csv')]);
  expect((await screen.findByRole('alert')).textContent).toContain('one table and one ZIP');
  await user.upload(input, [new File(['PK'], 'pictures.zip'), new File(['Name'], 'goods.csv')]);

  expect((await onlyRequest(uploads)).files).toEqual({ file: ['goods.csv'], pictures: ['pictures.zip'] });
});

test('hides the choice if the user can import only one kind', async () => {
  await show(<ImportDrop kind={undefined} />, { at: '/imports', permissions: ['customer_add'] });

  expect(await screen.findByText('Drop a CSV or Excel file of customers here')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Kind of file' })).toBeNull();
});
