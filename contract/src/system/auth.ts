import { z } from 'zod';
import { Email, Id, newPassword } from '../core/fields.ts';
import { noData, routes } from '../core/route.ts';
import { UserType } from './users.ts';

/** A password as somebody types it to prove who they are: only the new ones are held to the rule. */
const enteredPassword = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .max(200, `${label} must be at most 200 characters`);

export const SignedInUser = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  userType: UserType,
  /** The locations that a store user is kept to; empty for everybody else. */
  locations: z.array(z.object({ _id: Id, name: z.string(), timeZone: z.string() })),
});
export type SignedInUser = z.infer<typeof SignedInUser>;

export const Login = z.strictObject({ email: Email, password: enteredPassword('Password') });
/** `data` of a sign-in that is refused until a captcha is solved: a picture as a data URI. */
export const CaptchaChallenge = z.object({ captchaCode: z.string() });
export const CaptchaAnswer = z.strictObject({
  captcha: z.string({ error: 'Captcha is required' }).trim().min(1, 'Captcha is required').max(50),
  email: Email,
});
export const ChangePassword = z
  .strictObject({
    previousPassword: enteredPassword('Current Password'),
    password: newPassword('New Password'),
    confirmPassword: z
      .string({ error: 'Confirm New Password is required' })
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
/** The screen of `ResetPassword`: the token is in its address, and the password is typed twice. */
export const ResetPasswordForm = z
  .strictObject({
    password: newPassword('New Password'),
    confirmPassword: z
      .string({ error: 'Confirm New Password is required' })
      .min(1, 'Confirm New Password is required'),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: 'Your Confirm password does not match',
  });
/** By e-mail, or again by a link that is too old. */
export const AskPasswordLink = z.union([
  z.strictObject({ email: Email }),
  z.strictObject({ token: z.string().min(1).max(200) }),
]);
export const ConfirmPassword = z.strictObject({ password: enteredPassword('Password') });

export const authRoutes = routes({
  login: {
    method: 'POST',
    path: '/auth/login',
    permission: 'public',
    outside: true,
    summary: 'Signs in. After a few failed attempts the response carries a captcha in `data.captchaCode`',
    body: Login,
    data: z.object({
      'admin-token': z.string(),
      _id: Id,
      userRole: z.array(z.string()),
      user: SignedInUser,
    }),
    problems: ['auth.sign-in-failed', 'auth.captcha-needed'],
  },
  check: {
    method: 'GET',
    path: '/auth/check',
    permission: 'signedIn',
    summary: 'Shows the signed-in user, their permissions and this installation',
    data: z.object({
      _id: Id,
      userRole: z.array(z.string()),
      user: SignedInUser,
      brand: z.string(),
      /** Whether there is a top bar, and, in the demo alone, a screen with the mails that went out. */
      flags: z.object({ topBar: z.boolean(), outbox: z.boolean() }),
      /** Where tiles of maps come from; without one, maps have a plain background. */
      mapTiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
      version: z.string(),
    }),
    reads: true,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    permission: 'signedIn',
    summary: 'Signs out of this session',
    data: noData,
  },
  refreshCaptcha: {
    method: 'POST',
    path: '/auth/refresh-captcha',
    permission: 'public',
    outside: true,
    summary: 'Creates a new captcha and invalidates the previous one',
    body: z.strictObject({ email: Email }),
    /** A picture as a data URI. */
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
    data: noData,
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
    outside: true,
    summary: 'Confirms the password, which allows sensitive actions for ten minutes',
    body: ConfirmPassword,
    data: noData,
    problems: ['auth.password-wrong'],
  },
});
