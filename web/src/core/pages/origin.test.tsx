import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RegisteredRouter,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { originOf, rememberOrigins } from './origin.ts';

const lists = ['/orders/queue', '/orders', '/dashboard'];
const entryOf = (path: string) => lists.find((list) => path === list || path.startsWith(`${list}/`));

/** Visits the paths in sequence and returns the origin of the last one. */
async function originAfter(...paths: string[]): Promise<string | undefined> {
  const root = createRootRoute();
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '$' })]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [paths[0]!] }) });
  // The test's routes are not those of the app.
  const stop = rememberOrigins(router as unknown as RegisteredRouter, entryOf);
  await router.load();
  for (const to of paths.slice(1)) await router.navigate({ to } as never);
  stop();
  return originOf(paths.at(-1)!);
}

test.each([
  ['the list of another screen', ['/orders/queue', '/orders/view/1'], '/orders/queue'],
  [
    'a record opened from another one',
    ['/orders/queue', '/orders/view/2', '/orders/view/3'],
    '/orders/queue',
  ],
  ['nothing after its own list', ['/orders/queue', '/orders/view/4', '/orders', '/orders/view/4'], undefined],
  ['nothing after another area', ['/dashboard', '/orders/view/5'], undefined],
])('remembers %s', async (_, paths, origin) => {
  expect(await originAfter(...paths)).toBe(origin);
});
