import { type CustomerView, customerRoutes } from '@aisle/contract/customers/customers';
import { orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { refusal, serve } from '../../../../test/server.ts';
import { grace, id, morning, sellable } from '../../orders/order.fixtures.ts';
import { useOrderStart } from './use-order-start.ts';

function Start(from: Parameters<typeof useOrderStart>[0]) {
  const { isLoading, draft, missing } = useOrderStart(from);
  const items = draft.lines?.map(({ item, quantity }) => `${quantity} ${item.name}`) ?? [];
  return (
    <output>
      {isLoading ? 'loading' : [draft.customer?.name ?? 'nobody', ...items, ...missing].join(', ')}
    </output>
  );
}

test('repeats an earlier order and lists items no longer sold', async () => {
  const requests = serve(orderDetailRoutes.again, {
    number: 'A-1001',
    locationId: id(50),
    customer: grace,
    fulfilment: 'pickup',
    address: null,
    lines: [{ item: sellable(1, 'Pears'), quantity: 2 }],
    missing: ['Dates'],
  });

  await show(<Start again={id(1)} />);

  expect(await screen.findByText('Grace Hill, 2 Pears, Dates')).toBeTruthy();
  expect(requests[0]?.params).toEqual([id(1)]);
});

test('starts with a customer if the user can view customers', async () => {
  const view: CustomerView = {
    ...grace,
    firstName: 'Grace',
    lastName: 'Hill',
    notes: null,
    marketingConsent: false,
    marketingConsentAt: null,
    marketingConsentHow: null,
    coinBalance: 0,
    currentSubscription: null,
    orderCount: 0,
    lastOrderAt: null,
    createdAt: morning,
    updatedAt: morning,
    version: 1,
    addresses: [],
    lifetime: { orders: 0, total: 0 },
    worth: { refunded: 0, returns: 0, lastYear: 0, firstOrderAt: null },
    mergedInto: null,
    merged: [],
    erasedAt: null,
    lastOrders: [],
  };
  serve(customerRoutes.show, view);
  const { unmount } = await show(<Start customerId={id(60)} />, { permissions: ['customer_view'] });
  expect(await screen.findByText('Grace Hill')).toBeTruthy();
  unmount();

  await show(<Start customerId={id(60)} />);
  expect(await screen.findByText('nobody')).toBeTruthy();
});

test("starts an empty order if the source can't be loaded", async () => {
  serve(orderDetailRoutes.again, refusal(404, 'not-found', 'Order was not found'));

  await show(<Start again={id(9)} />);

  expect(await screen.findByText('nobody')).toBeTruthy();
});
