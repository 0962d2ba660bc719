import { randomBytes } from 'node:crypto';
import type { AuditAction } from '@aisle/contract/audit-sentences';
import { recordChange } from '../../../core/changes/record-change.ts';
import type { Context } from '../../../core/context.ts';
import { taken } from '../../../core/db/database-problems.ts';
import { afterCommit, type Tx } from '../../../core/db/db.ts';
import { hashToken } from '../../../core/http/actor.ts';
import { newId } from '../../../core/ids.ts';
import { problem } from '../../../core/problem.ts';
import type { Settings } from '../../../core/settings.ts';
import { queueMails } from '../../mails/mail.ts';
import { getSettings } from '../../settings/settings.service.ts';
import { deletePasswordTokens, deleteSessions } from '../auth.queries.ts';
import {
  type EmailChange,
  findToConfirm,
  findToStop,
  insertEmailChange,
  isEmailTaken,
  markConfirmed,
  markStopped,
  setEmail,
} from './email-changes.queries.ts';

const hoursToConfirm = 24;
/** Also applies after the new address was confirmed: the owner of the old one may read the notice late. */
const hoursToStop = 7 * 24;

interface Person {
  _id: string;
  email: string;
  firstName: string;
}
/** Short enough for one line of an email. */
const newToken = () => randomBytes(24).toString('base64url');

/** Emails a link to the new address, which confirms the change, and a notice to the old address, which can stop it. */
export async function requestEmailChange(
  { tx, actor, services }: Context,
  person: Person,
  newEmail: string,
): Promise<void> {
  if (await isEmailTaken(tx, newEmail)) throw taken('email', 'This email');
  const [confirm, stop] = [newToken(), newToken()];
  await insertEmailChange(tx, {
    id: newId(),
    user_id: person._id,
    old_email: person.email,
    new_email: newEmail,
    confirm_hash: hashToken(confirm),
    stop_hash: hashToken(stop),
    session_id: person._id === actor.userId ? actor.sessionId : null,
  });
  await mailBoth(tx, services.settings, { person, newEmail, confirm, stop });
  await recordChange(tx, actor, {
    action: 'emailChangeRequested',
    resource: 'users',
    recordId: person._id,
    before: { email: person.email },
    after: { email: newEmail },
  });
}

export const emailedLink = (email: string): string => `Saved. We've emailed a link to ${email} to confirm it`;

interface Links {
  person: Person;
  newEmail: string;
  confirm: string;
  stop: string;
}
async function mailBoth(
  tx: Tx,
  { publicUrl }: Settings,
  { person, newEmail, confirm, stop }: Links,
): Promise<void> {
  const { brandName } = await getSettings(tx);
  const toNew = `Hello ${person.firstName},

This address was entered as the new email of your ${brandName} account.
Confirm it here within 24 hours:

${publicUrl}/confirm-email/${confirm}

From then on you sign in with ${newEmail}. If this wasn't you,
ignore this email.
`;
  const toOld = `Hello ${person.firstName},

The email of your ${brandName} account is about to change to
${newEmail}. If that's right, you don't have to do anything.

If it isn't, keep this address here within 7 days, also if it has changed
by then, and set a new password afterwards:

${publicUrl}/keep-email/${stop}
`;
  await queueMails(tx, [
    { to: newEmail, subject: `Confirm your new email for ${brandName}`, text: toNew },
    { to: person.email, subject: `Your ${brandName} email is changing`, text: toOld },
  ]);
}

type Served = Pick<Context, 'tx' | 'services'>;

/** Handles the link in the new mailbox: the account gets the new email. */
export async function confirmEmail({ tx, services }: Served, token: string): Promise<{ email: string }> {
  const change = await findToConfirm(tx, hashToken(token), hoursToConfirm);
  if (!change) throw problem('auth.token-invalid');
  await markConfirmed(tx, change.id);
  await moveTo(tx, services, change, { email: change.newEmail, keptSession: change.sessionId });
  await auditMove(tx, change, { action: 'emailChanged', from: change.oldEmail, to: change.newEmail });
  return { email: change.newEmail };
}

/** Handles the link in the old mailbox: the account keeps its previous email, or gets it back. */
export async function restoreEmail({ tx, services }: Served, token: string): Promise<{ email: string }> {
  const change = await findToStop(tx, hashToken(token), hoursToStop);
  if (!change) throw problem('auth.token-invalid');
  await markStopped(tx, change);
  await moveTo(tx, services, change, { email: change.oldEmail, keptSession: null });
  await auditMove(tx, change, { action: 'emailChangeStopped', from: change.newEmail, to: change.oldEmail });
  return { email: change.oldEmail };
}

/** Links to the other address stop working, and all sessions end except the one that requested the change. */
async function moveTo(
  tx: Tx,
  services: Context['services'],
  { userId }: EmailChange,
  { email, keptSession }: { email: string; keptSession: string | null },
): Promise<void> {
  await setEmail(tx, userId, email);
  await deletePasswordTokens(tx, userId);
  await deleteSessions(tx, userId, keptSession);
  afterCommit(tx, () => services.actors.forgetAll());
}

/** Names the user as the actor, because only their mailbox has the link. */
const auditMove = (
  tx: Tx,
  change: EmailChange,
  { action, from, to }: { action: AuditAction<'users'>; from: string; to: string },
): Promise<void> =>
  recordChange(
    tx,
    { userId: change.userId, name: `${change.firstName} ${change.lastName}` },
    {
      action,
      resource: 'users',
      recordId: change.userId,
      before: { email: from },
      after: { email: to },
    },
  );
