import { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import type { Quote } from '@aisle/contract/sales/main-orders/main-orders';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { onlyBody, refusal, serve } from '../../../../test/server.ts';
import type { OrderDraft } from '../draft/order-draft.ts';
import { GiftCards } from './gift-cards.tsx';

const code = '7K2M91ABCDEFGHJK3';
const quoteWith = (giftCards: Quote['giftCards']): Quote => ({
  possible: true,
  itemsTotal: 1000,
  discountTotal: 0,
  taxTotal: 0,
  deliveryFee: 0,
  total: 1000,
  discounts: [],
  notApplied: [],
  coinsUsed: 0,
  coinsAmount: 0,
  storeCreditUsed: 0,
  giftCards,
  due: 1000,
  hold: 1000,
  coinBalance: null,
  storeCreditBalance: null,
  orders: [],
  problems: [],
});

function Cards({ first = [], quote }: { first?: OrderDraft['giftCards']; quote?: Quote }) {
  const [cards, setCards] = useState(first);
  return <GiftCards cards={cards} quote={quote} onChange={setCards} />;
}
const type = async (user: Awaited<ReturnType<typeof show>>['user'], text: string) =>
  user.type(await screen.findByRole('textbox', { name: 'Gift card code' }), `${text}{Enter}`);

test('checks a code by the Enter key and adds its card once', async () => {
  const requests = serve(giftCardRoutes.balance, { last4: 'GHJK', balance: 1500, expiresOn: null });
  const { user } = await show(<Cards quote={quoteWith([{ last4: 'GHJK', used: 1000, left: 500 }])} />);

  await type(user, '7k2m-91ab-cdef-ghjk-3');
  expect(await screen.findByText('Gift card …GHJK')).toBeTruthy();
  expect(screen.getByText('Pays $10.00, $5.00 left')).toBeTruthy();
  await type(user, code);

  expect(await screen.findByText('This gift card is already added')).toBeTruthy();
  expect(await onlyBody(requests)).toEqual({ code });
});

test('explains a mistyped code without a request, and a card that cannot be used', async () => {
  const requests = serve(
    giftCardRoutes.balance,
    refusal(409, 'giftCards.not-usable', "This gift card can't be used"),
  );
  const { user } = await show(<Cards />);

  await type(user, '7K2M91ABCDEFGHJK7');
  expect(await screen.findByText(/isn't a valid gift card code/)).toBeTruthy();
  expect(requests).toEqual([]);
  const field = screen.getByRole('textbox', { name: 'Gift card code' });
  await user.clear(field);
  await type(user, code);

  expect(await screen.findByText("This gift card can't be used")).toBeTruthy();
  expect(screen.queryByText('Gift card …GHJK')).toBeNull();
});

test('marks a card that the quote no longer accepts, and removes it', async () => {
  const { user } = await show(<Cards first={[{ code, last4: 'GHJK' }]} quote={quoteWith([])} />);

  expect(await screen.findByText("Can't be used")).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove gift card …GHJK' }));

  await waitFor(() => expect(screen.queryByText('Gift card …GHJK')).toBeNull());
});
