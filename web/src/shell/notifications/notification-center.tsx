import { notificationRoutes } from '@aisle/contract/system/notifications';
import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { read } from '../../core/api.ts';
import { later } from '../../core/pages/lazy.ts';
import { capped } from '../menu/capped.ts';
import shellClasses from '../shell.module.css';

const NotificationDrawer = later(() =>
  import('./notification-drawer.tsx').then((module) => module.NotificationDrawer),
);
const everyMs = 60_000;

export function NotificationBell() {
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused');
  const query = useQuery({
    ...read(notificationRoutes.unread, {}),
    refetchInterval: everyMs,
    meta: { quiet: true },
  });
  const count = query.data?.unread ?? 0;
  return (
    <>
      <ActionIcon
        className={shellClasses.bell ?? ''}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={count > 0 ? `Notifications: ${capped(count)} unread` : 'Notifications'}
        onClick={() => setDrawer('open')}
      >
        <IconBell size={20} />
        {count > 0 && (
          <span className={shellClasses.count} aria-hidden>
            {capped(count)}
          </span>
        )}
      </ActionIcon>
      {drawer !== 'unused' && (
        <Suspense>
          <NotificationDrawer opened={drawer === 'open'} onClose={() => setDrawer('closed')} />
        </Suspense>
      )}
    </>
  );
}
