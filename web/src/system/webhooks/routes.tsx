import type { webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const webhookPages = [
  page({
    path: '/settings/webhooks',
    title: 'Webhooks',
    permission: 'access_setting',
    everywhere: true,
    search: listSearch<typeof webhookRoutes.list>(),
    screen: () => import('./webhook-list.tsx').then(({ WebhookList }) => WebhookList),
  }),
  page({
    path: '/settings/webhooks/$id',
    title: 'Webhook',
    permission: 'access_setting',
    everywhere: true,
    search: listSearch<typeof webhookRoutes.deliveries>(),
    screen: () => import('./webhook-view.tsx').then(({ WebhookScreen }) => WebhookScreen),
  }),
] as const;
