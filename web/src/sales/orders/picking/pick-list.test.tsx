import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { onlyRequest, refusal, serve } from '../../../../test/server.ts';
import { id, line } from '../order.fixtures.ts';
import { button, cheese, field, pick, saves, textShown, toPick } from './pick-list.fixtures.tsx';

test('groups lines by aisle', async () => {
  await pick();

  const shelf = await screen.findByRole('region', { name: 'Shelf A' });
  expect(
    within(shelf)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('strong')?.textContent),
  ).toEqual(['Apples', 'Bread']);
  expect(within(await screen.findByRole('region', { name: 'Shelf B' })).getByText('Cheese')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Done' })).toBeNull();
});

test('counts a checked line and moves it down when the next one is touched', async () => {
  const { user } = await pick();

  await user.press('All of Apples picked');
  expect(await textShown(/^1 of 3 done/)).toBeTruthy();
  await user.press('All of Bread picked');

  expect(within(await screen.findByRole('region', { name: 'Done' })).getByText('Apples')).toBeTruthy();
  expect((await field('Apples')).value).toBe('2');
});

test('unchecks a line', async () => {
  const { user } = await pick();

  await user.press('All of Apples picked');
  await user.press("Apples isn't picked yet");

  expect(await textShown(/^0 of 3 done/)).toBeTruthy();
  expect((await button('Save picks')).hasAttribute('disabled')).toBe(true);
});

test('replaces the save button with the next step once all lines are picked', async () => {
  const lines = [line(1, 'Apples')];
  const { user } = await pick(toPick({ lines }), <button type="button">Next step</button>);
  const saving = await button('Save picks');
  const isInBar = async () => (await button('Next step')).parentElement?.textContent?.includes(' done');
  expect(await isInBar()).toBe(false);

  await user.press('All of Apples picked');

  await textShown(/^All 1 done/);
  expect(saving.isConnected).toBe(false);
  expect(await isInBar()).toBe(true);
});

test('marks a smaller quantity as short and reduces the total', async () => {
  const { user } = await pick();

  await user.press('One less of Apples');

  expect(await textShown('Short: 2 ordered · $5.00')).toBeTruthy();
  expect(await textShown('$25.00')).toBeTruthy();
  expect(await textShown('$5.00 less in cash')).toBeTruthy();
});

test('announces the removal of a line set to zero', async () => {
  const { user } = await pick();

  await user.press('One less of Apples');
  await user.press('One less of Apples');

  expect(await textShown('None left. This item is removed.')).toBeTruthy();
});

test('limits the count to the ordered quantity', async () => {
  const { user } = await pick();

  await user.press('One more of Apples');
  await user.press('One more of Apples');

  expect((await field('Apples')).value).toBe('2');
  expect((await button('One more of Apples')).hasAttribute('disabled')).toBe(true);
});

test('prices a weighed item by its weight', async () => {
  const { user } = await pick();

  await user.type(await field('Cheese'), '1.05');

  expect(await textShown('1.05 lb costs $10.50')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'One more of Cheese' })).toBeNull();
});

test('rejects saving an excessive weight', async () => {
  const { user } = await pick();

  await user.type(await field('Cheese'), '1.2');

  expect(await textShown('Over the 1.1 lb limit. Remove some or ask the customer.')).toBeTruthy();
  expect((await button('Save picks')).hasAttribute('disabled')).toBe(true);
});

test('saves only changed lines', async () => {
  const edits = saves();
  const { user } = await pick();

  await user.press('All of Apples picked');
  await user.type(await field('Cheese'), '0.95');
  await user.press('Save picks');

  expect(await onlyRequest(edits)).toMatchObject({ params: [id(1)] });
  expect(edits[0]?.body).toEqual({
    version: 3,
    lines: [
      { lineId: id(101), pickedQuantity: 2 },
      { lineId: id(103), pickedQuantity: 0.95 },
    ],
  });
  expect(await textShown('Picks saved')).toBeTruthy();
});

test('keeps rejected picks and shows the reason', async () => {
  saves(refusal(409, 'stock.not-enough', 'Only 1 of Apples is left'));
  const { user } = await pick();

  await user.press('All of Apples picked');
  await user.press('Save picks');

  expect((await screen.findByRole('alert')).textContent).toContain('Only 1 of Apples is left');
  expect((await field('Apples')).value).toBe('2');
});

test('stores picks offline and announces that they are sent later', async () => {
  saves(refusal(503, 'unavailable', 'The server is restarting'));
  const { user } = await pick();

  await user.press('All of Apples picked');
  await user.press('Save picks');

  const saved = await button('Saved on this phone');
  expect(saved.hasAttribute('disabled')).toBe(true);
  expect(await textShown('1 waiting')).toBeTruthy();
  expect((await field('Apples')).value).toBe('2');
  await user.press('All of Bread picked');
  expect((await button('Save picks')).hasAttribute('disabled')).toBe(false);
});

test('shows completion in the bar', async () => {
  const done = toPick({ lines: [line(1, 'Apples', { pickedQuantity: 2 })] });

  await pick(done);

  expect(await textShown(/^All 1 done/)).toBeTruthy();
});

test("shows a line's photo and quantity and the name of its aisle", async () => {
  const picture = { _id: id(9), alt: 'Apples', small: '/small.webp', medium: '/m.webp', large: '/l.webp' };
  serve(orderRoutes.pictures, [{ lineId: id(101), picture }]);
  const apples = line(1, 'Apples', { quantity: 4, aisle: 'C4-2', aisleName: 'Produce' });

  await pick(toPick({ lines: [apples, cheese] }));

  const row = (await screen.findByText('Apples')).closest('li') as HTMLElement;
  expect(within(row).getByText('4×')).toBeTruthy();
  await waitFor(() => expect(row.querySelector('img')?.getAttribute('src')).toBe('/small.webp'));
  expect((await screen.findByRole('region', { name: 'C4-2' })).textContent).toContain('Produce');
  expect(within((await textShown('Cheese')).closest('li') as HTMLElement).getByText('1 lb')).toBeTruthy();
});

test('saves the number of bags with the picks', async () => {
  const edits = saves();
  const { user } = await pick();

  await user.press('Count bags');
  await user.press('One bag more');
  await user.press('Save picks');

  await waitFor(() => expect(edits[0]?.body).toEqual({ version: 3, bags: 2 }));
});
