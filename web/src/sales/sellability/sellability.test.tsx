import {
  type Sellability,
  type SellabilityCheck,
  sellabilityRoutes,
} from '@aisle/contract/sales/sellability';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { SellabilityButton } from './sellability-button.tsx';
// Imported eagerly, because loading it on demand can exceed the test's timeout.
import './sellability-dialog.tsx';

const check = (
  key: SellabilityCheck['key'],
  state: SellabilityCheck['state'],
  text: string,
): SellabilityCheck => ({ key, state, text, about: { _id: idOf(9), name: 'Milk' } });
const verdict = (sellable: boolean, checks: SellabilityCheck[]): Sellability => ({
  subProduct: {
    _id: idOf(1),
    name: 'Milk 1 gal',
    productName: 'Milk 1 gal',
    variantName: 'Milk 1 gal',
    sku: 'MILK-1',
    productId: idOf(2),
    unit: 'each',
    soldByWeight: false,
  },
  location: { _id: idOf(50), name: 'North' },
  sellable,
  price: 499,
  available: 0,
  checks,
});
const why = (
  <SellabilityButton subProductId={idOf(1)} locationId={idOf(50)} label="Why is Milk not on sale?">
    Not on sale
  </SellabilityButton>
);
const screens = {
  '/inventory/add': { title: 'Receive stock', permission: 'inventory_add' },
  '/products/edit/$id': { title: 'Product', permission: 'sub_product_view' },
  '/category': { title: 'Categories', permission: 'sub_product_view' },
  '/locations/locationTax/$id': { title: 'Tax and commission', permission: 'sub_product_view' },
} as const;
const opened = async () => {
  const view = await show(why, { screens, permissions: ['sub_product_view', 'inventory_add'] });
  await view.user.press('Why is Milk not on sale?');
  return view;
};

test('lists the failed checks', async () => {
  const requested = serve(
    sellabilityRoutes.show,
    verdict(false, [check('product', 'ok', 'It is on'), check('stock', 'blocks', 'None left')]),
  );
  await opened();

  const dialog = within(await screen.findByRole('dialog', { name: 'Why can’t this be sold here?' }));
  const [product, stock] = dialog.getAllByRole('listitem');
  expect(requested[0]).toMatchObject({ params: [idOf(1)], query: { locationId: idOf(50) } });
  expect(product?.textContent).toBe('ProductIt is on');
  expect(within(product as HTMLElement).getByRole('img', { name: 'OK' })).toBeTruthy();
  expect(stock?.textContent).toContain('None left');
  const mend = within(stock as HTMLElement).getByRole('link', { name: 'Receive stock' });
  expect(hrefOf(mend)).toContain('/inventory/add');
  expect(within(stock as HTMLElement).getByRole('img', { name: 'Prevents sale' })).toBeTruthy();
});

test.each([
  ['the product', 2, 'Change taxes', `/products/edit/${idOf(2)}`],
  ['a category', 9, 'Open category', `/category?id=${idOf(9)}`],
  ['the location', 50, 'Set tax', `/locations/locationTax/${idOf(50)}`],
])('links to the screen that sets the tax: %s', async (_, about, name, href) => {
  const noTax = check('tax', 'notice', 'No tax is set');
  serve(sellabilityRoutes.show, verdict(true, [{ ...noTax, about: { _id: idOf(about), name: 'Milk' } }]));
  await opened();

  const dialog = within(await screen.findByRole('dialog', { name: 'Can be sold here' }));
  expect(dialog.getByRole('listitem').textContent).toContain('TaxNo tax is set');
  expect(hrefOf(dialog.getByRole('link', { name }))).toBe(href);
});

test('shows that an item can be sold at a location', async () => {
  serve(sellabilityRoutes.show, verdict(true, [check('stock', 'notice', '1 left')]));
  await opened();

  const dialog = within(await screen.findByRole('dialog', { name: 'Can be sold here' }));
  expect(dialog.getByText('Milk 1 gal').parentElement?.textContent).toBe('Milk 1 gal at North');
  expect(dialog.getByRole('img', { name: 'Warning' })).toBeTruthy();
});

test('retries a failed request', async () => {
  let isUp = false;
  serve(sellabilityRoutes.show, () =>
    isUp ? verdict(true, []) : refusal(500, 'internal', 'Something broke'),
  );
  const { user } = await opened();

  const again = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await user.click(again);

  expect(await screen.findByRole('dialog', { name: 'Can be sold here' })).toBeTruthy();
});

test('shows only the text without access to sub-products', async () => {
  await show(why);

  expect(await screen.findByText('Not on sale')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
