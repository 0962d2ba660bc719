import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/render.tsx';
import { id, line } from '../order.fixtures.ts';
import { DiscountReason } from './discount-reason.tsx';

const yogurt = line(1, 'Yogurt', {
  quantity: 3,
  unitPrice: 399,
  discount: 439,
  total: 758,
  discounts: [
    {
      source: 'promotion',
      promotionId: id(1),
      edition: 1,
      label: 'Buy 2 get 1 free',
      quantity: 3,
      units: 3,
      amount: 399,
      funded: { marketplace: 200, location: 0, vendor: 199 },
      funding: { marketplace: 50, location: 0, vendor: 50, vendorId: id(2) },
      ofOrder: false,
      withoutPlan: false,
      vendorIsTaxed: true,
      follows: null,
      rule: 'Buy 2 get 1 free: 1 set of 3, the cheapest unit at 100% off',
    },
  ],
});
const benefits = { planId: id(3), name: 'Plus', discountPercent: 5, coinMultiplier: 1, deliverySaved: null };

test('explains a discount by its promotions and the plan', async () => {
  const { user } = await show(<DiscountReason order={{ benefits }} line={yogurt} />);

  await user.click(await screen.findByRole('button', { name: 'Why $4.39 off on Yogurt?' }));

  expect(await screen.findByText('List price: $3.99')).toBeTruthy();
  expect(screen.getByText('Buy 2 get 1 free: 1 set of 3, the cheapest unit at 100% off')).toBeTruthy();
  expect(screen.getByText('-$3.99')).toBeTruthy();
  expect(screen.getByText('Plus: 5% off')).toBeTruthy();
  expect(screen.getByText('-$0.40')).toBeTruthy();
});
