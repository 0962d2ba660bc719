import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { signIn } from '../../../test/render.tsx';
import { factorSetupPage, page, rootRoute, shellRoute, signedOutPage } from '../pages/pages.ts';
import { takeReturnAddress } from './landing.ts';
import { endSession, getSession, refreshSession } from './session.ts';

const nothing = () => Promise.resolve(() => null);
const tree = rootRoute.addChildren([
  shellRoute.addChildren([
    page({ path: '/dashboard', title: 'Dashboard', screen: nothing }),
    page({ path: '/orders', title: 'Orders', screen: nothing }),
  ]),
  factorSetupPage({ title: 'Set up a second factor', screen: nothing }),
  signedOutPage({ path: '/login', title: 'Sign in', screen: nothing }),
  signedOutPage({ path: '/d/$token', title: 'Trip', screen: nothing }),
]);

async function openAt(path: string): Promise<string> {
  const router = createRouter({
    routeTree: tree,
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  return router.state.location.pathname;
}
function mustSetUp(): void {
  refreshSession([], { ...getSession()!.user, mustSetUpFactor: true });
}

test.each(['/orders', '/dashboard', '/login', '/', '/no/such/place'])(
  'redirects from %s to the second-factor setup if it is required',
  async (path) => {
    signIn([]);
    mustSetUp();

    expect(await openAt(path)).toBe('/second-factor');
  },
);

test('opens a trip link even if the setup is required', async () => {
  signIn([]);
  mustSetUp();

  expect(await openAt('/d/abc')).toBe('/d/abc');
});

test("redirects away from the setup if it isn't required", async () => {
  expect(await openAt('/second-factor')).toBe('/login');
  signIn([]);
  expect(await openAt('/second-factor')).toBe('/dashboard');
});

test('remembers a link that was opened signed out, but not the start page', async () => {
  expect(await openAt('/orders?search=milk')).toBe('/login');
  expect(takeReturnAddress()).toBe('/orders?search=milk');
  expect(await openAt('/')).toBe('/login');
  expect(takeReturnAddress()).toBeUndefined();
});

test('forgets the page of a session that ended', async () => {
  signIn([]);
  const router = createRouter({
    routeTree: tree,
    history: createMemoryHistory({ initialEntries: ['/orders'] }),
  });
  await router.load();
  endSession();
  await router.invalidate();

  expect(router.state.location.pathname).toBe('/login');
  expect(takeReturnAddress()).toBeUndefined();
});
