import type { ListSearch } from '@aisle/contract/core/list-search';
import type { Permission } from '@aisle/contract/permissions';
import {
  type AnyValidator,
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import type { ListRoute } from '../list-body.ts';
import { clientKey } from '../session/client-key.ts';
import { landingPath, returnTo } from '../session/landing.ts';
import { getSession, nameRecalled } from '../session/session.ts';
import { missingParts } from './screens.ts';

/** Properties of a screen that the router knows before the screen's code is loaded. */
export interface Screen {
  title: string;
  /** The required permission; without one, every signed-in user can open the screen. */
  permission?: Permission;
  /** Any of these permissions is sufficient as well. */
  orPermission?: readonly Permission[];
  /** Only for this type of user, regardless of permissions. */
  userType?: 'admin' | 'store';
  /** Not for users of single locations: the data belongs to the marketplace. */
  everywhere?: true;
  /** Only for users who aren't signed in. */
  signedOut?: true;
  /** The list whose rows are requested while the screen's code is loading. */
  list?: () => Promise<ListRoute>;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<Screen> {}
}

interface Page<Path, Search, Parts> extends Omit<Screen, 'signedOut'> {
  /** `$id` marks a parameter. */
  path: Path;
  /** Parses the URL's search; the type of its parameter restricts links to the screen. */
  search?: Search;
  screen: () => Promise<ComponentType<Parts>>;
  /** Parts of the screen that belong to higher domains; the router passes them as props. */
  parts?: () => Promise<Parts>;
}

/** Declares a screen of a feature. Its routes.tsx is in the initial bundle, so it imports no schema. */
export const page = <
  const Path extends string,
  Search extends AnyValidator = undefined,
  Parts extends object = object,
>({
  path,
  search,
  screen,
  parts,
  ...staticData
}: Page<Path, Search, Parts>) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    staticData,
    validateSearch: search as Search,
    loader: ({ location }) => warm(staticData, location.search),
    component: lazyRouteComponent(() => loadScreen(screen, parts)),
  });

/** Declares a screen for users who aren't signed in, outside the shell. */
export const signedOutPage = <const Path extends string>({
  path,
  title,
  screen,
}: Pick<Page<Path, undefined, object>, 'path' | 'title' | 'screen'>) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    staticData: { title, signedOut: true },
    component: lazyRouteComponent(() => loadScreen(screen)),
  });

/** The only screen of a session that has to set up a second factor first. */
const factorSetupPath = '/second-factor';

/** Declares the screen for signed-in users who can't open any other screen yet; it has no shell. */
export const factorSetupPage = ({
  title,
  screen,
}: Pick<Page<string, undefined, object>, 'title' | 'screen'>) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: factorSetupPath,
    staticData: { title },
    component: lazyRouteComponent(() => loadScreen(screen)),
  });

/** The maximum wait for rows, which is shorter than rendering a list twice. */
const soonMs = 120;
const soon = () => new Promise<void>((resolve) => setTimeout(resolve, soonMs));

/** The name of the user stored by an earlier page; waits for it no longer than for rows. */
const nameKnown = Promise.race([nameRecalled, soon()]);

export const rootRoute = createRootRoute({
  component: Outlet,
  // The only guard: users who aren't signed in can open only public screens. The shell checks permissions, because it notices
  // when they change while a page is open.
  beforeLoad: async ({ location, matches, cause }): Promise<void> => {
    await nameKnown;
    const screen = matches.at(-1)?.staticData;
    const session = getSession();
    if (!session) {
      if (screen?.signedOut) return;
      // A link that was opened signed out, such as one in an email, continues after signing in. Signing out starts over.
      if (cause === 'enter' && location.pathname !== '/') returnTo(location.href);
      throw redirect({ to: '/login', replace: true });
    }
    const { pathname } = location;
    if (session.user.mustSetUpFactor) {
      const isElsewhere = pathname === '/login' || !screen?.signedOut;
      if (isElsewhere && pathname !== factorSetupPath) throw redirect({ to: factorSetupPath, replace: true });
      return;
    }
    if (pathname === '/' || pathname === '/login' || pathname === factorSetupPath) {
      throw redirect({ to: landingPath(), replace: true });
    }
    if (screen?.title === undefined) throw redirect({ to: '/dashboard', replace: true });
  },
});

/** The frame around every screen; the router provides its component. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell' });

/**
 * Requests a list's rows while its code is loading; the list itself reports errors. The screen waits until the request is sent,
 * which layout would delay, and briefly for the response.
 */
export async function warm({ list, ...screen }: Partial<Screen>, search: ListSearch): Promise<void> {
  const session = getSession();
  const isAllowed = session && !session.user.mustSetUpFactor && missingParts(screen, session) === null;
  if (!list || !isAllowed) return;
  try {
    const [route, { prefetchList }] = await Promise.all([list(), import('../list-body.ts'), clientKey()]);
    await Promise.race([prefetchList(route, search), soon()]);
  } catch {
    // The screen sends the same request and reports its error.
  }
}

const chunkTimeoutMs = 120_000;
/** The specification requires this text. */
export const chunkFailed = 'Loading chunk failed';

/** Loads the code of a screen, with a timeout. */
async function loadScreen<Parts extends object>(
  screen: () => Promise<ComponentType<Parts>>,
  parts?: () => Promise<Parts>,
): Promise<{ default: ComponentType }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(chunkFailed)), chunkTimeoutMs);
  });
  try {
    const [Shown, props] = await Promise.race([Promise.all([screen(), parts?.()]), late]);
    return { default: () => createElement(Shown, props) };
  } catch (error) {
    throw new Error(chunkFailed, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
