import type { Tx } from '../../../core/db/db.ts';
import type { Settings } from '../../../core/settings.ts';
import { queueMail } from '../../mails/mail.ts';
import { getSettings } from '../../settings/settings.service.ts';
import type { Account } from '../auth.queries.ts';
import { recordGuessesMailed } from './guessing.queries.ts';

/** From this number of failures for one email, each attempt waits and the owner is notified. */
export const noticedFailures = 5;
const maxWaitSeconds = 30;
/** Attempts that would wait longer behind other guesses are asked to try again later. */
export const maxQueueSeconds = 60;

/** 1, 2, 4 … 30 seconds: users who mistype don't notice, and guessing is limited to two attempts a minute. */
export const secondsToWait = (failures: number): number =>
  failures < noticedFailures ? 0 : Math.min(maxWaitSeconds, 2 ** (failures - noticedFailures));

/** Notifies the owner that someone is guessing their password, at most once a day so that it doesn't flood their mailbox. */
export async function mailGuesses(tx: Tx, { publicUrl }: Settings, account: Account): Promise<void> {
  if (!(await recordGuessesMailed(tx, account.id))) return;
  const { brandName } = await getSettings(tx);
  const text = `Hello ${account.first_name},

Someone tried to sign in to your ${brandName} account several times with a
wrong password. They haven't gotten in.

If this was you, you can set a new password here:

${publicUrl}/login

If it wasn't, you don't have to do anything. Each further attempt has to wait
longer. Tell an administrator if you get this email again.
`;
  await queueMail(tx, { to: account.email, subject: `Failed sign-ins to ${brandName}`, text });
}
