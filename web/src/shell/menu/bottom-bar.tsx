import { IconMenu2 } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import classes from '../shell.module.css';
import { useMenu } from '../use-screens.ts';
import { currentEntry } from './navigation.ts';

const most = [
  '/dashboard',
  '/orders/queue',
  '/orders',
  '/products',
  '/inventory',
  '/customers',
  '/brand',
] as const;

/** The three most important screens on a phone, and the menu. */
export function BottomBar({ onMenu }: { onMenu: () => void }) {
  const entries = useMenu().flatMap((area) => area.entries);
  const current = currentEntry(useLocation({ select: ({ pathname }) => pathname }));
  const tabs = most.flatMap((to) => entries.filter((entry) => entry.to === to)).slice(0, 3);
  return (
    <nav className={classes.bottom} aria-label="Most used">
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          // Without it, the router also marks all parent screens as current.
          activeOptions={{ exact: true }}
          className={`row justify-center grow secondary ${classes.tab}`}
          data-current={tab.to === current || undefined}
          aria-current={tab.to === current ? 'page' : undefined}
        >
          <tab.icon size={20} aria-hidden />
          {tab.label}
        </Link>
      ))}
      <button type="button" className={`row justify-center grow secondary ${classes.tab}`} onClick={onMenu}>
        <IconMenu2 size={20} aria-hidden />
        Menu
      </button>
    </nav>
  );
}
