import type { messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import type { messageRoutes } from '@aisle/contract/service/messages';
import { page, signedOutPage } from '../../core/pages/pages.ts';
import { listSearch, textSearch } from '../../core/pages/search.ts';

export const messagePages = [
  page({
    path: '/messages',
    title: 'Messages',
    permission: 'customer_list',
    search: listSearch<typeof messageRoutes.list>(),
    screen: () => import('./message-list.tsx').then(({ MessageList }) => MessageList),
  }),
  page({
    path: '/messages/new',
    title: 'New message',
    permission: 'customer_list',
    search: textSearch('copy', 'draft', 'template', 'group'),
    screen: () => import('./composer.tsx').then(({ Composer }) => Composer),
  }),
  page({
    path: '/messages/drafts',
    title: 'Drafts and templates',
    permission: 'customer_list',
    search: listSearch<typeof messageDraftRoutes.list>(),
    screen: () => import('./draft-list.tsx').then(({ DraftList }) => DraftList),
  }),
  page({
    path: '/messages/template',
    title: 'Template',
    permission: 'customer_list',
    search: textSearch('id'),
    screen: () => import('./template-form.tsx').then(({ TemplateScreen }) => TemplateScreen),
  }),
  page({
    path: '/messages/view/$id',
    title: 'Message',
    permission: 'customer_list',
    search: listSearch<typeof messageRoutes.results, { tab?: 'orders' }>(),
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
