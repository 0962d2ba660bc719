import { brandRoutes } from '@aisle/contract/catalog/brands';
import { productRoutes } from '@aisle/contract/catalog/products';
import { exportRoutes } from '@aisle/contract/system/exports';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { onlyRequest, serve } from '../../../../test/server.ts';
import { ExportMenu } from './export-menu.tsx';

test('offers pictures only for lists that have them', async () => {
  const exports = serve(exportRoutes.create, { url: null, rows: 3, jobId: null });
  const { user } = await show(
    <>
      <ExportMenu route={productRoutes.list} body={{ page: 1, limit: 25, filters: {}, search: 'a' }} />
      <ExportMenu route={brandRoutes.list} body={{ page: 1, limit: 25, filters: {} }} />
    </>,
  );
  const [products, brands] = await screen.findAllByRole('button', { name: 'Export' });

  await user.click(products!);
  await user.click(await screen.findByRole('menuitem', { name: 'CSV with pictures (ZIP)' }));
  expect(await onlyRequest(exports)).toMatchObject({
    params: ['products'],
    query: { format: 'zip' },
    body: { search: 'a' },
  });

  await user.click(brands!);
  expect(await screen.findByRole('menuitem', { name: 'CSV' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: /pictures/ })).toBeNull();
});
