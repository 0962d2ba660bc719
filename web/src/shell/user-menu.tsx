import { fullName } from '@aisle/contract/core/full-name';
import { Text } from '@mantine/core';
import { IconKey, IconLogout, IconProgress, IconUser } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { later } from '../core/pages/lazy.ts';
import { useSignedIn } from '../core/session/session.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { confirmLogOut } from './log-out.ts';
import classes from './shell.module.css';

const ThemeChoice = later(() => import('../ui/theme/theme-choice.tsx').then((module) => module.ThemeChoice));
const ChangePassword = later(() =>
  import('../system/profile/change-password.tsx').then((module) => module.ChangePassword),
);

export function UserMenu({ isNarrow }: { isNarrow: boolean }) {
  const { user } = useSignedIn();
  const [isChanging, setChanging] = useState(false);
  const name = fullName(user);
  return (
    <>
      <MenuButton
        width={240}
        button={
          <button type="button" className={`row gap-2 nowrap plain-button text-sm medium ${classes.person}`}>
            <span className={`inline-row justify-center text-xs bold ${classes.initials}`} aria-hidden>
              {(user.firstName.charAt(0) + user.lastName.charAt(0)).toUpperCase()}
            </span>
            <span className={isNarrow ? 'visually-hidden' : undefined}>{name}</span>
            <span className="visually-hidden">: account menu</span>
          </button>
        }
        entries={[
          {
            content: (
              <>
                <Text fw={500} truncate>
                  {name}
                </Text>
                <Text size="sm" c="dimmed" truncate>
                  {user.email}
                </Text>
              </>
            ),
          },
          'divider',
          { label: 'Profile', to: { to: '/profile' }, icon: IconUser },
          { label: 'Jobs', to: { to: '/jobs' }, icon: IconProgress },
          { label: 'Change Password', icon: IconKey, onClick: () => setChanging(true) },
          {
            content: (
              <Suspense fallback={<div style={{ height: 30 }} />}>
                <ThemeChoice fullWidth />
              </Suspense>
            ),
          },
          'divider',
          { label: 'Logout', icon: IconLogout, onClick: () => void confirmLogOut() },
        ]}
      />
      {isChanging && (
        <Suspense>
          <ChangePassword onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
