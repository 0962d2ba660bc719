import { beforeAll, test } from 'vitest';
import { signInToApi } from './api.ts';
import { useBrowser } from './browser.ts';
import { type Known, makeSomethingOfEach } from './one-of-each.ts';
import { visitEveryScreen } from './screens.ts';

useBrowser();

let known: Known;
beforeAll(async () => {
  known = await makeSomethingOfEach(await signInToApi(), 'HAND', '+1 312 555 0162');
});

test('shows every screen correctly on a phone, in the light and the dark theme', {
  timeout: 300_000,
}, async () => {
  await visitEveryScreen('phone', known);
});
