import { signedOutPage } from '../../core/pages/pages.ts';
import { LoginScreen } from './login.tsx';

export const authPages = [
  signedOutPage({
    path: '/login',
    title: 'Sign in',
    // Not lazy like the other screens, because it's the first screen of a new visitor.
    screen: () => Promise.resolve(LoginScreen),
  }),
  signedOutPage({
    path: '/set-password/$token',
    title: 'Choose a password',
    screen: () => import('./set-password.tsx').then(({ SetPassword }) => SetPassword),
  }),
  signedOutPage({
    path: '/confirm-email/$token',
    title: 'Confirm your email',
    screen: () => import('./email-link.tsx').then(({ ConfirmEmail }) => ConfirmEmail),
  }),
  signedOutPage({
    path: '/keep-email/$token',
    title: 'Keep your email',
    screen: () => import('./email-link.tsx').then(({ KeepEmail }) => KeepEmail),
  }),
] as const;
