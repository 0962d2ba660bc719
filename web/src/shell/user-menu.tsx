import { Menu, Text } from '@mantine/core';
import { IconKey, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { later } from '../core/later.ts';
import { useSignedIn } from '../core/session.ts';
import { signOut } from '../core/sign-out.ts';
import { confirm } from '../ui/confirm.tsx';
import classes from './shell.module.css';

const ThemeChoice = later(() => import('../ui/theme-choice.tsx').then((module) => module.ThemeChoice));
const ChangePassword = later(() =>
  import('../profile/change-password.tsx').then((module) => module.ChangePassword),
);

export function UserMenu({ isNarrow }: { isNarrow: boolean }) {
  const { user } = useSignedIn();
  const [isChanging, setChanging] = useState(false);
  const name = `${user.firstName} ${user.lastName}`.trim();
  async function logout(): Promise<void> {
    const sure = await confirm({
      title: 'Logout',
      text: 'Are you sure you want to logout?',
      confirm: 'Confirm',
      cancel: 'Cancel',
    });
    if (sure) await signOut();
  }
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <button type="button" className={classes.person}>
            <span className={classes.initials} aria-hidden>
              {(user.firstName.charAt(0) + user.lastName.charAt(0)).toUpperCase()}
            </span>
            <span className={isNarrow ? 'visually-hidden' : undefined}>{name}</span>
            <span className="visually-hidden">: account menu</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <div style={{ padding: '8px 12px' }}>
            <Text fw={500} truncate>
              {name}
            </Text>
            <Text size="sm" c="dimmed" truncate>
              {user.email}
            </Text>
          </div>
          <Menu.Divider />
          <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={16} stroke={1.5} />}>
            Profile
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={16} stroke={1.5} />} onClick={() => setChanging(true)}>
            Change Password
          </Menu.Item>
          <div style={{ padding: '8px 12px' }}>
            <Suspense fallback={<div style={{ height: 30 }} />}>
              <ThemeChoice fullWidth />
            </Suspense>
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} onClick={() => void logout()}>
            Logout
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isChanging && (
        <Suspense>
          <ChangePassword onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
