import type { authRoutes } from '@aisle/contract/system/auth/auth';
import type { Handlers } from '../../core/http/serve.ts';
import {
  changePassword,
  check,
  confirmIdentity,
  confirmOptions,
  requestPasswordLink,
  resetPassword,
  signOut,
} from './auth.service.ts';
import { confirmEmail, restoreEmail } from './email/email-changes.ts';
import { completeSignIn, signInWithPasskey, startPasskeySignIn } from './second-factor.ts';
import { type Attempt, checkCaptcha, refreshCaptcha, signIn } from './sign-in/sign-in.ts';

const attemptOf = ({ body, address }: { body: { email: string }; address: string }): Attempt => ({
  email: body.email,
  address,
});

export const authHandlers: Handlers<typeof authRoutes> = {
  login: (call) => signIn(call, attemptOf(call), call.body),
  check: (call) => check(call),
  logout: (call) => signOut(call),
  refreshCaptcha: (call) => refreshCaptcha(call, attemptOf(call)),
  checkCaptcha: (call) => checkCaptcha(call, attemptOf(call), call.body.captcha),
  changePassword: (call) => changePassword(call, call.body),
  setPassword: (call) => requestPasswordLink(call, call.body),
  resetPassword: (call) => resetPassword(call, call.body),
  confirmEmail: (call) => confirmEmail(call, call.body.token),
  keepEmail: (call) => restoreEmail(call, call.body.token),
  confirm: (call) => confirmIdentity(call, call.body),
  confirmOptions: (call) => confirmOptions(call),
  secondFactor: (call) => completeSignIn(call, call.body),
  passkeyOptions: ({ tx, services, body }) => startPasskeySignIn(tx, services.settings, body.ticket),
  passkey: (call) => signInWithPasskey(call.tx, call, call.body.response),
};
