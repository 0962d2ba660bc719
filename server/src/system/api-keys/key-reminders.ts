import { type Database, system, type Tx, transaction } from '../../core/db/db.ts';
import type { Services } from '../../core/services.ts';
import { queueMails } from '../mails/mail.ts';
import { getSettings } from '../settings/settings.service.ts';
import { claimEndingSoon, deleteOldKeyData, type EndingSoon, refreshKeyNotice } from './api-keys.queries.ts';

/** Days before the expiration. The shorter period comes first, so that no key gets both reminders at once. */
const reminders = [7, 30];

/** Emails creators daily about their keys and webhooks that expire soon, and deletes outdated data of keys. */
export const remindOfKeys = (db: Database, { settings }: Pick<Services, 'settings'>): Promise<void> =>
  transaction(db, system, async (tx) => {
    for (const days of reminders) {
      const ending = await claimEndingSoon(tx, days);
      await mailEnding(tx, `${settings.publicUrl}/settings`, ending);
    }
    // Keys that have expired since need no decision.
    await refreshKeyNotice(tx);
    await deleteOldKeyData(tx);
  });

async function mailEnding(tx: Tx, address: string, ending: readonly EndingSoon[]): Promise<void> {
  const { brandName } = await getSettings(tx);
  const mails = ending.flatMap(({ kind, name, expiresAt, recipients }) =>
    recipients.map((to) => ({
      to,
      subject: `${kind} ${name} expires soon`,
      text: `Hello,

The ${kind === 'Webhook' ? 'webhook' : kind} "${name}" of ${brandName} expires on ${dayOf(expiresAt)}.
${
  kind === 'Webhook'
    ? 'From then on, events are no longer sent. Edit it to choose a later date:'
    : 'From then on, programs that use it are refused. Create a new one and replace it\nbefore that day:'
}

${address}
`,
    })),
  );
  await queueMails(tx, mails);
}

/** Formats a day as in the US: 11/23/2026. */
const dayOf = (instant: string): string => {
  const [year, month, day] = new Date(instant).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};
