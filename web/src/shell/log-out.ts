import { howMany } from '@aisle/contract/core/how-many';
import { holdsAnything } from '../core/offline/held-store.ts';
import { signOut } from '../core/session/sign-out.ts';
import { confirm } from '../ui/feedback/confirm.tsx';

/** Held writes that a sign-out would lose. */
async function whatIsLost(): Promise<string> {
  if (!(await holdsAnything())) return '';
  const { heldWrites, outlivesSignOut } = await import('../core/offline/held-writes.ts');
  const { length } = heldWrites();
  if (length === 0 || (await outlivesSignOut())) return '';
  return `${howMany(length, 'unsent change')} will be lost. You can choose to keep unfinished work in your profile. `;
}

/** Ends the session once the person is sure. */
export async function askToLogOut(): Promise<void> {
  const sure = await confirm({
    title: 'Logout',
    text: `${await whatIsLost()}Are you sure you want to logout?`,
    confirm: 'Confirm',
    cancel: 'Cancel',
  });
  if (sure) await signOut();
}
