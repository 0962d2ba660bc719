import type { UserType } from '@aisle/contract/system/users/users';
import { audit } from '../../../core/audit.ts';
import type { Context } from '../../../core/context.ts';
import { afterCommit, type Tx } from '../../../core/db/db.ts';
import { problem } from '../../../core/problem.ts';
import { getSettings } from '../../settings/settings.service.ts';
import { getAccount, liftSetupOnly } from '../auth.queries.ts';
import { mustBeConfirmed } from '../confirmation.ts';
import { mailAboutFactors } from './factor-mails.ts';
import {
  deleteRecoveryCodes,
  factorsOf,
  kindsOf,
  lockFactors,
  replaceRecoveryCodes,
} from './factors.queries.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

/** Context of a user's change to their own factors. */
export type Change = Pick<Context, 'tx' | 'actor' | 'services'>;

export async function isFactorRequired(tx: Tx, userType: string): Promise<boolean> {
  const { secondFactorRequired } = await getSettings(tx);
  return secondFactorRequired[userType as UserType];
}

/** An unlocked screen isn't enough to change who can sign in. */
export async function beginChange({ tx, actor }: Pick<Change, 'tx' | 'actor'>): Promise<string> {
  await mustBeConfirmed(tx, actor);
  await lockFactors(tx, actor.userId!);
  return actor.userId!;
}

export async function hasFactor(tx: Tx, userId: string): Promise<boolean> {
  return kindsOf(await factorsOf(tx, userId)).length > 0;
}

type MadeCodes = Awaited<ReturnType<typeof makeRecoveryCodes>>;
/** Made before the transaction that stores them, because hashing is slow. Null if the user already has a factor. */
export const codesForFirst = async (isFirst: boolean): Promise<MadeCodes | null> =>
  isFirst ? makeRecoveryCodes() : null;

/** Stores the codes with the first factor and returns them to show once. Called before the factor is added. */
export async function storeFirstCodes(
  tx: Tx,
  userId: string,
  made: MadeCodes | null,
): Promise<string[] | null> {
  if (!made || (await hasFactor(tx, userId))) return null;
  await replaceRecoveryCodes(tx, userId, made.kept);
  return made.codes;
}

export async function recordAddedFactor({ tx, actor, services }: Change, factor: string): Promise<void> {
  const userId = actor.userId!;
  // The user's other sessions that could only set up a factor have to sign in with it.
  await liftSetupOnly(tx, userId, actor.sessionId!);
  await audit(tx, actor, {
    action: 'add-second-factor',
    resource: 'users',
    recordId: userId,
    after: { factor },
  });
  await mailAboutFactors(tx, await getAccount(tx, userId), { what: 'added', factor });
  afterCommit(tx, () => services.actors.forgetAll());
}

/** Refuses to leave a user without a factor if they need one. */
export async function recordRemovedFactor({ tx, actor }: Change, factor: string): Promise<void> {
  const userId = actor.userId!;
  if (!(await hasFactor(tx, userId))) {
    if (await isFactorRequired(tx, actor.userType)) throw problem('second-factors.required');
    await deleteRecoveryCodes(tx, userId);
  }
  await audit(tx, actor, {
    action: 'remove-second-factor',
    resource: 'users',
    recordId: userId,
    before: { factor },
  });
  await mailAboutFactors(tx, await getAccount(tx, userId), { what: 'removed', factor });
}
