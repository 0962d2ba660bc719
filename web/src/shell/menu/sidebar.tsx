import { shellRoutes, type WorkCount } from '@aisle/contract/overview/shell';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronsLeft, IconChevronsRight, IconSearch } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { read } from '../../core/api.ts';
import { useLiveTopic } from '../../core/events.ts';
import { lastSearch } from '../../core/pages/last-list.ts';
import { useBrand } from '../../core/session/installation.ts';
import { LocationSwitcher } from '../location-switcher.tsx';
import { NotificationBell } from '../notifications/notification-center.tsx';
import { useMenu } from '../use-screens.ts';
import { UserMenu } from '../user-menu.tsx';
import { capped } from './capped.ts';
import { currentEntry, type NavEntry } from './navigation.ts';
import classes from './sidebar.module.css';

interface SidebarProps {
  /** Shows only icons. */
  isNarrow: boolean;
  onNarrow?: (isNarrow: boolean) => void;
  /** Called after a click, to close the drawer that contains the menu. */
  onGo?: () => void;
  /** Set without a top bar: the menu then contains search, notifications and the account menu. */
  onFind?: () => void;
}

export function Sidebar({ isNarrow, onNarrow, onGo, onFind }: SidebarProps) {
  const areas = useMenu();
  const counts = useWorkCounts();
  const brand = useBrand();
  const current = currentEntry(useLocation({ select: ({ pathname }) => pathname }));
  return (
    <nav className={classes.sidebar} data-narrow={isNarrow || undefined} aria-label="Main menu">
      <Link
        to="/dashboard"
        className={`row flex-none text-md bold nowrap ${classes.brand}`}
        {...(onGo && { onClick: onGo })}
      >
        <img src="/icon.svg" alt="" width={28} height={28} />
        {isNarrow ? <span className="visually-hidden">{brand}</span> : <span>{brand}</span>}
      </Link>
      <div className={classes.areas}>
        {areas.map(({ title, entries }) => (
          <div key={title} className={classes.area}>
            {title && !isNarrow && (
              <p className={`m-0 mb-1 text-xs medium secondary ${classes.title}`}>{title}</p>
            )}
            <ul className={`plain-list column ${classes.entries}`} aria-label={title || 'Start'}>
              {entries.map((entry) => (
                <li key={entry.to}>
                  <Entry
                    entry={entry}
                    waiting={entry.count && counts[entry.count.name]}
                    isNarrow={isNarrow}
                    isCurrent={entry.to === current}
                    onGo={onGo}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {onFind && <SidebarAccount isNarrow={isNarrow} onFind={onFind} />}
      {onNarrow && (
        <Tooltip label={isNarrow ? 'Expand menu' : 'Collapse menu'} position="right">
          <ActionIcon
            className={classes.fold ?? ''}
            variant="subtle"
            color="gray"
            size={32}
            aria-label={isNarrow ? 'Expand menu' : 'Collapse menu'}
            onClick={() => onNarrow(!isNarrow)}
          >
            {isNarrow ? <IconChevronsRight size={16} /> : <IconChevronsLeft size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </nav>
  );
}

/** Scrolls to the current screen, which could be out of view after a reload if the menu is longer than the window. */
const scrollIntoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest' });

interface EntryProps {
  entry: NavEntry;
  /** The number of open tasks. */
  waiting: number | undefined;
  isNarrow: boolean;
  isCurrent: boolean;
  onGo: (() => void) | undefined;
}
function Entry({ entry, waiting = 0, isNarrow, isCurrent, onGo }: EntryProps) {
  const left = lastSearch(entry.to);
  const isFresh = Object.keys(left).length === 0;
  const count = waiting > 0 && entry.count ? `${capped(waiting)} ${entry.count.means}` : undefined;
  const link = (
    <Link
      to={entry.to}
      // Without it, the router also marks all parent screens as current.
      activeOptions={{ exact: true }}
      // Links restore a list's previous state; clicking the link of the current list resets it.
      search={isCurrent ? {} : isFresh && count && entry.count?.search ? entry.count.search : left}
      className={`row text-md ${classes.entry}`}
      ref={isCurrent ? scrollIntoView : null}
      data-current={isCurrent || undefined}
      aria-current={isCurrent ? 'page' : undefined}
      {...(isNarrow && { 'aria-label': entry.label })}
      {...(count && { 'aria-description': count })}
      {...(onGo && { onClick: onGo })}
    >
      <entry.icon size={20} aria-hidden />
      {!isNarrow && <span>{entry.label}</span>}
      {count && (
        <span className={`ml-auto text-xs medium secondary tabular ${classes.count}`} aria-hidden>
          {capped(waiting)}
        </span>
      )}
    </Link>
  );
  // About forty tooltips would cost a page more than all its rows, so they are rendered only when names are hidden.
  if (!isNarrow) return link;
  return (
    <Tooltip label={count ? `${entry.label}: ${count}` : entry.label} position="right" openDelay={100}>
      {link}
    </Tooltip>
  );
}

/** The contents of the top bar at the end of the menu, for users who turned the bar off. */
function SidebarAccount({ isNarrow, onFind }: { isNarrow: boolean; onFind: () => void }) {
  return (
    <div className={classes.account}>
      <div className={`flex gap-1 ${classes.tools}`}>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Search or jump to" onClick={onFind}>
          <IconSearch size={20} />
        </ActionIcon>
        <LocationSwitcher isNarrow />
        <NotificationBell />
      </div>
      <UserMenu isNarrow={isNarrow} />
    </div>
  );
}

const everyMs = 60_000;
/** A busy shop has many events: the counts reload at most this often. */
const countsPauseMs = 3000;

/** The live counts of open tasks. */
function useWorkCounts(): Partial<Record<WorkCount, number>> {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const countSoon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['shell'] });
    }, countsPauseMs);
  }, [client]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveTopic('orders', countSoon);
  useLiveTopic('stock', countSoon);
  useLiveTopic('support', countSoon);
  const query = useQuery({
    ...read(shellRoutes.counts, {}),
    refetchInterval: everyMs,
    meta: { quiet: true },
  });
  return query.data ?? {};
}
