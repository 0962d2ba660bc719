import type { Settings } from '@aisle/contract/system/settings';
import { userTypes } from '@aisle/contract/system/users/users';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { queueMail } from '../mails/mail.ts';
import { administratorEmails } from '../mails/mails.queries.ts';

const people = { admin: 'administrators', store: 'store users', others: 'other staff' };

/** Emails all administrators when sign-in becomes less protected, so that they notice an attacker. */
export async function mailIfLooser(
  tx: Tx,
  actor: Actor,
  { before, after }: { before: Settings; after: Settings },
): Promise<void> {
  const changes = loosened(before, after);
  if (changes.length === 0) return;
  const { brandName } = after;
  const text = `${actor.name} changed how ${brandName} protects sign-ins:

${changes.map((change) => `- ${change}`).join('\n')}

If this is a surprise, check the settings and the audit log, and change the
password of that account.
`;
  for (const to of await administratorEmails(tx)) {
    await queueMail(tx, { to, subject: `Sign-in protection of ${brandName} was relaxed`, text });
  }
}

function loosened(before: Settings, after: Settings): string[] {
  const factors = userTypes
    .filter((type) => before.secondFactorRequired[type] && !after.secondFactorRequired[type])
    .map((type) => `A second factor is no longer required of ${people[type]}`);
  const [was, is] = [before.captcha, after.captcha];
  const isLooser =
    is.afterFailuresOfEmail > was.afterFailuresOfEmail ||
    is.afterFailuresOfAddress > was.afterFailuresOfAddress ||
    is.windowMinutes < was.windowMinutes;
  return isLooser
    ? [...factors, 'The captcha appears after more failed sign-ins, or forgets them sooner']
    : factors;
}
