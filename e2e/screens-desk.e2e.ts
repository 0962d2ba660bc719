import { beforeAll, test } from 'vitest';
import { signInToApi } from './api.ts';
import { useBrowser } from './browser.ts';
import { type Known, makeSomethingOfEach } from './one-of-each.ts';
import { visitEveryScreen } from './screens.ts';

useBrowser();

let known: Known;
beforeAll(async () => {
  known = await makeSomethingOfEach(await signInToApi(), 'DESK', '+1 312 555 0161');
});

test('shows every screen correctly on a desktop, in the light and the dark theme', {
  timeout: 300_000,
}, async () => {
  await visitEveryScreen('desk', known);
});
