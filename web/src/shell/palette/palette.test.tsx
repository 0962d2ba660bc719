import { locationRoutes } from '@aisle/contract/locations/locations';
import { type Found, searchRoutes } from '@aisle/contract/overview/search';
import type { Permission } from '@aisle/contract/permissions';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show, signIn } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { rememberPage } from '../../core/pages/recent.ts';
import { getSession } from '../../core/session/session.ts';
import { Palette } from './palette.tsx';

const nothing: Found = {
  orders: [],
  numbered: [],
  customers: [],
  products: [],
  subProducts: [],
  brands: [],
  locations: [],
  vendors: [],
  drivers: [],
  users: [],
  meant: null,
};
const grace = {
  _id: idOf(1),
  number: 'A-1001',
  customerName: 'Grace Hill',
  status: 'delivered',
  total: 2300,
  locationName: 'North',
  createdAt: '2026-11-20T18:00:00.000Z',
};
const milk = {
  _id: idOf(11),
  productId: idOf(12),
  productName: 'Whole milk',
  name: '1 gal',
  variantName: '1 gal',
  sku: 'MILK-1',
  barcode: null,
  price: 499,
};
const screens = {
  '/dashboard': { title: 'Dashboard' },
  '/orders': { title: 'Orders', permission: 'order_list' },
  '/orders/queue': { title: 'Queue', permission: 'order_list' },
  '/orders/view/$id': { title: 'Order', permission: 'order_view' },
  '/products/view/$id': { title: 'Product', permission: 'product_view' },
  '/products/variants': { title: 'Sub-products', permission: 'sub_product_list' },
  '/customers/view/$id': { title: 'Customer', permission: 'customer_view' },
  '/orders/checkouts/$id': { title: 'Checkout', permission: 'order_view' },
  '/orders/returns/$id': { title: 'Return', permission: 'order_view' },
  '/orders/add': { title: 'New order', permission: 'order_add' },
  '/brand': { title: 'Brands', permission: 'brand_list' },
  '/locations/view/$id': { title: 'Location', permission: 'store_view' },
  '/vendors/view/$id': { title: 'Vendor', permission: 'vendor_view' },
  '/driver/view/$id': { title: 'Driver', permission: 'driver_view' },
} as const;
const staff = ['order_list', 'order_view', 'product_view', 'brand_list'] as const;
const open = async (permissions: readonly Permission[] = staff) => {
  const onClose = vi.fn();
  const view = await show(<Palette onClose={onClose} />, { screens, permissions });
  return { ...view, onClose, box: await screen.findByRole('combobox', { name: 'Search or jump to' }) };
};
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

test('shows actions first, then screens grouped as in the menu', async () => {
  await open(['order_list', 'order_add']);

  expect(options()).toEqual(['New order', 'Switch theme', 'Dashboardg d', 'Ordersg o', 'Queueg q']);
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Actions',
    'Go to',
    'Orders',
  ]);
});

test('finds logout by its name and asks for confirmation', async () => {
  const { user } = await open(['order_list']);

  await user.keyboard('logout');
  await user.click(await screen.findByRole('option', { name: 'Logout' }));

  expect(await screen.findByText('Are you sure you want to logout?')).toBeTruthy();
});

test('shows recent pages first, except the current one', async () => {
  signIn([]);
  rememberPage({ path: '/orders/view/1', title: 'O-100042' });
  rememberPage({ path: '/', title: 'Here' });
  const { user, address } = await open([]);

  expect(options()[0]).toBe('O-100042');
  await user.click(screen.getByRole('option', { name: 'O-100042' }));

  await waitFor(() => expect(address()).toBe('/orders/view/1'));
});

test('finds a screen by any part of its name', async () => {
  const { user, box } = await open();

  await user.type(box, 'ueu');

  expect(options()).toEqual(['Queueg q']);
});

test('finds actions on orders by name', async () => {
  const { user, box, address, search } = await open();

  await user.type(box, 'refund');
  expect(options()).toEqual(['Refund an order', 'See failed refunds']);
  await user.click(screen.getAllByRole('option')[1]!);

  await waitFor(() => expect(address()).toBe('/orders'));
  expect(search()).toEqual({ flag: 'refundFailed' });
});

test('switches the location', async () => {
  serve(locationRoutes.dropdown, [{ _id: idOf(52), name: 'East' }]);
  const { user } = await open(['store_list']);

  await user.click(await screen.findByRole('option', { name: 'Switch location…' }));
  await user.click(await screen.findByRole('option', { name: 'East' }));

  expect(getSession()?.locationId).toBe(idOf(52));
});

test('lists records visited lately, and no screens', async () => {
  signIn([]);
  rememberPage({ path: '/orders/view/1', title: 'O-100042' });
  rememberPage({ path: '/orders/add', title: 'New order' });
  await open([]);

  expect(options()[0]).toBe('O-100042');
  expect(options()).not.toContain('New order');
});

test('finds a checkout and a return by number', async () => {
  const createdAt = '2026-11-20T18:00:00.000Z';
  const numbered = [
    { kind: 'checkout', _id: idOf(61), number: 'M-56167', about: 'Grace Hill', createdAt },
    { kind: 'return', _id: idOf(62), number: 'R-5616', about: null, createdAt },
  ] as const;
  serve(searchRoutes.find, { ...nothing, numbered: [...numbered] });
  const { user, box, address } = await open();

  await user.type(box, '5616');
  await waitFor(() => expect(options()).toEqual(['M-56167 · Grace Hill11/20/2026', 'R-561611/20/2026']));
  await user.click(screen.getAllByRole('option')[0]!);

  await waitFor(() => expect(address()).toBe(`/orders/checkouts/${idOf(61)}`));
});

test("opens the customer's plan for an invoice", async () => {
  const createdAt = '2026-11-20T18:00:00.000Z';
  const invoice = {
    kind: 'subscriptionInvoice',
    _id: idOf(63),
    number: 'I-50001',
    about: null,
    createdAt,
  } as const;
  serve(searchRoutes.find, { ...nothing, numbered: [invoice] });
  const { user, box, address, search } = await open(['customer_view']);

  await user.type(box, 'I-5000');
  await waitFor(() => expect(options()).toEqual(['I-5000111/20/2026']));
  await user.click(screen.getAllByRole('option')[0]!);

  await waitFor(() => expect(address()).toBe(`/customers/view/${idOf(63)}`));
  expect(search()).toEqual({ tab: 'plan' });
});

test('moves through the results with arrow keys, wrapping around at the ends', async () => {
  const { user, box } = await open(['order_list']);

  await user.click(box);
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toMatch(/^Dashboard/);
  await user.keyboard('{ArrowUp}{ArrowUp}');

  expect(chosen()).toMatch(/^Queue/);
});

test('opens a screen and closes on Enter', async () => {
  const { user, box, address, onClose } = await open();

  await user.type(box, 'queue{Enter}');

  await waitFor(() => expect(address()).toBe('/orders/queue'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('finds an order by number and opens it with a click', async () => {
  const requested = serve(searchRoutes.find, { ...nothing, orders: [grace] });
  const { user, box, address } = await open();

  await user.type(box, '1001');
  await waitFor(() => expect(requested.at(-1)?.query).toEqual({ q: '1001' }));
  await user.click(await screen.findByRole('option', { name: /Grace Hill/ }));

  await waitFor(() => expect(address()).toBe(`/orders/view/${idOf(1)}`));
});

test("shows a sub-product with its product's name and opens the product", async () => {
  serve(searchRoutes.find, { ...nothing, subProducts: [milk] });
  const { user, box, address } = await open();

  await user.type(box, 'milk');
  await user.click(await screen.findByRole('option', { name: /1 gal.*MILK-1/ }));

  await waitFor(() => expect(address()).toBe(`/products/view/${idOf(12)}`));
});

test('shows a product once if its only sub-product has the same name', async () => {
  const only = { ...milk, name: 'Whole milk', productName: 'Whole milk', variantName: 'Whole milk' };
  serve(searchRoutes.find, {
    ...nothing,
    products: [{ _id: idOf(12), name: 'Whole milk', brandName: 'Alder' }],
    subProducts: [only],
  });
  const { user, box } = await open();

  await user.type(box, 'whole');

  await screen.findByRole('option', { name: /MILK-1/ });
  expect(options()).toEqual(['Whole milkMILK-1']);
});

test('links to all items if more match than are shown', async () => {
  const subProducts = Array.from({ length: 5 }, (_, at) => ({
    ...milk,
    _id: idOf(at + 20),
    sku: `MILK-${at}`,
    variantName: `${at} gal`,
  }));
  serve(searchRoutes.find, { ...nothing, subProducts });
  const { user, box, address, search } = await open([...staff, 'sub_product_list']);

  await user.type(box, 'milk');
  await user.click(await screen.findByRole('option', { name: /See all items matching/ }));

  await waitFor(() => expect(address()).toBe('/products/variants'));
  expect(search()).toEqual({ search: 'milk' });
});

test('opens the list of brands with the name of a brand', async () => {
  serve(searchRoutes.find, { ...nothing, brands: [{ _id: idOf(3), name: 'Alder', hint: null }] });
  const { user, box, address, search } = await open();

  await user.type(box, 'alder');
  await user.click(await screen.findByRole('option', { name: /Alder/ }));

  await waitFor(() => expect(address()).toBe('/brand'));
  expect(search()).toEqual({ search: 'Alder' });
});

test("omits results that the user can't open", async () => {
  const customer = { _id: idOf(4), name: 'Grace Hill', phone: '+12025550123', email: null };
  serve(searchRoutes.find, { ...nothing, orders: [grace], customers: [customer] });
  const { user, box } = await open();

  await user.type(box, 'grace');

  await screen.findByRole('option', { name: /A-1001/ });
  expect(options()).toHaveLength(1);
});

test('shows which corrected text was searched', async () => {
  serve(searchRoutes.find, { ...nothing, subProducts: [milk], meant: 'milk' });
  const { user, box } = await open();

  await user.type(box, 'mlik');

  expect(await screen.findByText('No exact match. Showing results for “milk”.')).toBeTruthy();
  expect(screen.getByText('milk', { selector: 'mark' })).toBeTruthy();
});

test('shows the search text if there are no results', async () => {
  serve(searchRoutes.find, nothing);
  const { user, box } = await open();

  await user.type(box, 'zebra');

  expect(await screen.findByText('No results for “zebra”.')).toBeTruthy();
});

test('sends no search for a single letter', async () => {
  const requested = serve(searchRoutes.find, nothing);
  const { user, box } = await open();

  await user.type(box, 'q');

  await waitFor(() => expect(options().at(-1)).toBe('Queueg q'));
  expect(requested).toHaveLength(0);
});
