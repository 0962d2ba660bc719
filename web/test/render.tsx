import type { Permission } from '@aisle/contract/permissions';
import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { notifyError } from '../src/core/notice.tsx';
import type { Screen } from '../src/core/pages/pages.ts';
import { startSession } from '../src/core/session/session.ts';
import { ConfirmDialog } from '../src/ui/feedback/confirm.tsx';
import { Toasts } from '../src/ui/feedback/toasts.tsx';
import { theme } from '../src/ui/theme/theme.ts';
import { ada, otherScreens } from './records.ts';

interface Around {
  /** The URL in the browser. */
  at?: string;
  /** The route of the page, if the URL contains parameters: `/orders/view/$id`. */
  page?: string;
  /** Other screens by path, for menus and links. Links are shown only to users who can open their screen. */
  screens?: Readonly<Record<string, Screen>>;
  permissions?: readonly Permission[];
  /** The page requires no sign-in and has no shell. */
  isPublic?: true;
  /** Uses a clock that only the test advances. */
  advanceTimers?: (ms: number) => unknown;
}

export type User = Awaited<ReturnType<typeof show>>['user'];

/** Renders content as in the app: with theme, URL, session, toasts and dialogs. */
export async function show(
  content: ReactNode,
  { at = '/', page, isPublic, screens = otherScreens, permissions = [], advanceTimers }: Around = {},
) {
  signIn(permissions);
  // A screen that reads its record from the URL unmounts when the URL changes.
  const root = createRootRoute({ component: page ? Outlet : () => content });
  const anywhere = createRoute({ getParentRoute: () => root, path: '$' });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell' });
  const paths = Object.entries(page ? { ...screens, [page]: undefined } : screens);
  const pages = paths.map(([path, staticData]) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      ...(staticData && { staticData }),
      ...(path === page && { component: () => content }),
    }),
  );
  const publicPage = createRoute({ getParentRoute: () => root, path: page ?? '-', component: () => content });
  const router = createRouter({
    routeTree: root.addChildren(isPublic ? [anywhere, publicPage] : [anywhere, shell.addChildren(pages)]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  // A response after the test must not show a message in the next one.
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const client = new QueryClient({
    mutationCache: new MutationCache({ onError: (error) => !isOver && notifyError(error.message) }),
    defaultOptions: { queries: { retry: false } },
  });
  const user = userEvent.setup(advanceTimers ? { advanceTimers: (ms) => void advanceTimers(ms) } : {});
  const shown = render(
    <MantineProvider theme={theme} withCssVariables={false} env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <ConfirmDialog />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return {
    ...shown,
    user: { ...user, ...gesturesOf(user) },
    /** Refetches a resource, as a live event does. */
    readAgain: (resource: string) => client.invalidateQueries({ queryKey: [resource] }),
    go: (to: string) => router.navigate({ to }),
    /** The path and the search of the current URL. */
    address: () => router.state.location.pathname,
    search: () => router.state.location.search as Record<string, unknown>,
  };
}

type Name = string | RegExp;

/** User actions that consist of several events. */
function gesturesOf(user: UserEvent) {
  const click = async (role: string, name: Name) => user.click(await screen.findByRole(role, { name }));
  return {
    type: typingWith(user),
    press: (name: Name) => click('button', name),
    /** Opens a menu by its button and selects an item. */
    async choose(menu: Name, item: Name) {
      await click('button', menu);
      await click('menuitem', item);
    },
    /** Opens the list of a field and selects an option. */
    async select(field: Name, option: Name) {
      await click('combobox', field);
      await click('option', option);
    },
    /** Answers a dialog with one of its buttons. */
    async answer(question: Name, button: Name) {
      const dialog = await screen.findByRole('dialog', { name: question });
      await user.click(within(dialog).getByRole('button', { name: button }));
    },
    /** Replaces the text of a field. */
    async retype(field: Name | Element, text: string) {
      const element = field instanceof Element ? field : await screen.findByRole('textbox', { name: field });
      await user.clear(element);
      if (text) await typingWith(user)(element, text);
    },
  };
}

/** Pastes all but the last character, because every key renders the whole page. Named keys are pressed individually. */
function typingWith(user: UserEvent): UserEvent['type'] {
  return async (element, text, options) => {
    if (text.length < 3 || /[{[]/.test(text) || options) return user.type(element, text, options);
    await user.click(element);
    await user.paste(text.slice(0, -1));
    await user.keyboard(text.slice(-1));
  };
}

export const hrefOf = (link: Element | null | undefined) => link?.getAttribute('href');

/** Gives elements a size until the test ends: the document has no layout, and a map without a size shows nothing. */
export function giveLayout() {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
}

/** Makes the screen as narrow as a phone until the test ends. */
export const narrowScreen = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

export function signIn(permissions: readonly Permission[], userId = 'person-1'): void {
  startSession('token-1', userId, [...permissions], ada);
}
