import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../core/db/db.ts';
import { hashToken } from '../../../core/http/actor.ts';
import type { Settings } from '../../../core/settings.ts';
import { queueMail } from '../../mails/mail.ts';
import { getSettings } from '../../settings/settings.service.ts';
import { insertPasswordToken, linksOfLastHour, lockPasswordLinks } from '../auth.queries.ts';

const hoursOfReset = 1;
const hoursOfInvitation = 7 * 24;

export const maxLinksPerHour = 5;

/** Takes a lock, so that concurrent requests count too. */
export async function hasUnusedLink(tx: Tx, userId: string): Promise<boolean> {
  await lockPasswordLinks(tx, userId);
  return (await linksOfLastHour(tx, userId)) < maxLinksPerHour;
}

interface Recipient {
  id: string;
  email: string;
  firstName: string;
  /** False for users who have never signed in: their email is an invitation. */
  hasPassword: boolean;
}

/** Creates a link that sets a password once. Only its hash is stored. */
export async function makePasswordLink(
  tx: Tx,
  settings: Settings,
  { id, hasPassword }: Pick<Recipient, 'id' | 'hasPassword'>,
): Promise<string> {
  // Short enough for one line of an email: quoted-printable would break a longer link in two.
  const token = randomBytes(24).toString('base64url');
  await insertPasswordToken(tx, {
    tokenHash: hashToken(token),
    userId: id,
    kind: hasPassword ? 'reset' : 'invitation',
    hours: hasPassword ? hoursOfReset : hoursOfInvitation,
  });
  return `${settings.publicUrl}/set-password/${token}`;
}

/** Emails a link: an invitation to users without a password, a password reset to others. */
export async function mailPasswordLink(tx: Tx, settings: Settings, person: Recipient): Promise<void> {
  const link = await makePasswordLink(tx, settings, person);
  const { brandName } = await getSettings(tx);
  const { email: to, firstName } = person;
  await queueMail(tx, person.hasPassword ? resetMail() : invitationMail());

  function resetMail() {
    const text = `Hello ${firstName},

We got a request to set a new password for your ${brandName} account.
Choose one here within the next hour:

${link}

The link works once. If this wasn't you, ignore this email. Your password
won't change.
`;
    return { to, subject: `Set a new password for ${brandName}`, text };
  }

  function invitationMail() {
    const text = `Hello ${firstName},

You've been invited to the ${brandName} back office.
Choose a password here within the next 7 days:

${link}

The link works once. Sign in with ${to}.
`;
    return { to, subject: `Welcome to ${brandName}`, text };
  }
}
