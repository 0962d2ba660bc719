import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { AdjustDialog, type AdjustTarget } from './adjust-dialog.tsx';

const target: AdjustTarget = {
  locationId: idOf(1),
  locationName: 'Downtown',
  subProduct: {
    _id: idOf(2),
    productId: idOf(3),
    name: 'Whole milk, 1 gal',
    productName: 'Whole milk, 1 gal',
    variantName: 'Whole milk, 1 gal',
    sku: 'MILK-1',
    unit: 'each',
    soldByWeight: false,
  },
  onHand: 12,
};
async function showDialog() {
  const onClose = vi.fn();
  const shown = await show(<AdjustDialog target={target} onClose={onClose} />);
  await screen.findByRole('dialog', { name: 'Adjust Whole milk, 1 gal' });
  const count = async (text: string) => {
    await shown.user.type(screen.getAllByRole('textbox')[0]!, text);
    await shown.user.press('Adjust');
  };
  return { ...shown, onClose, count };
}

test('previews the effect of a count on the ledger', async () => {
  const { user } = await showDialog();

  await user.type(screen.getAllByRole('textbox')[0]!, '9');

  await waitFor(() => expect(screen.getByText(/12 →/).textContent).toContain('9'));
  expect(screen.getByText(/12 →/).textContent).toContain('-3');
});

test('sends nothing if the count matches the ledger', async () => {
  const sent = serve(inventoryRoutes.adjust, refusal(500, 'unexpected', 'Not expected'));
  const { count } = await showDialog();

  await count('12');

  expect(await screen.findByText('This already matches the current quantity')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('requires a quantity', async () => {
  const sent = serve(inventoryRoutes.adjust, refusal(500, 'unexpected', 'Not expected'));
  const { user } = await showDialog();

  await user.press('Adjust');

  expect(await screen.findByText('Enter a quantity with at most 3 decimals')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('shows the error if reserved stock would be removed', async () => {
  const sent = serve(inventoryRoutes.adjust, refusal(409, 'stock.reserved', '5 are reserved by orders'));
  const { count, onClose } = await showDialog();

  await count('2');

  expect((await screen.findAllByText('5 are reserved by orders')).length).toBeGreaterThan(0);
  expect(sent).toMatchObject([{ body: { quantity: -10, reason: 'count' } }]);
  expect(onClose).not.toHaveBeenCalled();
});
