import type { Order } from '@aisle/contract/sales/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders';
import type { Sellable } from '@aisle/contract/sales/sellables';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../test/render.tsx';
import { refusal, serve } from '../../../test/server.ts';
import { id, line, order, sellable } from './order-examples.ts';
import { PickList } from './pick-list.tsx';
import { usePicking } from './picking-draft.ts';

function Picking({ shown }: { shown: Order }) {
  const picking = usePicking(shown, async () => undefined);
  return (
    <PickList
      order={shown}
      draft={picking.draft}
      onDraft={picking.setDraft}
      save={picking.save}
      isSaving={picking.isSaving}
      isKept={picking.isKept}
    />
  );
}
const cheese = line(3, 'Cheese', {
  soldByWeight: true,
  unit: 'lb',
  quantity: 1,
  unitPrice: 1000,
  total: 1000,
});
const toPick = (more: Partial<Order> = {}) =>
  order({
    status: 'processing',
    headlineStatus: 'processing',
    lines: [line(1, 'Apples'), line(2, 'Bread'), cheese],
    deliveryFee: 0,
    total: 3000,
    ...more,
  });
const pick = (shown = toPick()) => show(<Picking shown={shown} />);
const button = (name: string) => screen.findByRole('button', { name });
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `Picked of ${name}` });
const textShown = (text: string | RegExp) => screen.findByText(text);
const saves = (after: Order | ReturnType<typeof refusal> = toPick({ version: 4 })) =>
  serve(orderRoutes.editLines, after);
const sellables = (...found: Sellable[]) => serve(orderRoutes.searchInventory, found);

test('lines to pick are grouped by their aisle', async () => {
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

test('a line that is ticked counts, and sinks once the next one is worked on', async () => {
  const { user } = await pick();

  await user.click(await button('All of Apples picked'));
  expect(await textShown(/^1 of 3 done/)).toBeTruthy();
  await user.click(await button('All of Bread picked'));

  expect(within(await screen.findByRole('region', { name: 'Done' })).getByText('Apples')).toBeTruthy();
  expect((await field('Apples')).value).toBe('2');
});

test('a tick is taken back by pressing it again', async () => {
  const { user } = await pick();

  await user.click(await button('All of Apples picked'));
  await user.click(await button("Apples isn't picked yet"));

  expect(await textShown(/^0 of 3 done/)).toBeTruthy();
  expect((await button('Save picks')).hasAttribute('disabled')).toBe(true);
});

test('less than was ordered is short, and the total goes down', async () => {
  const { user } = await pick();

  await user.click(await button('One less of Apples'));

  expect(await textShown('Short: 2 ordered · $5.00')).toBeTruthy();
  expect(await textShown('$25.00')).toBeTruthy();
  expect(await textShown('$5.00 less in cash')).toBeTruthy();
});

test('none of a line falls out', async () => {
  const { user } = await pick();

  await user.click(await button('One less of Apples'));
  await user.click(await button('One less of Apples'));

  expect(await textShown('None left. This item is removed.')).toBeTruthy();
});

test('no more is counted than was ordered', async () => {
  const { user } = await pick();

  await user.click(await button('One more of Apples'));
  await user.click(await button('One more of Apples'));

  expect((await field('Apples')).value).toBe('2');
  expect((await button('One more of Apples')).hasAttribute('disabled')).toBe(true);
});

test('what is weighed comes to what the scales say', async () => {
  const { user } = await pick();

  await user.type(await field('Cheese'), '1.05');

  expect(await textShown('1.05 lb costs $10.50')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'One more of Cheese' })).toBeNull();
});

test('what weighs too much is not saved', async () => {
  const { user } = await pick();

  await user.type(await field('Cheese'), '1.2');

  expect(await textShown('Over the 1.1 lb limit. Remove some or ask the customer.')).toBeTruthy();
  expect((await button('Save picks')).hasAttribute('disabled')).toBe(true);
});

test('only what was noted is saved', async () => {
  const edits = saves();
  const { user } = await pick();

  await user.click(await button('All of Apples picked'));
  await user.type(await field('Cheese'), '0.95');
  await user.click(await button('Save picks'));

  await waitFor(() => expect(edits).toHaveLength(1));
  expect(edits[0]).toMatchObject({ params: [id(1)] });
  expect(edits[0]?.body).toEqual({
    version: 3,
    lines: [
      { lineId: id(101), pickedQuantity: 2 },
      { lineId: id(103), pickedQuantity: 0.95 },
    ],
  });
  expect(await textShown('Picks saved')).toBeTruthy();
});

test('picks that are refused stay, and the reason is shown', async () => {
  saves(refusal(409, 'stock.not-enough', 'Only 1 of Apples is left'));
  const { user } = await pick();

  await user.click(await button('All of Apples picked'));
  await user.click(await button('Save picks'));

  expect((await screen.findByRole('alert')).textContent).toContain('Only 1 of Apples is left');
  expect((await field('Apples')).value).toBe('2');
});

test('without a connection picks are kept, and said to be sent later', async () => {
  saves(refusal(503, 'unavailable', 'The server is restarting'));
  const { user } = await pick();

  await user.click(await button('All of Apples picked'));
  await user.click(await button('Save picks'));

  const saved = await button('Saved on this phone');
  expect(saved.hasAttribute('disabled')).toBe(true);
  expect(await textShown('1 waiting')).toBeTruthy();
  expect((await field('Apples')).value).toBe('2');
  await user.click(await button('All of Bread picked'));
  expect((await button('Save picks')).hasAttribute('disabled')).toBe(false);
});

test('a code that is typed counts one more of what it names', async () => {
  const { user } = await pick();
  const scan = await screen.findByRole('textbox', { name: 'Scan or type a code' });

  await user.type(scan, '4000000000001{Enter}');
  expect(await textShown('Apples: 1 of 2')).toBeTruthy();
  await user.type(scan, '4000000000001{Enter}');

  expect(await textShown('Apples: 2 of 2')).toBeTruthy();
  expect((await field('Apples')).value).toBe('2');
});

test('a scanner is heard anywhere on the page', async () => {
  const { user } = await pick();
  await button('All of Bread picked');

  await user.keyboard('4000000000002{Enter}');

  expect(await textShown('Bread: 1 of 2')).toBeTruthy();
});

test('a code that is not on the order is to be put back', async () => {
  const { user } = await pick();

  await user.type(await screen.findByRole('textbox', { name: 'Scan or type a code' }), '999{Enter}');

  expect(await textShown("999 isn't on this order. Put it back.")).toBeTruthy();
});

test('the code of something sold by weight leads to its scales', async () => {
  const { user } = await pick();

  await user.type(
    await screen.findByRole('textbox', { name: 'Scan or type a code' }),
    '4000000000003{Enter}',
  );

  expect(await textShown('Cheese: weigh it now')).toBeTruthy();
  expect(document.activeElement).toBe(await field('Cheese'));
});

async function instead(name: string) {
  const view = await pick();
  await view.user.click(await button(`Substitute ${name}`));
  const dialog = await screen.findByRole('dialog', { name: `Substitute for ${name}` });
  return { ...view, dialog };
}

test('something else is offered for a line, with the difference and the phone of the shopper', async () => {
  const requested = sellables(sellable(1, 'Pears'));
  const { user, dialog } = await instead('Apples');

  await user.click(await within(dialog).findByRole('option', { name: /Pears/ }));

  expect(requested[0]?.body).toEqual({ orderId: id(1), lineId: id(101), limit: 20 });
  expect(dialog.textContent).toContain('Pears at $6.50, $1.50 more each.');
  expect(within(dialog).getByRole('link', { name: '(202) 555-0123' }).getAttribute('href')).toBe(
    'tel:+12025550123',
  );
});

test('a substitute that the shopper agreed to takes the place of the line', async () => {
  sellables(sellable(1, 'Pears'));
  const edits = saves();
  const { user, dialog } = await instead('Apples');

  await user.click(await within(dialog).findByRole('option', { name: /Pears/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Customer approved' }));
  expect(await textShown('Substitute for Apples · $6.50')).toBeTruthy();
  expect(await textShown('about $33.00')).toBeTruthy();
  await user.click(await button('Save picks'));

  const substitute = { lineId: id(101), substituteId: id(401), quantity: 2, answer: 'approved' };
  await waitFor(() => expect(edits[0]?.body).toEqual({ version: 3, lines: [substitute] }));
});

test('a substitute is taken off again', async () => {
  sellables(sellable(1, 'Pears'));
  const { user, dialog } = await instead('Apples');

  await user.click(await within(dialog).findByRole('option', { name: /Pears/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Substitute without asking' }));
  await user.click(await button('Remove substitute, pick Apples'));

  expect(await button('All of Apples picked')).toBeTruthy();
  expect(screen.queryByText(/Substitute for Apples/)).toBeNull();
});

test('a substitute is limited to what is in stock', async () => {
  sellables(sellable(1, 'Pears', { available: 1 }));
  const { user, dialog } = await instead('Apples');

  await user.click(await within(dialog).findByRole('option', { name: /Pears/ }));
  await user.click(within(dialog).getByRole('button', { name: "Couldn't reach customer" }));

  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Quantity of Pears' })).value).toBe(
    '1',
  );
});

test('a shopper who wants nothing else gets none of it', async () => {
  sellables();
  const edits = saves();
  const { user, dialog } = await instead('Apples');

  await user.click(within(dialog).getByRole('button', { name: 'No substitute' }));
  await user.click(await button('Save picks'));

  const refused = { lineId: id(101), pickedQuantity: 0, answer: 'refused' };
  await waitFor(() => expect(edits[0]?.body).toEqual({ version: 3, lines: [refused] }));
});

async function addItem(item: Sellable) {
  sellables(item);
  const view = await pick();
  await view.user.click(await button('Add item'));
  const dialog = await screen.findByRole('dialog', { name: 'Add item' });
  await view.user.type(within(dialog).getByRole('combobox'), item.sku);
  await view.user.click(await within(dialog).findByRole('option', { name: new RegExp(item.name) }));
  return view;
}

test('an item is added to the order, at least as much of it as one may order', async () => {
  const edits = saves();
  const { user } = await addItem(sellable(1, 'Pears', { minPerOrder: 3 }));

  expect(await textShown('Added · $6.50')).toBeTruthy();
  await user.click(await button('Save picks'));

  const add = [{ subProductId: id(401), quantity: 3 }];
  await waitFor(() => expect(edits[0]?.body).toEqual({ version: 3, add }));
});

test('what is on the order already is not added once more', async () => {
  await addItem(sellable(1, 'Apples', { subProductId: id(201) }));

  expect(await textShown('Apples is already on the order')).toBeTruthy();
  expect(screen.queryByText(/^Added/)).toBeNull();
});

test('when all lines are done, the bar says what comes next', async () => {
  const done = toPick({ lines: [line(1, 'Apples', { pickedQuantity: 2 })] });

  await pick(done);

  expect(await textShown(/^All 1 done/)).toBeTruthy();
});

test('a saved substitute goes back on the shelf, and the line is picked after all', async () => {
  const apples = line(1, 'Apples', { pickedQuantity: 0 });
  const pears = line(2, 'Pears', { pickedQuantity: 2, substituteFor: apples._id });
  const edits = saves();
  const { user } = await pick(toPick({ lines: [apples, pears] }));

  await user.click(await button('Remove Pears'));
  expect(await textShown('Return to the shelf')).toBeTruthy();
  await user.click(await button('Save picks'));

  await waitFor(() =>
    expect(edits[0]?.body).toEqual({
      version: 3,
      lines: [
        { lineId: id(102), quantity: 0 },
        { lineId: id(101), pickedQuantity: null },
      ],
    }),
  );
});

test('the phone of the picker shakes at a wrong code', async () => {
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', Object.assign(navigator, { vibrate }));
  const { user } = await pick();

  await user.type(await screen.findByRole('textbox', { name: 'Scan or type a code' }), '999{Enter}');

  expect(vibrate).toHaveBeenCalledOnce();
});

test('a line shows its photo and its quantity, and the shelf the name of its aisle', async () => {
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

test('bags are counted with the picks', async () => {
  const edits = saves();
  const { user } = await pick();

  await user.click(await button('Count bags'));
  await user.click(await button('One bag more'));
  await user.click(await button('Save picks'));

  await waitFor(() => expect(edits[0]?.body).toEqual({ version: 3, bags: 2 }));
});
