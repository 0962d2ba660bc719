import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusal, serve } from '../../../../test/server.ts';
import { sellable } from '../order.fixtures.ts';
import { button, field, pick, saves, sellables, textShown } from './pick-list.fixtures.tsx';

beforeEach(() => {
  saves();
  sellables();
});

test('increments the item of a typed code', async () => {
  const { user } = await pick();
  const scan = await screen.findByRole('textbox', { name: 'Scan or type a code' });

  await user.type(scan, '4000000000001{Enter}');
  expect(await textShown('Apples: 1 of 2')).toBeTruthy();
  await user.type(scan, '4000000000001{Enter}');

  expect(await textShown('Apples: 2 of 2')).toBeTruthy();
  expect((await field('Apples')).value).toBe('2');
});

test('captures scanner input anywhere on the page', async () => {
  await pick();
  await button('All of Bread picked');

  // Fires all keys without a delay, because only fast input counts as a scanner, even on a slow machine.
  for (const key of [...'4000000000002', 'Enter']) fireEvent.keyDown(document.body, { key });

  expect(await textShown('Bread: 1 of 2')).toBeTruthy();
});

const scan = async (user: Awaited<ReturnType<typeof pick>>['user'], code: string) =>
  user.type(await screen.findByRole('textbox', { name: 'Scan or type a code' }), `${code}{Enter}`);

test('names an item that is not on the order', async () => {
  sellables(sellable(1, 'Black Pepper', { barcode: '0999' }));
  const { user } = await pick();

  await scan(user, '999');

  expect(await textShown("Black Pepper isn't on this order. Put it back.")).toBeTruthy();
});

test('says that a code belongs to no item of the store', async () => {
  const { user } = await pick();

  await scan(user, 'ZZZ-1');

  expect(await textShown('Unknown barcode: ZZZ-1')).toBeTruthy();
});

test('rejects a code without a connection', async () => {
  serve(orderRoutes.searchInventory, refusal(503, 'unavailable', 'The server is restarting'));
  const { user } = await pick();

  await scan(user, '999');

  expect(await textShown("999 isn't on this order. Put it back.")).toBeTruthy();
});

test('removes the message with the next pick', async () => {
  const { user } = await pick();
  await scan(user, 'ZZZ-1');
  await textShown('Unknown barcode: ZZZ-1');

  await user.press('All of Apples picked');

  await waitFor(() => expect(screen.queryByText(/Unknown barcode/)).toBeNull());
});

test('rejects a scan beyond the ordered quantity', async () => {
  const { user } = await pick();
  const scan = await screen.findByRole('textbox', { name: 'Scan or type a code' });

  await user.type(scan, '4000000000001{Enter}4000000000001{Enter}4000000000001{Enter}');

  const message = await textShown('Apples is already picked. Put this one back.');
  expect(message.dataset.wrong).toBe('true');
  expect((await field('Apples')).value).toBe('2');
});

test('focuses the weight field of a scanned weighed item', async () => {
  const { user } = await pick();

  await user.type(
    await screen.findByRole('textbox', { name: 'Scan or type a code' }),
    '4000000000003{Enter}',
  );

  expect(await textShown('Cheese: weigh it now')).toBeTruthy();
  expect(document.activeElement).toBe(await field('Cheese'));
});

test('vibrates on a wrong code', async () => {
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', Object.assign(navigator, { vibrate }));
  const { user } = await pick();

  await user.type(await screen.findByRole('textbox', { name: 'Scan or type a code' }), '999{Enter}');

  await waitFor(() => expect(vibrate).toHaveBeenCalledOnce());
});
