import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gathering } from './gathering.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('passes the first event on at once, and each topic of a burst once after the pause', () => {
  const passed: string[][] = [];
  const tell = gathering((names) => passed.push([...names]), 500);

  const wasAtOnce = tell('orders');
  for (let count = 0; count < 20; count += 1) {
    expect([tell('orders'), tell('stock')]).toEqual([false, false]);
  }
  const atOnce = [...passed];
  vi.advanceTimersByTime(500);
  vi.advanceTimersByTime(500);
  tell('brands');

  expect([wasAtOnce, atOnce]).toEqual([true, [['orders']]]);
  expect(passed).toEqual([['orders'], ['orders', 'stock'], ['brands']]);
});
