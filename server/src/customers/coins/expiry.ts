import { formatDay } from '@aisle/contract/core/dates';
import { pluralize } from '@aisle/contract/core/pluralize';
import type { Database, Tx } from '../../core/db/db.ts';
import { systemWork } from '../../core/db/deadlock.ts';
import { queueMails } from '../../system/mails/mail.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { claimExpiring, type ExpiringCoins, expireLots } from './expiry.queries.ts';

/** Maximum number of lots per transaction, to keep locks short. */
const batchSize = 200;

/**
 * Expires coins whose last day is over in the marketplace's time zone, and emails customers a week before expiration. After a
 * missed night, the next call catches up.
 */
export async function expireCoins(db: Database): Promise<void> {
  while ((await systemWork(db, (tx) => expireLots(tx, batchSize))) > 0);
  while ((await systemWork(db, notifyExpiringCoins)) > 0);
}

async function notifyExpiringCoins(tx: Tx): Promise<number> {
  const customers = await claimExpiring(tx, batchSize);
  if (customers.length === 0) return 0;
  const { brandName } = await getSettings(tx);
  const mails = customers.flatMap((customer) => {
    const { email } = customer;
    return email === null ? [] : [{ to: email, ...textOf(customer, brandName) }];
  });
  await queueMails(tx, mails);
  return customers.length;
}

function textOf({ firstName, balance, days }: ExpiringCoins, brandName: string) {
  const all = days.reduce((sum, { coins }) => sum + coins, 0);
  const lines = days.map(({ day, coins }) => `${formatDay(day)}: ${pluralize(coins, 'coin')}`);
  return {
    subject: `${brandName}: ${pluralize(all, 'coin')} will expire soon`,
    text: [
      `Hi ${firstName},`,
      '',
      `${all === 1 ? 'One of your coins expires' : 'Some of your coins expire'} within a week. The last day to use them:`,
      ...lines,
      '',
      `You have ${pluralize(balance, 'coin')} in total.`,
      brandName,
      '',
    ].join('\n'),
  };
}
