import { howMany } from '@aisle/contract/core/how-many';
import { Text } from '@mantine/core';
import { IconKey, IconLogout, IconProgress, IconUser } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { holdsAnything } from '../core/held-store.ts';
import { later } from '../core/later.ts';
import { useSignedIn } from '../core/session.ts';
import { signOut } from '../core/sign-out.ts';
import { confirm } from '../ui/confirm.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import classes from './shell.module.css';

const ThemeChoice = later(() => import('../ui/theme-choice.tsx').then((module) => module.ThemeChoice));
const ChangePassword = later(() =>
  import('../system/profile/change-password.tsx').then((module) => module.ChangePassword),
);

/** Held writes that a sign-out would lose. */
async function whatIsLost(): Promise<string> {
  if (!(await holdsAnything())) return '';
  const { heldWrites, outlivesSignOut } = await import('../core/held-writes.ts');
  const { length } = heldWrites();
  if (length === 0 || (await outlivesSignOut())) return '';
  return `${howMany(length, 'unsent change')} will be lost. You can choose to keep unsent changes in the queue. `;
}

export function UserMenu({ isNarrow }: { isNarrow: boolean }) {
  const { user } = useSignedIn();
  const [isChanging, setChanging] = useState(false);
  const name = `${user.firstName} ${user.lastName}`.trim();
  async function logout(): Promise<void> {
    const sure = await confirm({
      title: 'Logout',
      text: `${await whatIsLost()}Are you sure you want to logout?`,
      confirm: 'Confirm',
      cancel: 'Cancel',
    });
    if (sure) await signOut();
  }
  return (
    <>
      <MenuButton
        width={240}
        button={
          <button type="button" className={classes.person}>
            <span className={classes.initials} aria-hidden>
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
          { label: 'Logout', icon: IconLogout, onClick: () => void logout() },
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
