import { type CustomerView, customerRoutes } from '@aisle/contract/customers/customers';
import type {
  Proposal,
  ProposedLocation,
  Quote,
  QuoteLine,
} from '@aisle/contract/sales/main-orders/main-orders';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { grace, id, morning, sellable } from '../orders/order.fixtures.ts';
import { newDraft, type OrderDraft, withItem } from './draft/order-draft.ts';
import { CustomerPart, DeliveryPart } from './parts/customer-part.tsx';
import { LocationPart } from './parts/location-part.tsx';
import { OrderItems } from './parts/order-items.tsx';

const draft = (more: Partial<OrderDraft> = {}): OrderDraft => ({ ...newDraft(null), ...more });
const pears = sellable(1, 'Pears');
/** A delivery to a known address. */
const withPears = (more: Partial<OrderDraft> = {}) => ({
  ...withItem(draft({ addressId: id(90) }), pears),
  ...more,
});
const location = (number: number, name: string, more: Partial<ProposedLocation> = {}): ProposedLocation => ({
  locationId: id(50 + number),
  locationName: name,
  distanceKm: null,
  distanceIsApproximate: false,
  isOpen: true,
  problems: [],
  deliveryFee: 0,
  minimumOrder: 0,
  has: 2,
  missing: [],
  ...more,
});
const lacking = (name: string, available: number): ProposedLocation['missing'][number] => ({
  subProductId: null,
  name,
  productName: name,
  variantName: name,
  quantity: 2,
  available,
  problem: { code: 'stock.not-enough', message: 'Not enough' },
});
const places = (shown: Proposal, of = withPears()) => {
  const onChoose = vi.fn();
  return show(
    <LocationPart draft={of} proposal={shown} isOld={false} onChoose={onChoose} error={undefined} />,
  ).then((view) => ({ ...view, onChoose }));
};
const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

test('suggests the best location with its distance and fee', async () => {
  await places({
    locations: [location(0, 'North', { distanceKm: 3.218688, deliveryFee: 300 })],
    split: null,
  });

  const best = await radio(/North/);
  expect(best.checked).toBe(true);
  expect(screen.getByText('Suggested: nearest with everything')).toBeTruthy();
  expect(screen.getByText('2.0 mi · $3.00 delivery')).toBeTruthy();
  expect(screen.getByText('Has everything')).toBeTruthy();
});

test('shows a distance based on the postal code as approximate', async () => {
  await places({
    locations: [location(0, 'North', { distanceKm: 3.218688, distanceIsApproximate: true })],
    split: null,
  });

  expect(await screen.findByText('about 2.0 mi')).toBeTruthy();
});

test('shows the first three missing items of a location', async () => {
  const missing = ['Apples', 'Bread', 'Cheese', 'Dates'].map((name, at) => lacking(name, at === 1 ? 1 : 0));

  await places({ locations: [location(0, 'North', { has: 0, missing })], split: null });

  expect(await screen.findByText('Missing Apples, Bread (only 1), Cheese and 1 more')).toBeTruthy();
});

test("doesn't suggest a closed location and shows the reason", async () => {
  const problems = [{ code: 'location-closed' as const, message: 'Closed on Sundays' }];

  await places({ locations: [location(0, 'North', { isOpen: false, problems })], split: null });

  expect((await radio(/North/)).checked).toBe(false);
  expect(screen.queryByText(/^Suggested/)).toBeNull();
  expect(screen.getByText('Has everything. Closed on Sundays')).toBeTruthy();
});

test('chooses no store for a delivery before an address is entered', async () => {
  const proposal = { locations: [location(0, 'North', { distanceKm: null })], split: null };
  const { user, onChoose } = await places(proposal, withPears({ addressId: null }));

  expect((await radio(/North/)).checked).toBe(false);
  expect(screen.queryByText(/^Suggested/)).toBeNull();
  expect(screen.getByText(/Enter the delivery address to see the nearest store/)).toBeTruthy();
  await user.click(await radio(/North/));
  expect(onChoose).toHaveBeenCalledWith({ kind: 'one', locationId: id(50) });
});

test('suggests a store for a pickup without an address', async () => {
  const proposal = { locations: [location(0, 'North')], split: null };
  await places(proposal, withPears({ addressId: null, fulfilment: 'pickup' }));

  expect((await radio(/North/)).checked).toBe(true);
});

test('selects another location and restores the suggested one', async () => {
  const proposal = { locations: [location(0, 'North'), location(1, 'South')], split: null };
  const { user, onChoose, unmount } = await places(proposal);
  await user.click(await radio(/South/));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ kind: 'one', locationId: id(51) });
  unmount();

  const again = await places(proposal, withPears({ choice: { kind: 'one', locationId: id(51) } }));
  await again.user.press('Use suggested store');

  expect(again.onChoose).toHaveBeenCalledExactlyOnceWith({ kind: 'proposed' });
});

test('shows three locations and expands the others', async () => {
  const locations = ['North', 'South', 'East', 'West'].map((name, at) => location(at, name));
  const { user } = await places({ locations, split: null });
  await radio(/North/);
  expect(screen.queryByRole('radio', { name: /West/ })).toBeNull();

  await user.press('1 more');

  expect(await radio(/West/)).toBeTruthy();
});

test('splits an order if no location has every item', async () => {
  const part = (name: string, at: number) => ({
    locationId: id(50 + at),
    locationName: name,
    subProductId: pears.subProductId,
    quantity: 1,
  });
  const { user, onChoose } = await places({
    locations: [location(0, 'North'), location(1, 'South')],
    split: {
      parts: [part('North', 0), part('South', 1)],
      missing: [
        { subProductId: id(9), name: 'Dates', productName: 'Dates', variantName: 'Dates', quantity: 2 },
      ],
    },
  });

  expect(
    await screen.findByText('1 item from North, 1 item from South. Not in stock anywhere: 2 × Dates'),
  ).toBeTruthy();
  await user.click(await radio(/Split the order/));

  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ kind: 'shared' });
});

test('explains that no location takes orders', async () => {
  await places({ locations: [], split: null });

  expect(await screen.findByText('No store is taking orders right now.')).toBeTruthy();
});

const quoted = (more: Partial<QuoteLine> = {}): Quote => {
  const sums = {
    itemsTotal: 0,
    discountTotal: 0,
    taxTotal: 0,
    deliveryFee: 0,
    total: 0,
    discounts: [],
    benefits: null,
    problems: [],
  };
  const line: QuoteLine = {
    index: 0,
    subProductId: pears.subProductId,
    name: 'Pears',
    productName: 'Pears',
    variantName: 'Pears',
    sku: 'NEW-1',
    unit: 'each',
    quantity: 1,
    unitPrice: 700,
    discounts: [],
    discount: 0,
    taxRate: 0,
    tax: 0,
    total: 770,
    available: 9,
    problem: null,
    ...more,
  };
  const order = {
    ...sums,
    locationId: id(50),
    locationName: 'North',
    distanceKm: null,
    distanceIsApproximate: false,
    minimumOrder: 0,
  };
  return {
    ...sums,
    possible: true,
    notApplied: [],
    coinsUsed: 0,
    coinsAmount: 0,
    storeCreditUsed: 0,
    giftCards: [],
    due: 0,
    hold: 0,
    coinBalance: null,
    storeCreditBalance: null,
    orders: [{ ...order, lines: [line] }],
  };
};
function Items({ quote, refused = new Map() }: { quote?: Quote; refused?: ReadonlyMap<string, string> }) {
  const [now, setNow] = useState(withPears());
  return (
    <OrderItems
      lines={now.lines}
      locationId={id(50)}
      quote={quote}
      refused={refused}
      onPick={(item) => setNow(withItem(now, item))}
      onChange={(lines) => setNow({ ...now, lines })}
    />
  );
}
const items = async () => within(await screen.findByRole('list', { name: 'Items of the order' }));

test('shows the current price and amount of an item', async () => {
  await show(<Items quote={quoted()} />);

  const [pear] = (await items()).getAllByRole('listitem');
  expect(pear?.textContent).toContain('NEW-1 · $7.00');
  expect(pear?.textContent).toContain('$7.70');
});

test('shows a quantity error at its item', async () => {
  const problem = { code: 'stock.not-enough' as const, message: 'Only 3 are left' };
  await show(<Items quote={quoted({ problem })} />);

  expect((await (await items()).findByRole('alert')).textContent).toBe('Only 3 are left');
});

test('prefers the error of a rejected order over that of the quote', async () => {
  const problem = { code: 'stock.not-enough' as const, message: 'Only 3 are left' };
  await show(
    <Items quote={quoted({ problem })} refused={new Map([[pears.subProductId, 'Sold out just now']])} />,
  );

  expect((await (await items()).findByRole('alert')).textContent).toBe('Sold out just now');
});

test('changes the quantity of an item by its buttons, not below the minimum', async () => {
  const { user } = await show(<Items />);
  const quantity = async () =>
    (await items()).getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Pears' }).value;
  const fewer = await screen.findByRole('button', { name: 'Fewer of Pears' });
  expect(fewer.hasAttribute('disabled')).toBe(true);

  await user.press('More of Pears');
  expect(await quantity()).toBe('2');
  await user.click(fewer);
  expect(await quantity()).toBe('1');
});

test('increments an item that is scanned again', async () => {
  serve(orderRoutes.searchInventory, [pears]);
  const { user } = await show(<Items />);

  await user.type(await screen.findByRole('combobox'), 'NEW-1{Enter}');

  await waitFor(async () =>
    expect((await items()).getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Pears' }).value).toBe(
      '2',
    ),
  );
});

test('removes an item', async () => {
  const { user } = await show(<Items />);

  await user.press('Remove Pears');

  await waitFor(() => expect(screen.queryByText('Pears')).toBeNull());
});

function Customer({ start = draft(), errors = {} }: { start?: OrderDraft; errors?: Record<string, string> }) {
  const [now, setNow] = useState(start);
  const change = (patch: Partial<OrderDraft>) => setNow((before) => ({ ...before, ...patch }));
  return (
    <>
      <CustomerPart draft={now} change={change} errors={errors} />
      <DeliveryPart draft={now} change={change} errors={errors} />
    </>
  );
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

test('offers only a new customer without permission to search', async () => {
  await show(<Customer errors={{ 'customer.phone': 'Phone is required' }} />);

  expect(await field('Phone')).toBeTruthy();
  expect(screen.getByText('Phone is required')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Find an existing customer' })).toBeNull();
});

test.each([
  ['+1 202 555 0188', 'Phone', '(202) 555-0188'],
  ['Iris Pine', 'Last name', 'Pine'],
])('fills in a new customer from the unsuccessful search for %s', async (typed, label, value) => {
  serve(customerRoutes.dropdown, []);
  const { user } = await show(<Customer />, { permissions: ['customer_list'] });

  await user.type(await screen.findByRole('combobox', { name: 'Customer' }), typed);
  await user.press('New customer');

  expect((await field(label)).value).toBe(value);
});

test('rejects a blocked customer', async () => {
  await show(<Customer start={draft({ customer: { ...grace, status: 'blocked' } })} />, {
    permissions: ['customer_list'],
  });

  expect(await screen.findByText("This customer is blocked and can't order.")).toBeTruthy();
});

test('selects the default address unless another one is entered', async () => {
  const home = {
    _id: id(61),
    label: 'Home',
    line1: '1 Elm Street',
    line2: null,
    city: 'Springfield',
    state: 'IL',
    postalCode: '62701',
    latitude: null,
    longitude: null,
    isDefault: true,
    version: 1,
  };
  const view: CustomerView = {
    ...grace,
    firstName: 'Grace',
    lastName: 'Hill',
    notes: null,
    coinBalance: 0,
    currentSubscription: null,
    marketingConsent: false,
    marketingConsentAt: null,
    marketingConsentHow: null,
    orderCount: 0,
    lastOrderAt: null,
    createdAt: morning,
    updatedAt: morning,
    version: 1,
    addresses: [home],
    lifetime: { orders: 0, total: 0 },
    worth: { refunded: 0, returns: 0, lastYear: 0, firstOrderAt: null },
    mergedInto: null,
    merged: [],
    erasedAt: null,
    lastOrders: [],
  };
  serve(customerRoutes.show, view);
  const { user } = await show(<Customer start={draft({ customer: grace })} />, {
    permissions: ['customer_list', 'customer_view'],
  });

  await waitFor(async () => expect((await radio(/Home: 1 Elm Street, Springfield/)).checked).toBe(true));
  expect(screen.queryByRole('textbox', { name: 'City' })).toBeNull();
  await user.click(await radio(/Another address/));

  expect(await field('City')).toBeTruthy();
});
