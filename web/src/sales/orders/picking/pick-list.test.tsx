import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { onlyBody, onlyRequest, serve } from '../../../../test/server.ts';
import { id, line } from '../order.fixtures.ts';
import { button, cheese, field, pick, rejects, saves, textShown, toPick } from './pick-list.fixtures.tsx';

beforeEach(() => void saves());
const rowOf = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement;

test('groups lines by aisle', async () => {
  await pick();

  const shelf = await screen.findByRole('region', { name: 'Shelf A' });
  expect(
    within(shelf)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('strong')?.textContent),
  ).toEqual(['2× Apples', '2× Bread']);
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
});

test('shows the next step in the bar once all lines are picked', async () => {
  const lines = [line(1, 'Apples')];
  saves(toPick({ lines }));
  const { user } = await pick(toPick({ lines }), <button type="button">Next step</button>);
  const isInBar = async () => (await button('Next step')).parentElement?.textContent?.includes(' done');
  expect(await isInBar()).toBe(false);

  await user.press('All of Apples picked');

  await textShown(/^All 1 done/);
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

test('shows an excessive weight without saving it', async () => {
  const picks = saves();
  const { user } = await pick();
  await user.type(await field('Cheese'), '1');

  await user.type(await field('Cheese'), '.2');

  expect(await textShown('Over the 1.1 lb limit. Remove some or ask the customer.')).toBeTruthy();
  expect((await field('Cheese')).value).toBe('1.2');
  await waitFor(() => expect(picks.at(-1)?.body).toEqual({ line: { lineId: id(103), pickedQuantity: 1 } }));
});

test('saves each pick at once, without a version', async () => {
  const picks = saves();
  const { user } = await pick();

  await user.press('All of Apples picked');

  expect(await onlyRequest(picks)).toMatchObject({ params: [id(1)] });
  expect(await onlyBody(picks)).toEqual({ line: { lineId: id(101), pickedQuantity: 2 } });
  expect(await textShown('Saved')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
  await user.press('All of Bread picked');
  await waitFor(() => expect(picks).toHaveLength(2));
});

test('shows a rejected pick with its reason and goes on with the others', async () => {
  rejects(409, 'stock.not-enough', 'Only 1 of Apples is left');
  const { user } = await pick();
  await user.press('All of Apples picked');
  expect((await screen.findByRole('alert')).textContent).toContain('Apples: Only 1 of Apples is left');
  expect(await textShown(/^0 of 3 done/)).toBeTruthy();

  const picks = saves();
  await user.press('All of Bread picked');

  expect(await onlyBody(picks)).toEqual({ line: { lineId: id(102), pickedQuantity: 2 } });
  await user.press('Discard');
  await waitFor(() => expect(screen.queryByText(/not applied/)).toBeNull());
});

test('keeps picks without a connection and says how many are not sent', async () => {
  rejects(503, 'unavailable', 'The server is restarting');
  const { user, unmount } = await pick();

  await user.press('All of Apples picked');
  expect(await textShown('1 change not sent')).toBeTruthy();
  await user.press("Apples isn't picked yet");
  await user.press('All of Apples picked');
  await user.press('All of Bread picked');

  expect(await textShown('2 changes not sent')).toBeTruthy();
  unmount();
  await pick();
  expect(await textShown(/^2 of 3 done/)).toBeTruthy();
});

test('names the colleague who picked a line', async () => {
  const ben = { _id: 'ben', name: 'Ben Hale' };
  const me = { _id: 'person-1', name: 'Ada Stone' };
  const lines = [
    line(1, 'Apples', { pickedQuantity: 2, pickedBy: ben }),
    line(2, 'Bread', { pickedQuantity: 2, pickedBy: me }),
  ];

  await pick(toPick({ lines }));

  expect(within(await rowOf('Apples')).getByText('Picked by Ben Hale')).toBeTruthy();
  expect(within(await rowOf('Bread')).queryByText(/Picked by/)).toBeNull();
});

test('has one check and no price for a single item', async () => {
  await pick(toPick({ lines: [line(1, 'Apples', { quantity: 1 })] }));

  const row = within(await rowOf('Apples'));
  expect(row.getByRole('button', { name: 'All of Apples picked' })).toBeTruthy();
  expect(row.queryByRole('textbox')).toBeNull();
  expect((await rowOf('Apples')).textContent).not.toContain('$');
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

test('saves the number of bags', async () => {
  const picks = saves();
  const { user } = await pick();

  await user.press('Count bags');
  await user.press('One bag more');

  await waitFor(() => expect(picks.at(-1)?.body).toEqual({ bags: 2 }));
  expect(await textShown('2')).toBeTruthy();
});
