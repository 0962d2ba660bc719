import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { LocationSwitcher } from '../location-switcher.tsx';
import { NotificationBell } from '../notifications/notification-center.tsx';
import { UserMenu } from '../user-menu.tsx';
import classes from './sidebar.module.css';

/** What the top bar has, at the foot of the menu for those who switched the bar off. */
export function SidebarAccount({ isNarrow, onFind }: { isNarrow: boolean; onFind: () => void }) {
  return (
    <div className={classes.account}>
      <div className={classes.tools}>
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
