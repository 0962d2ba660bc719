import { page } from '../../core/pages/pages.ts';

export const outboxPages = [
  page({
    path: '/outbox',
    title: 'Outbox',
    everywhere: true,
    screen: () => import('./outbox.tsx').then(({ Outbox }) => Outbox),
  }),
] as const;
