import { pages } from '../core/pages.ts';

export const outboxPages = pages({
  path: '/outbox',
  title: 'Outbox',
  screen: () => import('./outbox.tsx').then(({ Outbox }) => Outbox),
});
