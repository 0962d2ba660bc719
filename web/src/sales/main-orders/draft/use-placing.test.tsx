import {
  mainOrderRoutes,
  type PlacedMainOrder,
  type Quote,
} from '@aisle/contract/sales/main-orders/main-orders';
import { defaultSettings, settingsRoutes } from '@aisle/contract/system/settings';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../../test/server.ts';
import { grace, id, sellable } from '../../orders/order.fixtures.ts';
import { TotalPart } from '../parts/order-total.tsx';
import { newDraft, type OrderDraft, type Placement, withItem } from './order-draft.ts';
import { usePlacing } from './use-placing.ts';

const pears = sellable(1, 'Pears');
const draft: OrderDraft = { ...withItem(newDraft(null), pears), fulfilment: 'pickup', customer: grace };
const placement: Placement = {
  locationIds: [id(50)],
  lines: [{ subProductId: pears.subProductId, quantity: 1, locationId: id(50) }],
};
const quoted = (total: number, more: Partial<Quote> = {}): Quote => ({
  possible: true,
  itemsTotal: 1000,
  discountTotal: 0,
  taxTotal: 0,
  deliveryFee: 0,
  total,
  discounts: [],
  notApplied: [],
  coinsUsed: 0,
  coinsAmount: 0,
  storeCreditUsed: 0,
  giftCards: [],
  due: total,
  hold: total,
  coinBalance: null,
  storeCreditBalance: null,
  orders: [],
  problems: [],
  ...more,
});
const placed: PlacedMainOrder = {
  _id: id(80),
  number: 'M-1',
  status: 'orderPlaced',
  total: 900,
  discounts: [],
  notApplied: [],
  due: 900,
  customerId: grace._id,
  orders: [],
};

interface Shown {
  quote: Quote;
  isUnsure?: boolean;
  onPlaced?: (order: PlacedMainOrder) => Promise<void>;
  withCredit?: boolean;
  giftCards?: { code: string; last4: string }[];
}
function Placing({
  quote,
  isUnsure = false,
  onPlaced = async () => {},
  withCredit = false,
  giftCards,
}: Shown) {
  const shown = { ...draft, storeCredit: withCredit, giftCards: giftCards ?? [] };
  const [isSending, setSending] = useState(false);
  const { errors, newPrice, isPlacing, place, forget } = usePlacing({
    ...{ draft: shown, placement, quote, isSending, setSending, isUnsure, onPlaced },
    onRefused: () => {},
  });
  return (
    <TotalPart
      draft={shown}
      {...{ placement, errors, newPrice, isPlacing, quote }}
      isOld={isUnsure}
      change={forget}
      onPlace={() => void place()}
    />
  );
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('places the order at the displayed total', async () => {
  const requests = serve(mainOrderRoutes.create, placed);
  const onPlaced = vi.fn();
  const { user } = await show(<Placing quote={quoted(1000)} onPlaced={onPlaced} />);

  await user.press('Place order');

  await waitFor(() => expect(onPlaced).toHaveBeenCalledExactlyOnceWith(placed));
  expect(requests[0]?.body).toMatchObject({ quotedTotal: 1000, customerId: grace._id });
});

test('shows a changed total and accepts it with one click', async () => {
  const now = quoted(900, {
    discountTotal: 100,
    discounts: [{ source: 'subscription', planId: id(7), name: 'Plus', amount: 100 }],
  });
  const requests = serve(mainOrderRoutes.create, ({ body }) =>
    (body as { quotedTotal: number }).quotedTotal === 900
      ? placed
      : refusal(409, 'mainOrders.price-changed', 'The total is now $9.00 instead of $10.00', { data: now }),
  );
  const onPlaced = vi.fn();
  const { user } = await show(<Placing quote={quoted(1000)} onPlaced={onPlaced} />);

  await user.press('Place order');
  const accept = await button('Place order for $9.00');

  expect(
    screen.getByText('The total is now $9.00 instead of $10.00. Place the order to accept it.'),
  ).toBeTruthy();
  expect(screen.getByText('Plus discount').parentElement?.textContent).toContain('-$1.00');
  expect(onPlaced).not.toHaveBeenCalled();

  await user.click(accept);
  await waitFor(() => expect(onPlaced).toHaveBeenCalledExactlyOnceWith(placed));
  expect(requests.map(({ body }) => (body as { quotedTotal: number }).quotedTotal)).toEqual([1000, 900]);
});

function LatePrice() {
  const [isThere, setThere] = useState(false);
  return (
    <>
      <Placing quote={quoted(isThere ? 1100 : 1000)} isUnsure={!isThere} />
      <button type="button" onClick={() => setThere(true)}>
        Price is there
      </button>
    </>
  );
}
test('waits for a pending price before placing the order', async () => {
  const requests = serve(mainOrderRoutes.create, placed);
  const { user } = await show(<LatePrice />);

  await user.press('Place order');
  expect(requests).toEqual([]);
  await user.press('Price is there');

  expect(await onlyBody(requests)).toMatchObject({ quotedTotal: 1100 });
});

test('stays busy until the placed order is shown', async () => {
  serve(mainOrderRoutes.create, placed);
  let finish: () => void = () => undefined;
  const onPlaced = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const { user } = await show(<Placing quote={quoted(1000)} onPlaced={onPlaced} />);

  await user.press('Place order');

  await waitFor(() => expect(onPlaced).toHaveBeenCalled());
  expect(screen.getByRole('button', { name: 'Place order' }).hasAttribute('data-loading')).toBe(true);
  finish();
});

test('sends codes of gift cards with the amount due', async () => {
  const requests = serve(mainOrderRoutes.create, placed);
  const { user } = await show(
    <Placing quote={quoted(1000, { due: 0 })} giftCards={[{ code: '7K2M91ABCDEFGHJK3', last4: 'GHJK' }]} />,
  );

  await user.press('Place order');

  const body = { giftCards: ['7K2M91ABCDEFGHJK3'], quotedTotal: 1000, quotedDue: 0 };
  expect(await onlyBody(requests)).toMatchObject(body);
});

test('offers the credit that the customer has, and sends the amount due', async () => {
  serve(settingsRoutes.ordering, {
    ...defaultSettings,
    publishableKey: null,
    tenders: { storeCredit: true, giftCards: true },
  });
  const requests = serve(mainOrderRoutes.create, placed);
  const credit = { storeCreditBalance: 400, storeCreditUsed: 400, due: 600 };
  const { user } = await show(<Placing quote={quoted(1000, credit)} withCredit />);

  expect(await screen.findByRole('checkbox', { name: 'Use store credit' })).toBeTruthy();
  expect(screen.getByText('$4.00 available')).toBeTruthy();
  expect(screen.getByText('Amount due').parentElement?.textContent).toContain('$6.00');
  await user.press('Place order');

  const body = { storeCredit: true, quotedTotal: 1000, quotedDue: 600 };
  expect(await onlyBody(requests)).toMatchObject(body);
});
