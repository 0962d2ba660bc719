import { fieldErrors } from '@aisle/contract/core/envelope';
import {
  authRoutes,
  CaptchaChallenge,
  Login,
  type SecondFactorAnswer,
  SecondFactorChallenge,
  type SignedIn,
} from '@aisle/contract/system/auth/auth';
import { call } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { notifyError } from '../../core/notice.tsx';
import { resumePerson } from '../../core/offline/browser-store.ts';
import { loadPreferences } from '../../core/preferences/user-preferences-sync.ts';
import { returnTo, takeReturnAddress } from '../../core/session/landing.ts';
import { PasskeyProblem, signWithPasskey } from '../../core/session/passkeys.ts';
import { interruptedAt, startSession } from '../../core/session/session.ts';

type SignInResult =
  | { signedIn: true }
  | {
      signedIn: false;
      errors: Record<string, string>;
      /** The message for a wrong email or password, also shown in a toast. */
      mismatch?: string | undefined;
      captcha?: string;
      /** The password was correct, and a second factor is required. */
      secondFactor?: SecondFactorChallenge;
    };

/** Signs in, and reports a rejection in a toast. Returns the errors of fields, and the next challenge of the server. */
export async function signIn(typed: { email: string; password: string }): Promise<SignInResult> {
  const login = Login.safeParse(typed);
  if (!login.success) return { signedIn: false, errors: byPath(fieldErrors(login.error)) };
  try {
    await begin(await call(authRoutes.login, { body: login.data }));
    return { signedIn: true };
  } catch (error) {
    if (!isApiError(error)) throw error;
    const secondFactor = SecondFactorChallenge.safeParse(error.data);
    if (secondFactor.success) return { signedIn: false, errors: {}, secondFactor: secondFactor.data };
    notifyError(error.message);
    const challenge = CaptchaChallenge.safeParse(error.data);
    const errors = byPath(error.fields);
    const mismatch = error.code === 'auth.sign-in-failed' ? error.message : undefined;
    const refusal = { signedIn: false, errors, mismatch } as const;
    return challenge.success ? { ...refusal, captcha: challenge.data.captchaCode } : refusal;
  }
}

/** Completes a sign-in with a second factor. Throws if the factor is rejected. */
export const completeSignIn = async (answer: SecondFactorAnswer): Promise<void> =>
  begin(await call(authRoutes.secondFactor, { body: answer }));

/** Completes a sign-in with a passkey; false if the user cancels. */
export async function completeByPasskey(ticket: string): Promise<boolean> {
  const code = await signWithPasskey(await call(authRoutes.passkeyOptions, { body: { ticket } }));
  if (code) await completeSignIn({ ticket, kind: 'passkey', code });
  return code !== null;
}

/** Signs in with a passkey alone, and reports a rejection in a toast; false if the user isn't signed in. */
export async function signInWithPasskey(): Promise<boolean> {
  try {
    const response = await signWithPasskey(await call(authRoutes.passkeyOptions, { body: {} }));
    if (response) await begin(await call(authRoutes.passkey, { body: { response } }));
    return response !== null;
  } catch (error) {
    if (!isApiError(error) && !(error instanceof PasskeyProblem)) throw error;
    notifyError(error.message);
    return false;
  }
}

async function begin(answer: SignedIn): Promise<void> {
  // Before the session starts, so that no data of another user is left for it.
  const stored = await resumePerson(answer._id).catch(() => undefined);
  const address = interruptedAt(answer._id) ?? takeReturnAddress() ?? stored;
  returnTo(address);
  startSession(answer['admin-token'], answer._id, answer.userRole, answer.user);
  // The preferences contain the landing page. If they fail to load, the default page opens.
  if (!answer.user.mustSetUpFactor) await loadPreferences().catch(() => undefined);
}

const byPath = (fields: { path: string; message: string }[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ path, message }) => [path, message]));
