import type {
  Passkey,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyOptions,
} from '@aisle/contract/system/auth/second-factors';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Tx } from '../../../core/db/db.ts';
import { newId } from '../../../core/ids.ts';
import { problem } from '../../../core/problem.ts';
import type { Settings } from '../../../core/settings.ts';
import {
  type ChallengePurpose,
  findPasskey,
  insertChallenge,
  insertPasskey,
  passkeysOf,
  recordPasskeyUse,
  spendChallenge,
} from './factors.queries.ts';

// Loading takes half a second, so only servers whose users have passkeys load it.
const library = () => import('@simplewebauthn/server');

const maxPasskeys = 10;
/** EdDSA, ES256 and RS256: every Node version verifies them, unlike the newer ones that browsers offer. */
const algorithms = [-8, -7, -257];

interface RelyingParty {
  rpID: string;
  origin: string;
}
/** Browsers bind passkeys to the host name of the public address; an IP address has none. */
function relyingParty({ publicUrl }: Pick<Settings, 'publicUrl'>): RelyingParty {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  if (isAddress || !isSecure) throw problem('second-factors.no-passkeys-here');
  return { rpID: hostname, origin };
}

interface Asking {
  purpose: ChallengePurpose;
  /** Null: any user, with a passkey alone. */
  userId: string | null;
}

/** Creates a challenge for an authenticator to sign with one of the user's passkeys, or with any passkey of this host. */
export async function passkeyRequest(
  tx: Tx,
  settings: Settings,
  { purpose, userId }: Asking,
): Promise<PasskeyOptions> {
  const { rpID } = relyingParty(settings);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID,
    allowCredentials: userId ? credentialsOf(await passkeysOf(tx, userId)) : [],
    userVerification: purpose === 'signIn' ? 'required' : 'preferred',
  });
  await insertChallenge(tx, { challenge: options.challenge, purpose, userId });
  return { ...options };
}

const credentialsOf = (passkeys: { credentialId: string; transports: string[] }[]) =>
  passkeys.map(({ credentialId: id, transports }) => ({ id, transports }));

/** Returns the owner of the passkey that signed the challenge, or undefined if anything about it is wrong. */
export async function ownerOfAssertion(
  tx: Tx,
  settings: Settings,
  { purpose, userId }: Asking,
  response: PasskeyAssertion,
): Promise<string | undefined> {
  const { rpID, origin } = relyingParty(settings);
  const passkey = await findPasskey(tx, response.id);
  if (!passkey || (userId !== null && passkey.userId !== userId)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const checked = await verifyAuthenticationResponse({
    // The contract is slightly looser than the library's type.
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => spendChallenge(tx, { challenge, purpose, userId }),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: purpose === 'signIn',
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(notVerified);
  if (!checked.verified) return undefined;
  await recordPasskeyUse(tx, passkey.id, checked.authenticationInfo.newCounter);
  return passkey.userId;
}

interface Owner {
  id: string;
  email: string;
  name: string;
}
export async function passkeyCreation(
  tx: Tx,
  settings: Settings,
  { id, email, name }: Owner,
  brand: string,
): Promise<PasskeyOptions> {
  const { rpID } = relyingParty(settings);
  const passkeys = await mustHaveRoom(tx, id);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpID,
    rpName: brand,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: credentialsOf(passkeys),
    // Allows signing in with the passkey alone.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  await insertChallenge(tx, { challenge: options.challenge, purpose: 'register', userId: id });
  return { ...options };
}

export async function storePasskey(
  tx: Tx,
  settings: Settings,
  { userId, name }: { userId: string; name: string },
  response: PasskeyAttestation,
): Promise<Passkey> {
  const { rpID, origin } = relyingParty(settings);
  await mustHaveRoom(tx, userId);
  const { verifyRegistrationResponse } = await library();
  const checked = await verifyRegistrationResponse({
    // The contract is slightly looser than the library's type.
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => spendChallenge(tx, { challenge, purpose: 'register', userId }),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(notVerified);
  if (!checked.verified || (await findPasskey(tx, response.id))) throw problem('auth.passkey-wrong');
  const { credential } = checked.registrationInfo;
  const added = await insertPasskey(tx, {
    id: newId(),
    user_id: userId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    name,
  });
  return added;
}

async function mustHaveRoom(tx: Tx, userId: string) {
  const passkeys = await passkeysOf(tx, userId);
  if (passkeys.length >= maxPasskeys)
    throw problem('second-factors.too-many-passkeys', { most: maxPasskeys });
  return passkeys;
}

/** The library throws for any invalid passkey. Database errors are rethrown. */
function notVerified(error: unknown): { verified: false } {
  if (error instanceof Error && 'severity' in error) throw error;
  return { verified: false };
}
