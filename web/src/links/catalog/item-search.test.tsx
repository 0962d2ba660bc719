import { subProductRoutes } from '@aisle/contract/catalog/sub-products';
import type { Ref } from '@aisle/contract/core/fields';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { CatalogItemSearch } from './catalog-item-search.tsx';
import { ItemPicker } from './item-picker.tsx';

const eggs = (place: number, name: string) => ({
  _id: idOf(place),
  name,
  productName: name,
  variantName: name,
  sku: `EGG-${place}`,
  barcode: null,
  unit: 'each' as const,
  soldByWeight: false,
  price: 599,
  costPrice: null,
});

const manyEggs = Array.from({ length: 10 }, (_, at) => eggs(at + 10, `Brown Eggs, ${at + 10}`));

test('lists the first matches while typing, and all on request', async () => {
  serve(subProductRoutes.dropdown, manyEggs);
  const onItem = vi.fn();
  const { user } = await show(<CatalogItemSearch onItem={onItem} />);
  const field = screen.getByRole('combobox');

  await user.type(field, 'brown');

  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(8));
  await user.press('Show all 10');
  expect(screen.getAllByRole('option')).toHaveLength(10);
  await user.click(screen.getByRole('option', { name: /EGG-18/ }));
  expect(onItem).toHaveBeenCalledWith(expect.objectContaining({ sku: 'EGG-18' }));
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole('option')).toBeNull();
});

test('takes the highlighted item with the keyboard', async () => {
  serve(subProductRoutes.dropdown, manyEggs);
  const onItem = vi.fn();
  const { user } = await show(<CatalogItemSearch onItem={onItem} />);

  await user.type(screen.getByRole('combobox'), 'brown');
  await screen.findAllByRole('option');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');

  expect(onItem).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sku: 'EGG-12' }));
});

test('takes a scanned code before the list is loaded, and reports unknown ones', async () => {
  serve(subProductRoutes.dropdown, ({ query }) =>
    query.search === 'NOPE' ? [] : manyEggs.filter(({ sku }) => sku === query.search),
  );
  const onItem = vi.fn();
  const { user } = await show(<CatalogItemSearch onItem={onItem} />);
  const field = screen.getByRole('combobox');

  await user.type(field, 'EGG-11{Enter}');
  await user.type(field, 'NOPE{Enter}');
  await user.type(field, 'EGG-13{Enter}');

  await waitFor(() => expect(onItem).toHaveBeenCalledTimes(2));
  expect(onItem.mock.calls.map(([item]) => item.sku)).toEqual(['EGG-11', 'EGG-13']);
  expect(await screen.findByText('No items match “NOPE”.')).toBeTruthy();
});

function Picker({ max }: { max: number }) {
  const [items, setItems] = useState<Ref[]>([]);
  return <ItemPicker label="Sub-products" items={items} max={max} onChange={setItems} />;
}
const chosen = () =>
  within(screen.getByRole('list', { name: 'Chosen: Sub-products' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
const choose = async (user: Awaited<ReturnType<typeof show>>['user'], sku: string) => {
  await user.type(screen.getByRole('combobox'), 'brown');
  await user.click(await screen.findByRole('option', { name: new RegExp(sku) }));
};

test('chooses several items, each once, and removes one', async () => {
  serve(subProductRoutes.dropdown, manyEggs);
  const { user } = await show(<Picker max={100} />);

  await choose(user, 'EGG-10');
  await choose(user, 'EGG-11');
  await choose(user, 'EGG-10');
  expect(chosen()).toEqual(['Brown Eggs, 11', 'Brown Eggs, 10']);
  await user.press('Remove Brown Eggs, 11');

  expect(chosen()).toEqual(['Brown Eggs, 10']);
});

test('replaces a single item', async () => {
  serve(subProductRoutes.dropdown, manyEggs);
  const { user } = await show(<Picker max={1} />);

  await choose(user, 'EGG-10');
  await choose(user, 'EGG-12');

  expect(chosen()).toEqual(['Brown Eggs, 12']);
});

test('searches at once for a text typed elsewhere', async () => {
  const asked = serve(subProductRoutes.dropdown, manyEggs);
  await show(<CatalogItemSearch firstText="brown" onItem={vi.fn()} />);

  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(8));
  expect(asked.at(-1)?.query).toEqual({ search: 'brown' });
});
