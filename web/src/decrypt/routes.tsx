import { pages } from '../core/pages.ts';

export const decryptPages = pages({
  path: '/decrypt',
  title: 'Decrypt an answer',
  screen: () => import('./decrypt.tsx').then(({ Decrypt }) => Decrypt),
});
