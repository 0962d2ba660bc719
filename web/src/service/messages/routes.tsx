import type { messageRoutes } from '@aisle/contract/service/messages';
import { page, signedOutPage } from '../../core/pages/pages.ts';
import { listSearch, textSearch } from '../../core/pages/search.ts';

export const messagePages = [
  page({
    path: '/messages',
    title: 'New message',
    permission: 'customer_list',
    search: textSearch('copy'),
    screen: () => import('./composer.tsx').then(({ Composer }) => Composer),
  }),
  page({
    path: '/messages/history',
    title: 'Sent messages',
    permission: 'customer_list',
    search: listSearch<typeof messageRoutes.list>(),
    screen: () => import('./message-list.tsx').then(({ MessageList }) => MessageList),
  }),
  page({
    path: '/messages/view/$id',
    title: 'Message',
    permission: 'customer_list',
    search: listSearch<typeof messageRoutes.results>(),
    screen: () => import('./message-view.tsx').then(({ MessageView }) => MessageView),
  }),
] as const;

/** Opened by a link in a message. */
export const unsubscribePages = [
  signedOutPage({
    path: '/unsubscribe/$token',
    title: 'Unsubscribe',
    screen: () => import('./unsubscribe.tsx').then(({ UnsubscribeScreen }) => UnsubscribeScreen),
  }),
] as const;
