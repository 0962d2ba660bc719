import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { button, field, pick, textShown } from './pick-list.fixtures.tsx';

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

test('rejects a code that is not on the order', async () => {
  const { user } = await pick();

  await user.type(await screen.findByRole('textbox', { name: 'Scan or type a code' }), '999{Enter}');

  expect(await textShown("999 isn't on this order. Put it back.")).toBeTruthy();
});

test('rejects a scan beyond the ordered quantity', async () => {
  const { user } = await pick();
  const scan = await screen.findByRole('textbox', { name: 'Scan or type a code' });

  await user.type(scan, '4000000000001{Enter}4000000000001{Enter}4000000000001{Enter}');

  const message = await textShown('Apples: all 2 are already in the bag. Put this one back.');
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

  expect(vibrate).toHaveBeenCalledOnce();
});
