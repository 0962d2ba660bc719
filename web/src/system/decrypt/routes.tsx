import { page } from '../../core/pages/pages.ts';

export const decryptPages = [
  page({
    path: '/decrypt',
    title: 'Decrypt a response',
    screen: () => import('./decrypt.tsx').then(({ Decrypt }) => Decrypt),
  }),
] as const;
