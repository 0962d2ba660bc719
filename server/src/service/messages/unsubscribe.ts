import type { Unsubscribe } from '@aisle/contract/service/messages';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Context } from '../../core/context.ts';
import { mustFind } from '../../core/problem.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { readLinkToken } from './link-token.ts';
import { findSubscriber, withdrawConsent } from './unsubscribe.queries.ts';

type Outside = Pick<Context, 'tx' | 'services'>;

export async function showSubscription({ tx, services }: Outside, token: string): Promise<Unsubscribe> {
  const { customerId } = readLinkToken(services.unsubscribeKey, 'unsubscribe', token);
  const { email, subscribed } = mustFind(await findSubscriber(tx, customerId), 'This link');
  const { brandName } = await getSettings(tx);
  return { brandName, email: email && masked(email), subscribed };
}

/** Repeated calls are fine, because mail programs repeat requests. */
export async function unsubscribe({ tx, services }: Outside, token: string): Promise<Unsubscribe> {
  const { customerId, messageId } = readLinkToken(services.unsubscribeKey, 'unsubscribe', token);
  if (await withdrawConsent(tx, customerId, messageId)) {
    await recordChange(
      tx,
      { userId: null, name: 'Customer' },
      {
        action: 'unsubscribe',
        resource: 'customers',
        recordId: customerId,
        before: { marketingConsent: true },
        after: { marketingConsent: false },
      },
    );
  }
  return showSubscription({ tx, services }, token);
}

/** "a•••@shoppers.example" */
const masked = (email: string) => email.replace(/^(.)[^@]*/, '$1•••');
