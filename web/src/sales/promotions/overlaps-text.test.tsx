import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { hrefOf, show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { OverlapsNote } from './overlaps-text.tsx';

const competing = (index: number) => ({
  _id: idOf(index),
  number: `V-100${index}`,
  name: 'Berries',
  status: 'active' as const,
});
const opened = async (indexes: number[], isPartial = false) => {
  const promotions = indexes.map(competing);
  serve(promotionRoutes.overlaps, [
    { promotionId: idOf(9), count: promotions.length, isPartial, promotions },
  ]);
  return show(<OverlapsNote promotionId={idOf(9)} />);
};

test('links the promotions that it competes with', async () => {
  await opened([1, 2]);

  const text = await screen.findByText(/Can compete with/);
  expect(text.textContent).toBe(
    'Can compete with V-1001 Berries and V-1002 Berries. Customers get the better one.',
  );
  expect(screen.getAllByRole('link').map(hrefOf)).toEqual(
    [1, 2].map((index) => `/promotions/view/${idOf(index)}`),
  );
});

test('counts the rest of many', async () => {
  await opened([1, 2, 3, 4, 5]);

  expect((await screen.findByText(/Can compete with/)).textContent).toMatch(/V-1003 Berries and 2 more\./);
});

test.each([[[1]], [[]]])('tells that not all promotions were compared, with %j found', async (indexes) => {
  await opened(indexes, true);

  expect(await screen.findByText(/Only the newest 500 published promotions are compared\./)).toBeTruthy();
});
