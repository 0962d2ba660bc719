import { type PossibleDuplicate, possibleDuplicateRoutes } from '@aisle/contract/system/possible-duplicates';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf, pageOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { PossibleDuplicatesScreen } from './possible-duplicates.tsx';

const pairOf = (more: Partial<PossibleDuplicate>): PossibleDuplicate => ({
  _id: 'brands.1.name',
  resource: 'brands',
  field: 'name',
  record: { _id: idOf(1), name: 'Pen\u0303a Verde', value: 'Pen\u0303a Verde', productId: null },
  other: { _id: idOf(2), name: 'Peña Verde', value: 'Peña Verde', productId: null },
  foundAt: '2026-11-20T10:00:00.000Z',
  ...more,
});
const showScreen = (...pairs: PossibleDuplicate[]) => {
  serve(possibleDuplicateRoutes.list, pageOf(...pairs));
  return show(<PossibleDuplicatesScreen />, {
    permissions: ['brand_list', 'product_list', 'product_view', 'customer_list', 'customer_view'],
  });
};

test('links both records of a pair', async () => {
  await showScreen(pairOf({}));

  const item = (await screen.findByText('Brand, same name')).closest('li')!;
  const links = within(item).getAllByRole('link');
  expect(links.map(hrefOf)).toEqual(['/brand?search=Verde', '/brand?search=Verde']);
});

test('shows the SKU of sub-products, and leads to their product', async () => {
  await showScreen(
    pairOf({
      resource: 'subProducts',
      field: 'sku',
      record: { _id: idOf(1), name: 'Milk', value: 'M-1\u200b', productId: idOf(3) },
      other: { _id: idOf(2), name: 'Milk 1 l', value: 'M-1', productId: idOf(4) },
    }),
  );

  expect(await screen.findByText('Sub-product, same SKU')).toBeTruthy();
  expect(hrefOf(screen.getByRole('link', { name: 'Milk' }))).toBe(`/products/view/${idOf(3)}`);
  expect(screen.getByText('M-1')).toBeTruthy();
});

test('shows the phones of customers as they are written', async () => {
  const phoneOf = (value: string) => ({ _id: idOf(1), name: 'Rose Hill', value, productId: null });
  await showScreen(
    pairOf({
      resource: 'customers',
      field: 'phone',
      record: phoneOf('+15125550199'),
      other: phoneOf('5125550199'),
    }),
  );

  expect(await screen.findAllByText('(512) 555-0199')).toHaveLength(2);
});

test('explains the list when there are no pairs', async () => {
  await showScreen();

  expect(await screen.findByText('No possible duplicates')).toBeTruthy();
});

test('offers to try again when the list fails', async () => {
  serve(possibleDuplicateRoutes.list, refusal(500, 'internal', 'Something went wrong'));
  await show(<PossibleDuplicatesScreen />, { permissions: ['brand_list'] });

  expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy();
});
