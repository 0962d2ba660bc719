import { pluralize } from '@aisle/contract/core/pluralize';
import { hasStoredData } from '../core/offline/browser-store.ts';
import { signOut } from '../core/session/sign-out.ts';
import { confirm } from '../ui/feedback/confirm.tsx';

/** Queued writes that would be lost by signing out. */
async function unsavedWork(): Promise<string> {
  if (!(await hasStoredData())) return '';
  const { queuedWrites, outlivesSignOut } = await import('../core/offline/write-queue.ts');
  const { length } = queuedWrites();
  if (length === 0 || (await outlivesSignOut())) return '';
  return `${pluralize(length, 'unsent change')} will be lost. You can choose to keep unfinished work in your profile. `;
}

/** Ends the session after confirmation. */
export async function confirmLogOut(): Promise<void> {
  const sure = await confirm({
    title: 'Logout',
    text: `${await unsavedWork()}Are you sure you want to logout?`,
    confirm: 'Confirm',
    cancel: 'Cancel',
  });
  if (sure) await signOut();
}
