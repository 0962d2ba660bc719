import { hasEveryWord } from '@aisle/contract/core/fold-text';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { read } from '../../core/api.ts';
import { recentPages } from '../../core/pages/recent.ts';
import {
  type Destination,
  isPlain,
  missingParts,
  type PlainPath,
  useCanOpen,
} from '../../core/pages/screens.ts';
import { useSignedIn } from '../../core/session/session.ts';
import { useLocationChoice } from '../location-switcher.tsx';
import { confirmLogOut } from '../log-out.ts';
import { menu } from '../menu/navigation.ts';
import { useScreens } from '../use-screens.ts';

/** An entry of the palette: a link or an action. */
export interface Choice {
  group: string;
  label: string;
  hint?: string | undefined;
  /** The status of an order, with its usual label. */
  status?: string;
  /** Additional search words. */
  words?: string;
  to?: Destination;
  run?: () => void;
  /** Keeps the palette open afterwards. */
  staysOpen?: boolean;
}

interface Action {
  label: string;
  words?: string;
  to: Destination;
}
const actions: Action[] = [
  { label: 'New order', words: 'create add phone order', to: { to: '/orders/add' } },
  { label: 'Receive stock', words: 'inventory delivery goods in', to: { to: '/inventory/add' } },
  { label: 'New product', words: 'create add item', to: { to: '/products/add' } },
];
/** Found only by name; actions on an order start with choosing the order. */
const moreActions: Action[] = [
  {
    label: 'Refund an order',
    words: 'money back',
    to: { to: '/orders', search: { status: 'delivered' } },
  },
  {
    label: 'Start a return or replacement',
    words: 'exchange',
    to: { to: '/orders', search: { status: 'delivered' } },
  },
  { label: 'See failed refunds', to: { to: '/orders', search: { flag: 'refundFailed' } } },
  { label: 'See late orders', to: { to: '/orders', search: { flag: 'late' } } },
  { label: 'Transfer stock', to: { to: '/inventory/transfers/add' } },
];

/** Actions that work anywhere, if the user has the permission. */
export function useActions(hasText: boolean, onSwitchLocation: () => void): Choice[] {
  const canOpen = useCanOpen();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { canChoose } = useLocationChoice();
  const isDark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
  const going = (hasText ? [...actions, ...moreActions] : actions)
    .filter(({ to }) => canOpen(to.to))
    .map((action): Choice => ({ group: 'Actions', ...action }));
  return [
    ...going,
    {
      group: 'Actions',
      label: 'Switch theme',
      words: 'dark light mode',
      hint: colorScheme === 'auto' ? 'System' : undefined,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    ...(canChoose
      ? [
          {
            group: 'Actions',
            label: 'Switch location…',
            words: 'store',
            run: onSwitchLocation,
            staysOpen: true,
          },
        ]
      : []),
    ...(hasText
      ? [{ group: 'Actions', label: 'Logout', words: 'log sign out', run: () => void confirmLogOut() }]
      : []),
  ];
}

const maxRecent = 5;
/** The latest records; screens are listed below in any case. */
export function useRecent(): Choice[] {
  const { pathname } = useLocation();
  const screens: ReadonlySet<string> = new Set(useScreens().keys());
  return recentPages()
    .filter(({ path }) => path !== pathname && !screens.has(path))
    .slice(0, maxRecent)
    .map(({ path, title }) => ({ group: 'Recent', label: title, to: { to: path as PlainPath } }));
}

/** All screens that the user can open: first those of the menu, then others. */
export function useScreenChoices(): Choice[] {
  const screens = useScreens();
  const session = useSignedIn();
  const isDone = new Set<string>(actions.map(({ to }) => to.to));
  const inMenu = menu.flatMap(({ title, entries }) =>
    entries.flatMap(({ to, label, key }): Choice[] => {
      isDone.add(to);
      const screen = screens.get(to);
      if (!screen || missingParts(screen, session)) return [];
      return [{ group: title || 'Go to', label, words: title, hint: key && `g ${key}`, to: { to } }];
    }),
  );
  const others = [...screens].flatMap(([to, screen]): Choice[] => {
    if (isDone.has(to) || !isPlain(to) || screen.signedOut || missingParts(screen, session)) return [];
    return [{ group: 'More', label: screen.title, to: { to } }];
  });
  return [...inMenu, ...others];
}

/** The locations to switch to; for users of the whole marketplace, from a search on the server. */
export function useLocationChoices(text: string, isWanted: boolean): Choice[] {
  const { user } = useSignedIn();
  const { choose, isAmongAll } = useLocationChoice();
  const query = useQuery({
    ...read(locationRoutes.dropdown, { query: text.trim() ? { search: text.trim() } : {} }),
    enabled: isWanted && isAmongAll,
    meta: { quiet: true },
  });
  if (!isWanted) return [];
  const found = isAmongAll ? (query.data ?? []) : user.locations;
  return [
    { group: 'Switch location', label: 'All locations', run: () => choose(null) },
    ...found.map(
      (location): Choice => ({
        group: 'Switch location',
        label: location.name,
        run: () => choose(location),
      }),
    ),
  ];
}

/** Whether the name or its additional words contain every typed word. */
export function matchesWords({ label, words = '' }: Choice, text: string): boolean {
  return hasEveryWord(`${label} ${words}`, text);
}
