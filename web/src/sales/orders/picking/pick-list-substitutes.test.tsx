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

test('replaces a line with the substitute that the customer approved, as picked', async () => {
  sellables(sellable(1, 'Pears'));
  const picks = saves();
  const { user, dialog } = await instead('Apples');

  await user.click(await within(dialog).findByRole('option', { name: /Pears/ }));
  await user.click(within(dialog).getByRole('radio', { name: 'Approved' }));
  await user.click(within(dialog).getByRole('button', { name: 'Substitute' }));

  expect(await textShown('Substitute for Apples')).toBeTruthy();
  expect(await textShown(/^1 of 3 done/)).toBeTruthy();
  const substitute = { subProductId: id(401), quantity: 2 };
  expect(await onlyBody(picks)).toEqual({
    line: { lineId: id(101), pickedQuantity: 0, substitute, answer: 'approved' },
  });
  expect(await textShown('Customer approved')).toBeTruthy();
});

test.each([
  ['Not reached', 'notReached'],
  ['Not asked', null],
] as const)('records a substitute with "%s" as what it is', async (label, answer) => {
  sellables(sellable(1, 'Pears'));
  const picks = saves();
  const { user, dialog } = await instead('Apples');

  await user.click(await within(dialog).findByRole('option', { name: /Pears/ }));
  await user.click(within(dialog).getByRole('radio', { name: label }));
  await user.click(within(dialog).getByRole('button', { name: 'Substitute' }));

  expect((await onlyBody(picks)) as object).toMatchObject({ line: { answer } });
});

test('removes a substitute and picks the original item again', async () => {
  sellables(sellable(1, 'Pears'));
  const picks = saves();
  const { user, dialog } = await instead('Apples');
  await user.click(await within(dialog).findByRole('option', { name: /Pears/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Substitute' }));

  await user.press('Remove Pears, pick Apples');

  expect(await button('All of Apples picked')).toBeTruthy();
  expect(screen.queryByText(/Substitute for Apples/)).toBeNull();
  await waitFor(() =>
    expect(picks.at(-1)?.body).toMatchObject({
      line: { lineId: id(101), substitute: null, pickedQuantity: null },
    }),
  );
});

test('limits a substitute to the available stock', async () => {
  sellables(sellable(1, 'Pears', { available: 1 }));
  saves();
  const { user, dialog } = await instead('Apples');

  await user.click(await within(dialog).findByRole('option', { name: /Pears/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Substitute' }));

  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Quantity of Pears' })).value).toBe(
    '1',
  );
});

test.each([
  ['Approved', 'refused'],
  ['Not reached', 'notReached'],
] as const)('sets a line to zero without a substitute, with "%s"', async (label, answer) => {
  sellables();
  const picks = saves();
  const { user, dialog } = await instead('Apples');

  await user.click(within(dialog).getByRole('radio', { name: label }));
  await user.click(within(dialog).getByRole('button', { name: "Don't substitute" }));

  expect(await onlyBody(picks)).toEqual({ line: { lineId: id(101), pickedQuantity: 0, answer } });
});

test('adds an item with its minimum quantity, as picked', async () => {
  const picks = saves();
  await addItem(sellable(1, 'Pears', { minPerOrder: 3 }));

  expect(await textShown('Added')).toBeTruthy();
  expect(await onlyBody(picks)).toEqual({ item: { subProductId: id(401), quantity: 3 } });
  expect(await textShown(/^1 of 4 done/)).toBeTruthy();
});

test('changes the quantity of an added item and removes it', async () => {
  const picks = saves();
  const { user } = await addItem(sellable(1, 'Pears'));

  await user.press('One more of Pears');
  await waitFor(() => expect(picks.at(-1)?.body).toEqual({ item: { subProductId: id(401), quantity: 2 } }));
  await user.press('Remove Pears');

  await waitFor(() => expect(picks.at(-1)?.body).toEqual({ item: { subProductId: id(401), quantity: 0 } }));
  await waitFor(() => expect(screen.queryByText('Pears')).toBeNull());
});

test('rejects adding an item that is already on the order', async () => {
  await addItem(sellable(1, 'Apples', { subProductId: id(201) }));

  expect(await textShown('Apples is already on the order')).toBeTruthy();
  expect(screen.queryByText(/^Added/)).toBeNull();
});

test('takes a saved substitute out of the bag and picks the original item', async () => {
  const apples = line(1, 'Apples', { pickedQuantity: 0 });
  const pears = line(2, 'Pears', { pickedQuantity: 2, substituteFor: apples._id, addedByStaff: true });
  const shown = toPick({ lines: [apples, pears] });
  const picks = saves(shown);
  const { user } = await pick(shown);

  await user.press('Remove Pears, pick Apples');

  expect(await onlyBody(picks)).toEqual({
    line: { lineId: id(101), substitute: null, pickedQuantity: null },
  });
  expect(await textShown(/^0 of 1 done/)).toBeTruthy();
});
