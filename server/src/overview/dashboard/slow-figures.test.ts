import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Services } from '../../core/services.ts';
import { cacheWhenSlow } from './slow-figures.ts';

const services = {} as Services;
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('looks up fast metrics each time', async () => {
  let looked = 0;
  const look = () => cacheWhenSlow(services, ['quick'], async () => ++looked);

  expect([await look(), await look()]).toEqual([1, 2]);
});

test('caches slow metrics for each key', async () => {
  let looked = 0;
  const look = (location: string) =>
    cacheWhenSlow(services, ['slow', location], async () => {
      vi.advanceTimersByTime(120);
      return ++looked;
    });

  expect([await look('here'), await look('here'), await look('there')]).toEqual([1, 1, 2]);
});
