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
import { landingPath } from '../session/landing.ts';
import { getSession, nameRecalled } from '../session/session.ts';
import { missingParts } from './screens.ts';

/** What the router knows of a screen before its code is there. */
export interface Screen {
  title: string;
  /** Who may see it; without one, everybody signed in. */
  permission?: Permission;
  /** Any of these is enough as well. */
  orPermission?: readonly Permission[];
  /** Only this kind of user, whatever the permissions. */
  userType?: 'admin' | 'store';
  /** Not for people of single locations: its data are the marketplace's. */
  everywhere?: true;
  /** For those not signed in. */
  signedOut?: true;
  /** The list whose rows are requested while the screen's code is still on its way. */
  list?: () => Promise<ListRoute>;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<Screen> {}
}

interface Page<Path, Search, Parts> extends Omit<Screen, 'signedOut'> {
  /** `$id` is a parameter. */
  path: Path;
  /** Reads what the URL holds; its parameter says what a link may put there. */
  search?: Search;
  screen: () => Promise<ComponentType<Parts>>;
  /** What the screen shows of domains above its own: the router hands it in, as the screen's props. */
  parts?: () => Promise<Parts>;
}

/** Declares a screen of one feature. Its routes.tsx is part of the first load, so it imports no schema. */
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

/** Declares a screen for those who are not signed in: it is outside the shell. */
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

/** Where a session goes that may only set up a second factor. */
const factorSetupPath = '/second-factor';

/** Declares the one screen for somebody signed in who may see no other yet: it has no shell around it. */
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

/** How long to wait for rows: rendering a list twice takes longer. */
const soonMs = 120;
const soon = () => new Promise<void>((resolve) => setTimeout(resolve, soonMs));

/** Of the user of an earlier page: without it, nobody waits longer than for rows. */
const nameKnown = Promise.race([nameRecalled, soon()]);

export const rootRoute = createRootRoute({
  component: Outlet,
  // The one guard: who is not signed in sees only what is for them. The shell checks permissions, as it knows
  // when they change under an open page.
  beforeLoad: async ({ location, matches }): Promise<void> => {
    await nameKnown;
    const screen = matches.at(-1)?.staticData;
    const session = getSession();
    if (!session) {
      if (!screen?.signedOut) throw redirect({ to: '/login', replace: true });
      return;
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

/** The frame around every screen; the router hands in its component. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell' });

/**
 * Requests a list's rows beside the code that shows them; what goes wrong, the list itself will show. The screen waits
 * until the request is sent, as laying it out would hold it back, and a moment for the answer.
 */
export async function warm({ list, ...screen }: Partial<Screen>, search: ListSearch): Promise<void> {
  const session = getSession();
  const isAllowed = session && !session.user.mustSetUpFactor && missingParts(screen, session) === null;
  if (!list || !isAllowed) return;
  try {
    const [route, { warmList }] = await Promise.all([list(), import('../list-body.ts'), clientKey()]);
    await Promise.race([warmList(route, search), soon()]);
  } catch {
    // The screen comes by the same way, and says so.
  }
}

const chunkTimeoutMs = 120_000;
/** The specification gives this text. */
export const chunkFailed = 'Loading chunk failed';

/** Loads a screen's code, giving up after the time the product allows. */
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
