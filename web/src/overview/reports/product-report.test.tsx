import { brandRoutes } from '@aisle/contract/catalog/brands';
import { productRoutes } from '@aisle/contract/catalog/products';
import { type ProductReport, reportRoutes } from '@aisle/contract/overview/reports';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { ProductReportScreen } from './product-report.tsx';
import { productFiguresOf, productReport, productRow } from './report.fixtures.ts';

const [milk, dairy, acme] = [idOf(1), idOf(2), idOf(3)];
async function opened(answer: ProductReport, search = '') {
  const requests = serve(reportRoutes.product, answer);
  const shown = await show(<ProductReportScreen />, { at: `/report/product${search}` });
  return { ...shown, requests };
}
const rowOf = (name: RegExp) => screen.findByRole('row', { name });

serve(brandRoutes.dropdown, [{ _id: acme, name: 'Acme' }]);
serve(productRoutes.dropdown, [{ _id: milk, name: 'Milk' }]);

test('links a sub-product to its orders, and its stock to the levels', async () => {
  await opened(
    productReport({
      records: [
        productRow({ key: 'm', name: 'Milk 1 l', subProductId: milk, productId: milk, units: 12, stock: 40 }),
      ],
      totals: { ...productFiguresOf({ units: 12 }), before: null },
    }),
  );

  const links = within(await rowOf(/^Milk 1 l/)).getAllByRole('link');
  expect(hrefOf(links[0])).toMatch(new RegExp(`^/orders\\?.*subProductId=${milk}`));
  expect(hrefOf(links[1])).toMatch(new RegExp(`^/inventory/${milk}`));
  expect(screen.getByRole('list', { name: 'Net sales by sub-product' })).toBeTruthy();
});

test('opens the products of a category with the same period and filters', async () => {
  const { requests } = await opened(
    productReport({
      records: [
        productRow({
          key: 'c',
          name: 'Cheese',
          categoryId: dairy,
          path: [{ _id: idOf(9), name: 'Dairy' }],
          revenue: 5,
        }),
      ],
    }),
    `?groupBy=category&brandId=${acme}&period=lastMonth`,
  );

  const row = within(await rowOf(/^Dairy › Cheese/));
  expect(hrefOf(row.getByRole('link'))).toBe(
    `/report/product?groupBy=product&brandId=${acme}&period=lastMonth&categoryId=${dairy}`,
  );
  expect(requests[0]?.body).toMatchObject({ groupBy: 'category', brandId: acme });
});

test('shows products without a brand in a row without links', async () => {
  await opened(
    productReport({
      records: [
        productRow({ key: '', name: '', revenue: 5 }),
        productRow({ key: acme, name: 'Acme', brandId: acme }),
      ],
    }),
    '?groupBy=brand',
  );

  const row = await rowOf(/^No brand/);
  expect(within(row).queryByRole('link')).toBeNull();
  expect(within(await rowOf(/^Acme/)).getByRole('link')).toBeTruthy();
});

test('shows the product filter as a chip that can be removed', async () => {
  const { user, search } = await opened(
    productReport({ records: [productRow({ key: 'm', name: 'Milk 1 l', subProductId: milk })] }),
    `?productId=${milk}`,
  );

  await waitFor(() =>
    expect(screen.getByText('Product:', { exact: false }).textContent).toBe('Product: Milk'),
  );
  await user.press('Remove filter Product');

  await waitFor(() => expect(search()).toEqual({}));
});
