import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { ScanSelect } from './scan-select.tsx';

const eggs = (place: number, name: string) => ({
  _id: idOf(place),
  name,
  sku: `EGG-${place}`,
  barcode: null,
  unit: 'each' as const,
  soldByWeight: false,
  price: 599,
  costPrice: null,
});

test('accepts the next code after one of several items was selected', async () => {
  serve(subProductRoutes.dropdown, [eggs(12, 'Brown Eggs'), eggs(18, 'Brown Eggs, 18')]);
  const onItem = vi.fn();
  const { user } = await show(<ScanSelect onItem={onItem} />);
  const field = screen.getByRole('textbox');

  await user.type(field, 'brown{Enter}');
  await user.press(/EGG-18/);

  expect(onItem).toHaveBeenCalledWith(expect.objectContaining({ sku: 'EGG-18' }));
  expect(document.activeElement).toBe(field);
});
