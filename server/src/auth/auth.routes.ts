import type { authRoutes } from '@aisle/contract/auth';
import type { Handlers } from '../core/serve.ts';
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
  check: ({ tx, actor, services }) => check(tx, actor, services.settings),
  logout: ({ tx, actor, services }) => signOut(tx, actor, services.actors),
  refreshCaptcha: ({ tx, body, address }) => refreshCaptcha(tx, { email: body.email, address }),
  checkCaptcha: ({ tx, body, address }) => answerCaptcha(tx, { email: body.email, address }, body.captcha),
  changePassword: ({ tx, actor, body, services }) => changePassword(tx, actor, services.actors, body),
  setPassword: ({ tx, body, services }) => askPasswordLink(tx, services.settings, body),
  resetPassword: ({ tx, body, services }) => resetPassword(tx, services.actors, body),
  confirm: ({ tx, actor, body }) => confirmPassword(tx, actor, body.password),
};
