import type { Tx } from '../../../core/db/db.ts';
import type { Settings } from '../../../core/settings.ts';
import { queueMail } from '../../mails/mail.ts';
import { getSettings } from '../../settings/settings.service.ts';
import type { Account } from '../auth.queries.ts';
import { recordGuessesMailed } from './guessing.queries.ts';

/** After so many failures for one email each attempt waits, and the owner is notified. */
export const noticedFailures = 5;
const maxWaitSeconds = 30;
/** Who would wait longer behind the guesses of others is asked to try again later. */
export const maxQueueSeconds = 60;

/** 1, 2, 4 … 30 seconds: nobody who mistypes notices, and guessing comes to two attempts a minute. */
export const secondsToWait = (failures: number): number =>
  failures < noticedFailures ? 0 : Math.min(maxWaitSeconds, 2 ** (failures - noticedFailures));

/** Tells the owner that somebody is guessing their password; once a day, so that no guesser fills a mailbox. */
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
