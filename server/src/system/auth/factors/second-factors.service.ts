import type { DataOf } from '@aisle/contract/core/route';
import type {
  NewPasskey,
  PasskeyOptions,
  SecondFactors,
  secondFactorRoutes,
} from '@aisle/contract/system/auth/second-factors';
import type { z } from 'zod';
import { audit } from '../../../core/audit.ts';
import type { Context } from '../../../core/context.ts';
import type { Tx } from '../../../core/db/db.ts';
import { totpContext } from '../../../core/db/seals/sealed-columns.ts';
import type { Seals } from '../../../core/db/seals/seals.ts';
import type { Actor } from '../../../core/http/actor.ts';
import { notFound, problem } from '../../../core/problem.ts';
import { getSettings } from '../../settings/settings.service.ts';
import { getAccount } from '../auth.queries.ts';
import { mustBeConfirmed } from '../confirmation.ts';
import {
  beginChange,
  codesForFirst,
  hasFactor,
  isFactorRequired,
  recordAddedFactor,
  recordRemovedFactor,
  storeFirstCodes,
} from './factor-changes.ts';
import { mailAboutFactors } from './factor-mails.ts';
import type { Desk as Opening } from './factor-proof.ts';
import {
  confirmApp,
  deleteApp,
  deletePasskey,
  factorsOf,
  findApp,
  passkeysOf,
  replaceRecoveryCodes,
  storePendingSecret,
} from './factors.queries.ts';
import { passkeyCreation, storePasskey } from './passkeys.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, qrCodeOf, totpStep, totpUri } from './totp.ts';

type Routes = typeof secondFactorRoutes;
/** Opens transactions around hashing recovery codes, so that hashing holds no connection. */
type Desk = Opening & { actor: Actor };

const appName = 'Authenticator app';

export async function showSecondFactors({ tx, actor }: Context): Promise<SecondFactors> {
  const userId = actor.userId!;
  const { totpSince, recoveryCodesLeft } = await factorsOf(tx, userId);
  const passkeys = await passkeysOf(tx, userId);
  return {
    isRequired: await isFactorRequired(tx, actor.userType),
    totpSince,
    passkeys: passkeys.map(({ _id, name, createdAt, lastUsedAt }) => ({ _id, name, createdAt, lastUsedAt })),
    recoveryCodesLeft,
  };
}

// ── the authenticator app ──

export async function startTotp({
  inTransaction,
  actor,
  services,
}: Desk): Promise<DataOf<Routes['startTotp']>> {
  const secret = newTotpSecret();
  const uri = await inTransaction(async (tx) => {
    const userId = await beginChange({ tx, actor });
    const { email } = await getAccount(tx, userId);
    const { brandName } = await getSettings(tx);
    await storePendingSecret(tx, userId, services.seals.seal(secret, totpContext(userId)));
    return totpUri(secret, brandName, email);
  });
  return { secret, uri, qrCode: await qrCodeOf(uri) };
}

/** The code that sets up an app is used up, so that an onlooker can't sign in with it. */
export async function confirmTotp(
  { inTransaction, actor, services }: Desk,
  code: string,
): Promise<DataOf<Routes['confirmTotp']>> {
  const userId = actor.userId!;
  const isFirst = await inTransaction(async (tx) => {
    await mustBeConfirmed(tx, actor);
    await mustFitPending(tx, services.seals, userId, code);
    return !(await hasFactor(tx, userId));
  });
  const made = await codesForFirst(isFirst);
  return inTransaction(async (tx) => {
    await beginChange({ tx, actor });
    const step = await mustFitPending(tx, services.seals, userId, code);
    const recoveryCodes = await storeFirstCodes(tx, userId, made);
    await confirmApp(tx, userId, step);
    await recordAddedFactor({ tx, actor, services }, appName);
    return { recoveryCodes };
  });
}

/** Returns the time step of a code of the app that is being set up. */
async function mustFitPending(tx: Tx, seals: Seals, userId: string, code: string): Promise<number> {
  const pending = (await findApp(tx, userId))?.pendingSecret;
  const step = pending && totpStep(seals.open(pending, totpContext(userId)), code);
  if (step) return step;
  const { message } = problem('auth.code-wrong');
  throw problem('auth.code-wrong', {}, { fields: [{ path: 'code', message }] });
}

export async function removeTotp(context: Context): Promise<Record<string, never>> {
  const { tx } = context;
  const userId = await beginChange(context);
  if (!(await findApp(tx, userId))?.secret) throw notFound(appName);
  await deleteApp(tx, userId);
  await recordRemovedFactor(context, appName);
  return {};
}

// ── recovery codes ──

export async function newRecoveryCodes({
  inTransaction,
  actor,
}: Desk): Promise<DataOf<Routes['newRecoveryCodes']>> {
  const begin = async (tx: Tx): Promise<string> => {
    const userId = await beginChange({ tx, actor });
    if (!(await hasFactor(tx, userId))) throw problem('second-factors.none');
    return userId;
  };
  await inTransaction(begin);
  const { codes, kept } = await makeRecoveryCodes();
  return inTransaction(async (tx) => {
    const userId = await begin(tx);
    await replaceRecoveryCodes(tx, userId, kept);
    await audit(tx, actor, { action: 'new-recovery-codes', resource: 'users', recordId: userId });
    await mailAboutFactors(tx, await getAccount(tx, userId), { what: 'newCodes' });
    return { recoveryCodes: codes };
  });
}

// ── passkeys ──

export async function startPasskey({ tx, actor, services }: Context): Promise<PasskeyOptions> {
  const id = await beginChange({ tx, actor });
  const { email } = await getAccount(tx, id);
  const { brandName } = await getSettings(tx);
  return passkeyCreation(tx, services.settings, { id, email, name: actor.name }, brandName);
}

export async function addPasskey(
  { inTransaction, actor, services }: Desk,
  { name, response }: z.infer<typeof NewPasskey>,
): Promise<DataOf<Routes['addPasskey']>> {
  const userId = actor.userId!;
  const isFirst = await inTransaction(async (tx) => {
    await mustBeConfirmed(tx, actor);
    return !(await hasFactor(tx, userId));
  });
  const made = await codesForFirst(isFirst);
  return inTransaction(async (tx) => {
    await beginChange({ tx, actor });
    const recoveryCodes = await storeFirstCodes(tx, userId, made);
    const passkey = await storePasskey(tx, services.settings, { userId, name }, response);
    await recordAddedFactor({ tx, actor, services }, `Passkey ${name}`);
    return { recoveryCodes, passkey };
  });
}

export async function removePasskey(context: Context, id: string): Promise<{ _id: string }> {
  const { tx } = context;
  const userId = await beginChange(context);
  const name = await deletePasskey(tx, userId, id);
  if (name === undefined) throw notFound('Passkey');
  await recordRemovedFactor(context, `Passkey ${name}`);
  return { _id: id };
}
