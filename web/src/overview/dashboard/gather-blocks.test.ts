import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatherBlocks } from './gather-blocks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Records requests, each of which takes the given time. */
function asking(tookMs: number) {
  const requested: string[] = [];
  const gathering = gatherBlocks(async (names) => {
    requested.push(names.join(','));
    await new Promise((resolve) => setTimeout(resolve, tookMs));
  });
  return { requested, gathering };
}

test('debounces refetches to one per second', async () => {
  const { requested, gathering } = asking(0);

  for (let events = 0; events < 100; events += 1) gathering.add(['sales', 'orders']);
  gathering.add(['stock']);
  await vi.advanceTimersByTimeAsync(1000);

  expect(requested).toEqual(['sales,orders,stock']);
});

test('limits requests to a twentieth of the time during continuous events', async () => {
  const { requested, gathering } = asking(100);

  for (let second = 0; second < 20; second += 1) {
    gathering.add(['sales']);
    await vi.advanceTimersByTimeAsync(500);
  }

  expect(requested.length).toBeGreaterThan(3);
  expect(requested.length).toBeLessThan(8);
});

test('sends no requests after it stops or while the page is hidden', async () => {
  const { requested, gathering } = asking(0);
  gathering.add(['sales']);
  gathering.stop();
  let look = () => {};
  const seen: string[] = [];
  const hidden = gatherBlocks(
    async (names) => void seen.push(names.join(',')),
    () =>
      new Promise((resolve) => {
        look = resolve;
      }),
  );
  hidden.add(['sales']);
  await vi.advanceTimersByTimeAsync(60_000);
  hidden.add(['stock']);
  expect(seen).toEqual([]);

  look();
  await vi.advanceTimersByTimeAsync(1000);

  expect(requested).toEqual([]);
  expect(seen).toEqual(['sales,stock']);
});
