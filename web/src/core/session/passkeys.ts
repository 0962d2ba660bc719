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

/** Browsers bind passkeys to a host name, so they don't work at an IP address. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname);

/** The reason why the device returned no passkey, as a message for the user. */
export class PasskeyProblem extends Error {}

/** Lets the device sign with a passkey; null if the user cancels. */
export const signWithPasskey = (options: PasskeyOptions): Promise<PasskeyAssertion | null> =>
  asking(async () => {
    const { startAuthentication } = await library();
    // The server creates them with the same library.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return (await startAuthentication({ optionsJSON })) as PasskeyAssertion;
  });

/** Lets the device create a passkey; null if the user cancels. */
export const createPasskey = (options: PasskeyOptions): Promise<PasskeyAttestation | null> =>
  asking(async () => {
    const { startRegistration } = await library();
    // Created with the same library as well.
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
