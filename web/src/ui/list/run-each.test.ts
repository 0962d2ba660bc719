import { beforeEach, expect, test, vi } from 'vitest';
import { notifyError, notifySuccess, offerUndo } from '../../core/notice.tsx';
import { runEach, switchEach } from './run-each.ts';

vi.mock('../../core/notice.tsx', () => ({
  offerUndo: vi.fn(),
  notifyError: vi.fn(),
  notifySuccess: vi.fn(),
}));
beforeEach(() => vi.clearAllMocks());

test('offers undo for brands that it switched off', async () => {
  const brands = [
    { id: 'a', status: true },
    { id: 'b', status: false },
  ];
  const change = vi.fn(async () => undefined);

  await switchEach(brands, 'brands', false, change);
  expect(change.mock.calls).toEqual([[brands[0], false]]);
  const [message, undo] = vi.mocked(offerUndo).mock.calls[0] ?? [];
  expect(message).toBe('1 of 1 brands deactivated');

  await undo?.();
  expect(change.mock.calls.at(-1)).toEqual([brands[0], true]);
});

test('reports failures with the number of successes', async () => {
  await runEach([1, 2, 3], 'brands deleted', async (number) => {
    if (number === 2) throw new Error('Products bear it.');
  });
  expect(notifyError).toHaveBeenCalledWith('2 of 3 brands deleted. Products bear it.');
  expect(notifySuccess).not.toHaveBeenCalled();
});
