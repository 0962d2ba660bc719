import { pages } from '../core/pages.ts';

export const authPages = pages(
  {
    path: '/login',
    title: 'Sign in',
    signedOut: true,
    screen: () => import('./login.tsx').then(({ LoginScreen }) => LoginScreen),
  },
  {
    path: '/set-password/$token',
    title: 'Choose a password',
    signedOut: true,
    screen: () => import('./set-password.tsx').then(({ SetPassword }) => SetPassword),
  },
);
