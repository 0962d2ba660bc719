import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { auditPages } from './audit/routes.tsx';
import { authPages } from './auth/routes.tsx';
import { brandPages } from './brands/routes.tsx';
import { categoryPages } from './categories/routes.tsx';
import { clientKey } from './core/client-key.ts';
import type { ListSearch } from './core/list-search.ts';
import { loadScreen, type Page } from './core/pages.ts';
import { getSession } from './core/session.ts';
import { customerPages } from './customers/routes.tsx';
import { dashboardPages } from './dashboard/routes.tsx';
import { decryptPages } from './decrypt/routes.tsx';
import { dispatchPages } from './dispatch/routes.tsx';
import { driverAppPages } from './driver-app/routes.tsx';
import { driverPages } from './drivers/routes.tsx';
import { expiryPages } from './expiry/routes.tsx';
import { importPages } from './imports/routes.tsx';
import { inventoryPages } from './inventory/routes.tsx';
import { locationRatePages } from './locations/rates/routes.tsx';
import { locationPages } from './locations/routes.tsx';
import { mainOrderPages } from './main-orders/routes.tsx';
import { notificationPages } from './notifications/routes.tsx';
import { orderBulkPages } from './order-bulk/routes.tsx';
import { orderPages } from './orders/routes.tsx';
import { outboxPages } from './outbox/routes.tsx';
import { paymentPages } from './payments/routes.tsx';
import { pricePages } from './prices/routes.tsx';
import { productPages } from './products/routes.tsx';
import { profilePages } from './profile/routes.tsx';
import { recallPages } from './recalls/routes.tsx';
import { returnPages } from './returns/routes.tsx';
import { settingsPages } from './settings/routes.tsx';
import { stockCountPages } from './stock-counts/routes.tsx';
import { subProductPages } from './sub-products/routes.tsx';
import { taxPages } from './taxes/routes.tsx';
import { transferPages } from './transfers/routes.tsx';
import { ScreenProblem } from './ui/screen-problem.tsx';
import { userPages } from './users/routes.tsx';
import { vendorPages } from './vendors/routes.tsx';
import { webhookPages } from './webhooks/routes.tsx';

/** The site map: one line per feature. */
const pages: Page[] = [
  ...authPages,
  ...dashboardPages,
  ...brandPages,
  ...productPages,
  ...subProductPages,
  ...pricePages,
  ...categoryPages,
  ...taxPages,
  ...settingsPages,
  ...auditPages,
  ...importPages,
  ...orderPages,
  ...orderBulkPages,
  ...returnPages,
  ...mainOrderPages,
  ...paymentPages,
  ...dispatchPages,
  ...driverPages,
  ...driverAppPages,
  ...customerPages,
  ...inventoryPages,
  ...transferPages,
  ...stockCountPages,
  ...expiryPages,
  ...recallPages,
  ...notificationPages,
  ...locationPages,
  ...locationRatePages,
  ...vendorPages,
  ...webhookPages,
  ...userPages,
  ...profilePages,
  ...decryptPages,
  ...outboxPages,
];

const rootRoute = createRootRoute({
  component: Outlet,
  // The one guard: who is not signed in sees only what is for them. Permissions are asked by the shell,
  // which knows when they change under an open page.
  beforeLoad: ({ matches }) => {
    const page = matches.at(-1)?.staticData;
    if (!getSession()) {
      if (!page?.signedOut) throw redirect({ to: '/login', replace: true });
      return;
    }
    const isKnown = page?.title !== undefined;
    if (!isKnown || matches.at(-1)?.fullPath === '/login')
      throw redirect({ to: '/dashboard', replace: true });
  },
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});

/** Rows that come this soon are waited for: laying out a list twice takes longer. */
const soonMs = 120;
const soon = () => new Promise<void>((resolve) => setTimeout(resolve, soonMs));

/**
 * The rows are asked for beside the code that shows them; what goes wrong, the list itself will tell. The screen waits
 * until they have been asked for, as laying it out would hold the question back, and a moment for the answer.
 */
async function warm({ list, permission }: Page, search: ListSearch): Promise<void> {
  const session = getSession();
  const isAllowed = session && (!permission || session.permissions.has(permission));
  if (typeof list !== 'function' || !isAllowed) return;
  try {
    const [route, { warmList }] = await Promise.all([list(), import('./core/list-body.ts'), clientKey()]);
    await Promise.race([warmList(route, search), soon()]);
  } catch {
    // The screen comes by the same way, and says so.
  }
}

/** The list that the browser came to is asked for before anything is laid out. */
export function warmFirst(): void {
  const { pathname, search } = router.latestLocation;
  const page = pages.find(({ path }) => path === pathname);
  if (page) void warm(page, search);
}

const routeOf = (page: Page) =>
  createRoute({
    getParentRoute: () => (page.signedOut ? rootRoute : shellRoute),
    path: page.path,
    staticData: {
      title: page.title,
      permission: page.permission,
      userType: page.userType,
      signedOut: page.signedOut,
    },
    validateSearch: (raw: Record<string, unknown>): Record<string, unknown> =>
      page.list ? raw : (page.search?.(raw) ?? {}),
    loader: ({ location }) => warm(page, location.search),
    component: lazyRouteComponent(() => loadScreen(page)),
  });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    shellRoute.addChildren(pages.filter((page) => !page.signedOut).map(routeOf)),
    ...pages.filter((page) => page.signedOut).map(routeOf),
  ]),
  defaultPreload: 'intent',
  defaultPendingMs: 400,
  defaultErrorComponent: ScreenProblem,
  // Below a known path, as /orders/nothing; the guard sees the others.
  defaultNotFoundComponent: () => <Navigate to="/dashboard" replace />,
  scrollRestoration: true,
});
