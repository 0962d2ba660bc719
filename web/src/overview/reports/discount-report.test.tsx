import { type DiscountReport, reportRoutes } from '@aisle/contract/overview/reports';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { DiscountReportScreen } from './discount-report.tsx';
import { discountFiguresOf, discountReport, discountRow, november } from './report.fixtures.ts';

const [promotion, plan, downtown] = [idOf(1), idOf(2), idOf(3)];
async function opened(answer: DiscountReport, search = '') {
  const requests = serve(reportRoutes.discount, answer);
  const shown = await show(<DiscountReportScreen />, { at: `/report/discount${search}` });
  return { ...shown, requests };
}
const rowOf = (name: RegExp) => screen.findByRole('row', { name });

test('links a promotion to its orders, and shows plans without a link', async () => {
  const discounted = { orders: 3, itemDiscounts: 450, discounts: 450 };
  await opened(
    discountReport({
      records: [
        discountRow({
          key: promotion,
          name: 'Berries',
          source: 'promotion',
          promotionId: promotion,
          number: 'V-1001',
          ...discounted,
        }),
        discountRow({ key: plan, name: 'Gold', source: 'subscription', planId: plan, ...discounted }),
      ],
      totals: { ...discountFiguresOf({ discounts: 900 }), before: null },
    }),
    `?from=${november.from}&to=${november.to}&locationIds=["${downtown}"]`,
  );

  const berries = within(await rowOf(/^Berries V-1001/));
  const orders = hrefOf(berries.getAllByRole('link')[0]) ?? '';
  expect(orders).toMatch(/^\/orders\?/);
  expect(Object.fromEntries(new URLSearchParams(orders.split('?')[1]))).toMatchObject({
    promotionId: promotion,
    fromDay: november.from,
    toDay: november.to,
    isSale: 'true',
  });
  expect(within(await rowOf(/^Gold Plan/)).queryByRole('link')).toBeNull();
  expect(screen.getByRole('list', { name: 'Total discount by promotion or plan' })).toBeTruthy();
});

test('shows the parts of a discount by who pays them', async () => {
  await opened(
    discountReport({
      records: [
        discountRow({
          key: promotion,
          name: 'Berries',
          source: 'promotion',
          promotionId: promotion,
          discounts: 450,
          paidByMarketplace: 200,
          paidByVendors: 250,
        }),
      ],
    }),
  );

  const cells = within(await rowOf(/^Berries/)).getAllByRole('cell');
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const amountOf = (header: string) => cells[headers.indexOf(header)]?.textContent;
  expect(['Paid by marketplace', 'Paid by locations', 'Paid by vendors'].map(amountOf)).toEqual([
    '$2.00',
    '$0.00',
    '$2.50',
  ]);
});

test('shows each location with its discounts', async () => {
  const { requests } = await opened(
    discountReport({
      records: [
        discountRow({
          key: 'both',
          name: 'Berries',
          source: 'promotion',
          promotionId: promotion,
          number: 'V-1001',
          locationId: downtown,
          locationName: 'Downtown',
        }),
      ],
    }),
    '?groupBy=locationSource',
  );

  expect(await rowOf(/^Downtown.*Berries V-1001/)).toBeTruthy();
  expect(requests[0]?.body).toMatchObject({ groupBy: 'locationSource' });
});
