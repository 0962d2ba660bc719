import { z } from 'zod';
import { beforeNormalizing, Email, Id, newPassword } from '../../core/fields.ts';
import { normalCode } from '../../core/normal-text.ts';
import { noData, routes } from '../../core/route.ts';
import { FactorCode, PasskeyAssertion, PasskeyOptions, SecondFactorKind } from './second-factors.ts';
import { SignedInUser, signedInRoutes } from './signed-in.ts';

/** A current password as typed. Only new passwords have to follow the rules. */
const enteredPassword = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .max(200, `${label} must be at most 200 characters`);

/** The name of the first administrator until they enter their own. */
export const nameOfUnnamed = { firstName: 'Admin', lastName: 'User' };

export const Login = z.strictObject({ email: Email, password: enteredPassword('Password') });
/** An open session. */
export const SignedIn = z.object({
  'admin-token': z.string(),
  _id: Id,
  userRole: z.array(z.string()),
  user: SignedInUser,
});
export type SignedIn = z.infer<typeof SignedIn>;
/** `data` of a sign-in with the right password if a second factor is still required. */
export const SecondFactorChallenge = z.object({
  /** The possible factors; one of them is sufficient. */
  secondFactor: z.array(SecondFactorKind),
  /** A ticket for `second-factor` and `passkey-options`, valid for ten minutes. */
  ticket: z.string(),
});
export type SecondFactorChallenge = z.infer<typeof SecondFactorChallenge>;
const Ticket = z.string({ error: 'Ticket is required' }).min(1, 'Ticket is required').max(200);
export const SecondFactorAnswer = z.strictObject({
  ticket: Ticket,
  kind: SecondFactorKind,
  code: FactorCode,
});
export type SecondFactorAnswer = z.infer<typeof SecondFactorAnswer>;
/** `data` of a sign-in that is rejected until a captcha is solved: a picture as a data URI. */
export const CaptchaChallenge = z.object({ captchaCode: z.string() });
export const CaptchaAnswer = z.strictObject({
  captcha: z
    .string({ error: 'Captcha is required' })
    .max(...beforeNormalizing)
    .overwrite(normalCode)
    .min(1, 'Captcha is required')
    .max(50),
  email: Email,
});
/**
 * Confirming the identity within a session can return a new token, which ends the previous one. Programs that don't request it
 * keep theirs.
 */
const newToken = z.boolean().optional();
const RenewedSession = z.object({
  /** The new token of this session, if `newToken` was set. */
  'admin-token': z.string().optional(),
});
export const ChangePassword = z
  .strictObject({
    newToken,
    previousPassword: enteredPassword('Current Password'),
    password: newPassword('New Password'),
    confirmPassword: z
      .string({ error: 'Confirm New Password is required' })
      .max(200, 'Your Confirm password does not match')
      .min(1, 'Confirm New Password is required'),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: 'Your Confirm password does not match',
  });
export const ResetPassword = z.strictObject({
  password: newPassword('New Password'),
  token: z.string().min(1).max(200),
});
/** The form for `ResetPassword`: the token is in the URL, and the password is typed twice. */
export const ResetPasswordForm = z
  .strictObject({
    password: newPassword('New Password'),
    confirmPassword: z
      .string({ error: 'Confirm New Password is required' })
      .max(200, 'Your Confirm password does not match')
      .min(1, 'Confirm New Password is required'),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: 'Your Confirm password does not match',
  });
/** Identifies the user by email, or by an expired link that is to be sent again. */
export const AskPasswordLink = z.union([
  z.strictObject({ email: Email }),
  z.strictObject({ token: z.string().min(1).max(200) }),
]);
/** The token of a link in one of the two emails about a new email address. */
export const EmailLink = z.strictObject({ token: z.string().min(1).max(200) });
export const ConfirmPassword = z.strictObject({ password: enteredPassword('Password') });
/** Confirms the identity with the password, or with the code of a second factor. */
export const Confirmation = z
  .strictObject({
    newToken,
    password: enteredPassword('Password').optional(),
    kind: SecondFactorKind.optional(),
    code: FactorCode.optional(),
  })
  .refine(({ password, kind }) => password !== undefined || kind !== undefined, {
    path: ['password'],
    error: 'Password is required',
  })
  .refine(({ kind, code }) => kind === undefined || code !== undefined, {
    path: ['code'],
    error: 'Code is required',
  });
export type Confirmation = z.infer<typeof Confirmation>;

const signInRoutes = routes('auth', {
  login: {
    method: 'POST',
    path: '/auth/login',
    permission: 'public',
    outside: true,
    summary:
      'Signs in. After a few failed attempts the response carries a captcha in `data.captchaCode`; for users with a second factor, its kinds in `data.secondFactor` and a ticket in `data.ticket`',
    body: Login,
    data: SignedIn,
    problems: ['auth.sign-in-failed', 'auth.captcha-needed', 'auth.second-factor-needed'],
  },
  secondFactor: {
    method: 'POST',
    path: '/auth/second-factor',
    permission: 'public',
    outside: true,
    summary: 'Completes a sign-in with a code of the authenticator app, a recovery code or a passkey',
    body: SecondFactorAnswer,
    data: SignedIn,
    problems: ['auth.ticket-invalid', 'auth.code-wrong', 'auth.passkey-wrong'],
  },
  passkeyOptions: {
    method: 'POST',
    path: '/auth/passkey-options',
    permission: 'public',
    summary:
      'Starts a sign-in with a passkey, with a ticket as second factor: what to hand to the authenticator',
    body: z.strictObject({ ticket: Ticket.optional() }),
    data: PasskeyOptions,
    problems: ['auth.ticket-invalid', 'second-factors.no-passkeys-here'],
  },
  passkey: {
    method: 'POST',
    path: '/auth/passkey',
    permission: 'public',
    summary: 'Signs in with a passkey alone',
    body: z.strictObject({ response: PasskeyAssertion }),
    data: SignedIn,
    problems: ['auth.passkey-wrong'],
  },
  refreshCaptcha: {
    method: 'POST',
    path: '/auth/refresh-captcha',
    permission: 'public',
    outside: true,
    summary: 'Creates a new captcha and invalidates the previous one',
    body: z.strictObject({ email: Email }),
    /** The captcha as a picture in a data URI. */
    data: z.string(),
  },
  checkCaptcha: {
    method: 'POST',
    path: '/auth/check-captcha',
    permission: 'public',
    outside: true,
    summary: 'Allows one more sign-in attempt. A wrong answer returns a new captcha in `data.captchaCode`',
    body: CaptchaAnswer,
    data: noData,
    problems: ['auth.captcha-wrong'],
  },
  changePassword: {
    method: 'POST',
    path: '/auth/changePassword',
    permission: 'signedIn',
    outside: true,
    summary: 'Changes your password and ends all your other sessions',
    body: ChangePassword,
    data: RenewedSession,
    renewsToken: true,
    message: "Password changed. You've been signed out everywhere else",
    problems: ['auth.password-wrong'],
    changes: ['profile'],
  },
  setPassword: {
    method: 'POST',
    path: '/auth/set-password',
    permission: 'public',
    summary: 'Emails a link to choose a password. The response is the same whether or not the account exists',
    body: AskPasswordLink,
    data: noData,
    message: "If the account exists, we've emailed a link",
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    permission: 'public',
    outside: true,
    summary: 'Sets a new password with the one-time token of a link and ends all sessions',
    body: ResetPassword,
    data: noData,
    message: 'Password saved. Sign in to continue',
    problems: ['auth.token-invalid'],
  },
  confirm: {
    method: 'POST',
    path: '/auth/confirm',
    permission: 'signedIn',
    duringSetup: true,
    outside: true,
    summary: 'Confirms the password or a second factor, which allows sensitive actions for ten minutes',
    body: Confirmation,
    data: RenewedSession,
    renewsToken: true,
    problems: ['auth.password-wrong', 'auth.code-wrong', 'auth.passkey-wrong'],
  },
  confirmOptions: {
    method: 'POST',
    path: '/auth/confirm-options',
    permission: 'signedIn',
    duringSetup: true,
    summary:
      'Lists the second factors you can confirm with, and what to hand to the authenticator for a passkey',
    data: z.object({ secondFactor: z.array(SecondFactorKind), passkey: PasskeyOptions.nullable() }),
    changes: [],
  },
  confirmEmail: {
    method: 'POST',
    path: '/auth/confirm-email',
    permission: 'public',
    summary:
      'Makes a new email count with the one-time token of the link sent to it, and ends other sessions',
    body: EmailLink,
    /** The email for the next sign-in. */
    data: z.object({ email: z.string() }),
    message: 'Email changed',
    problems: ['auth.token-invalid', 'duplicate'],
  },
  keepEmail: {
    method: 'POST',
    path: '/auth/keep-email',
    permission: 'public',
    summary:
      'Stops or undoes a change of email with the token of the link sent to the old one; ends all sessions',
    body: EmailLink,
    data: z.object({ email: z.string() }),
    message: 'Email kept',
    problems: ['auth.token-invalid', 'duplicate'],
  },
});
export const authRoutes = { ...signInRoutes, ...signedInRoutes };
