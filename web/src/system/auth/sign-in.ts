import { fieldErrors } from '@aisle/contract/core/envelope';
import { authRoutes, CaptchaChallenge, Login } from '@aisle/contract/system/auth';
import { call } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { tellError } from '../../core/notice.tsx';
import { startSession } from '../../core/session.ts';
import { loadPreferences } from '../../core/user-preferences-sync.ts';

export type SignInResult =
  | { signedIn: true }
  | {
      signedIn: false;
      errors: Record<string, string>;
      /** Email and password don't belong together; a toast has said so. */
      isWrong?: boolean;
      captcha?: string;
    };

/** Tries to sign in and reports a refusal by a toast; returns the errors of fields, and the captcha where the server requires one. */
export async function signIn(typed: { email: string; password: string }): Promise<SignInResult> {
  const login = Login.safeParse(typed);
  if (!login.success) return { signedIn: false, errors: byPath(fieldErrors(login.error)) };
  try {
    const answer = await call(authRoutes.login, { body: login.data });
    startSession(answer['admin-token'], answer._id, answer.userRole, answer.user);
    // They say which screen comes first. Without them the usual one does.
    await loadPreferences().catch(() => undefined);
    return { signedIn: true };
  } catch (error) {
    if (!isApiError(error)) throw error;
    tellError(error.message);
    const challenge = CaptchaChallenge.safeParse(error.data);
    const errors = byPath(error.fields);
    const refusal = { signedIn: false, errors, isWrong: error.code === 'auth.sign-in-failed' } as const;
    return challenge.success ? { ...refusal, captcha: challenge.data.captchaCode } : refusal;
  }
}

const byPath = (fields: { path: string; message: string }[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ path, message }) => [path, message]));
