import { pages } from '../core/pages.ts';

export const webhookPages = pages(
  {
    path: '/settings/webhooks',
    title: 'Webhooks',
    permission: 'access_setting',
    list: true,
    screen: () => import('./webhook-list.tsx').then(({ WebhookList }) => WebhookList),
  },
  {
    path: '/settings/webhooks/$id',
    title: 'Webhook',
    permission: 'access_setting',
    list: true,
    screen: () => import('./webhook-view.tsx').then(({ WebhookScreen }) => WebhookScreen),
  },
);
