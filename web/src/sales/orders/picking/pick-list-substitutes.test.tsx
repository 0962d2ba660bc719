import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hrefOf } from '../../../../test/render.tsx';
import { onlyBody } from '../../../../test/server.ts';
import { id, line, sellable } from '../order.fixtures.ts';
import {
  addItem,
  button,
  instead,
  pick,
  saves,
  sellables,
  textShown,
  toPick,
} from './pick-list.fixtures.tsx';

test("shows a substitute's price difference and the shopper's phone", async () => {
  const requested = sellables(sellable(1, 'Pears'));
  const { user, dialog } = await instead('Apples');

  await user.click(await within(dialog).findByRole('option', { name: /Pears/ }));

  expect(requested[0]?.body).toEqual({ orderId: id(1), lineId: id(101), limit: 50 });
  expect(dialog.textContent).toContain('Pears at $6.50, $1.50 more each.');
  expect(hrefOf(within(dialog).getByRole('link', { name: '(202) 555-0123' }))).toBe('tel:+12025550123');
});

test('replaces a line with the substitute that the shopper accepted', async () => {
  sellables(sellable(1, 'Pears'));
  const edits = saves();
  const { user, dialog } = await instead('Apples');

  await user.click(await within(dialog).findByRole('option', { name: /Pears/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Customer approved' }));
  expect(await textShown('Substitute for Apples · $6.50')).toBeTruthy();
  expect(await textShown('about $33.00')).toBeTruthy();
  await user.press('Save picks');

  const substitute = { lineId: id(101), substituteId: id(401), quantity: 2, answer: 'approved' };
  await waitFor(() => expect(edits[0]?.body).toEqual({ version: 3, lines: [substitute] }));
});

test('removes a substitute', async () => {
  sellables(sellable(1, 'Pears'));
  const { user, dialog } = await instead('Apples');

  await user.click(await within(dialog).findByRole('option', { name: /Pears/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Substitute without asking' }));
  await user.press('Remove substitute, pick Apples');

  expect(await button('All of Apples picked')).toBeTruthy();
  expect(screen.queryByText(/Substitute for Apples/)).toBeNull();
});

test('limits a substitute to the available stock', async () => {
  sellables(sellable(1, 'Pears', { available: 1 }));
  const { user, dialog } = await instead('Apples');

  await user.click(await within(dialog).findByRole('option', { name: /Pears/ }));
  await user.click(within(dialog).getByRole('button', { name: "Couldn't reach customer" }));

  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Quantity of Pears' })).value).toBe(
    '1',
  );
});

test('sets a line to zero if the shopper refuses a substitute', async () => {
  sellables();
  const edits = saves();
  const { user, dialog } = await instead('Apples');

  await user.click(within(dialog).getByRole('button', { name: 'No substitute' }));
  await user.press('Save picks');

  const refused = { lineId: id(101), pickedQuantity: 0, answer: 'refused' };
  await waitFor(() => expect(edits[0]?.body).toEqual({ version: 3, lines: [refused] }));
});

test('adds an item with its minimum quantity', async () => {
  const edits = saves();
  const { user } = await addItem(sellable(1, 'Pears', { minPerOrder: 3 }));

  expect(await textShown('Added · $6.50')).toBeTruthy();
  await user.press('Save picks');

  const add = [{ subProductId: id(401), quantity: 3 }];
  await waitFor(() => expect(edits[0]?.body).toEqual({ version: 3, add }));
});

test('rejects adding an item that is already on the order', async () => {
  await addItem(sellable(1, 'Apples', { subProductId: id(201) }));

  expect(await textShown('Apples is already on the order')).toBeTruthy();
  expect(screen.queryByText(/^Added/)).toBeNull();
});

test('returns a saved substitute to the shelf and picks the original item', async () => {
  const apples = line(1, 'Apples', { pickedQuantity: 0 });
  const pears = line(2, 'Pears', { pickedQuantity: 2, substituteFor: apples._id });
  const edits = saves();
  const { user } = await pick(toPick({ lines: [apples, pears] }));

  await user.press('Remove Pears');
  expect(await textShown('Return to the shelf')).toBeTruthy();
  await user.press('Save picks');

  expect(await onlyBody(edits)).toEqual({
    version: 3,
    lines: [
      { lineId: id(102), quantity: 0 },
      { lineId: id(101), pickedQuantity: null },
    ],
  });
});
