import { expect, test } from 'vitest';
import type { Services } from '../../core/services.ts';
import { keepWhenSlow } from './slow-figures.ts';

const services = {} as Services;

test('quick figures are looked up each time', async () => {
  let looked = 0;
  const look = () => keepWhenSlow(services, ['quick'], async () => ++looked);

  expect([await look(), await look()]).toEqual([1, 2]);
});

test('slow figures are kept for a while, each for what it depends on', async () => {
  let looked = 0;
  const look = (location: string) =>
    keepWhenSlow(services, ['slow', location], async () => {
      await new Promise((resolve) => setTimeout(resolve, 120));
      return ++looked;
    });

  expect([await look('here'), await look('here'), await look('there')]).toEqual([1, 1, 2]);
});
