import type { authRoutes } from '@aisle/contract/system/auth';
import type { Handlers } from '../../core/http/serve.ts';
import {
  askPasswordLink,
  changePassword,
  check,
  confirmPassword,
  resetPassword,
  signOut,
} from './auth.service.ts';
import { answerCaptcha, refreshCaptcha, signIn } from './sign-in.ts';

export const authHandlers: Handlers<typeof authRoutes> = {
  login: ({ tx, body, address, userAgent }) => signIn(tx, { email: body.email, address }, body, userAgent),
  check: (call) => check(call),
  logout: (call) => signOut(call),
  refreshCaptcha: ({ tx, body, address }) => refreshCaptcha(tx, { email: body.email, address }),
  checkCaptcha: ({ tx, body, address }) => answerCaptcha(tx, { email: body.email, address }, body.captcha),
  changePassword: (call) => changePassword(call, call.body),
  setPassword: ({ tx, body, services }) => askPasswordLink(tx, services.settings, body),
  resetPassword: (call) => resetPassword(call, call.body),
  confirm: ({ tx, actor, body }) => confirmPassword(tx, actor, body.password),
};
