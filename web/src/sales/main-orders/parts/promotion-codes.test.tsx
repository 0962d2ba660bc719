import type { Quote } from '@aisle/contract/sales/main-orders/main-orders';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { id } from '../../orders/order.fixtures.ts';
import { PromotionCodes } from './promotion-codes.tsx';

const quote: Quote = {
  possible: true,
  itemsTotal: 3000,
  discountTotal: 500,
  taxTotal: 0,
  deliveryFee: 0,
  total: 2500,
  discounts: [
    {
      source: 'promotion',
      promotionId: id(1),
      edition: 1,
      code: 'FIVE',
      label: '$5 off',
      amount: 500,
      funding: { marketplace: 100, location: 0, vendor: 0 },
    },
  ],
  notApplied: [
    {
      code: 'TEN',
      reason: 'minimum-not-met',
      message: 'Add $10.00 of goods to use TEN',
      missing: { amount: 1000 },
    },
    {
      promotionId: id(2),
      label: 'Free milk',
      reason: 'minimum-not-met',
      message: 'Add 1 item to use “Free milk”',
    },
  ],
  coinsUsed: 0,
  coinsAmount: 0,
  storeCreditUsed: 0,
  giftCards: [],
  due: 2500,
  hold: 2500,
  coinBalance: null,
  storeCreditBalance: null,
  orders: [],
  problems: [],
};

function Codes({ first = [] }: { first?: string[] }) {
  const [codes, setCodes] = useState(first);
  return <PromotionCodes codes={codes} quote={quote} onChange={setCodes} />;
}

test('shows what each code does and which promotions are within reach', async () => {
  await show(<Codes first={['FIVE', 'TEN']} />);

  expect(await screen.findByText('$5 off')).toBeTruthy();
  expect(screen.getByText('Add $10.00 of goods to use TEN')).toBeTruthy();
  expect(screen.getByText('Add 1 item to use “Free milk”')).toBeTruthy();
});

test('adds a code once by the Enter key, and removes it', async () => {
  const { user } = await show(<Codes first={['FIVE']} />);
  const field = await screen.findByRole('textbox', { name: 'Promotion code' });

  await user.type(field, 'five{Enter}');
  await user.type(field, 'TEN{Enter}');
  await user.click(screen.getByRole('button', { name: 'Remove code FIVE' }));

  expect(screen.queryByText('FIVE')).toBeNull();
  expect(screen.queryByText('five')).toBeNull();
  expect(screen.getByText('TEN')).toBeTruthy();
});
