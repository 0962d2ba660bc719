import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutSidebar, IconSearch } from '@tabler/icons-react';
import { Checking } from '../core/check.ts';
import { LocationSwitcher } from './location-switcher.tsx';
import { NotificationBell } from './notifications/notification-center.tsx';
import classes from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  isNarrow: boolean;
  isMenuHidden: boolean;
  onMenu: () => void;
  onFind: () => void;
}

const isMac = /mac/i.test(navigator.userAgent);

export function TopBar({ isNarrow, isMenuHidden, onMenu, onFind }: TopBarProps) {
  return (
    <div className={`row gap-2 ${classes.bar}`}>
      {!isNarrow && (
        <Tooltip label={isMenuHidden ? 'Show menu' : 'Hide menu'}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={isMenuHidden ? 'Show menu' : 'Hide menu'}
            onClick={onMenu}
          >
            <IconLayoutSidebar size={20} />
          </ActionIcon>
        </Tooltip>
      )}
      <button type="button" className={`row gap-2 min-w-0 secondary ${classes.find}`} onClick={onFind}>
        <IconSearch size={16} aria-hidden />
        <span className="grow truncate">Search or jump to…</span>
        {!isNarrow && <kbd className={classes.keys}>{isMac ? '⌘' : 'Ctrl '}K</kbd>}
      </button>
      <span className="grow" />
      <LocationSwitcher isNarrow={isNarrow} />
      <NotificationBell />
      <UserMenu isNarrow={isNarrow} />
      <Checking />
    </div>
  );
}
