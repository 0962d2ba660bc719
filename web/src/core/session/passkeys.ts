import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyOptions,
} from '@aisle/contract/system/auth/second-factors';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

const library = () => import('@simplewebauthn/browser');

/** Browsers bind passkeys to a host name: at the address of a machine there are none. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname);

/** Why a device gave no passkey, for the person at it. */
export class PasskeyProblem extends Error {}

/** Lets the device sign with a passkey; null when the person cancels. */
export const signWithPasskey = (options: PasskeyOptions): Promise<PasskeyAssertion | null> =>
  asking(async () => {
    const { startAuthentication } = await library();
    // The server makes them with the same library.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return (await startAuthentication({ optionsJSON })) as PasskeyAssertion;
  });

/** Lets the device create a passkey; null when the person cancels. */
export const createPasskey = (options: PasskeyOptions): Promise<PasskeyAttestation | null> =>
  asking(async () => {
    const { startRegistration } = await library();
    // Made by the same library, too.
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return (await startRegistration({ optionsJSON })) as PasskeyAttestation;
  });

async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    throw new PasskeyProblem(problems[name] ?? "Your device couldn't use a passkey. Try another way", {
      cause: error,
    });
  }
}

const problems: Record<string, string> = {
  SecurityError: "Passkeys don't work at this address. Open Aisle at its public address",
  InvalidStateError: 'This device already has a passkey for your account',
};
