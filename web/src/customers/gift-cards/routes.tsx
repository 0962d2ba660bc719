import type { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { page } from '../../core/pages/pages.ts';
import { listSearch } from '../../core/pages/search.ts';

export const giftCardPages = [
  page({
    path: '/gift-cards',
    title: 'Gift cards',
    permission: 'gift_card_list',
    search: listSearch<typeof giftCardRoutes.list>(),
    screen: () => import('./gift-card-list.tsx').then(({ GiftCardList }) => GiftCardList),
  }),
  page({
    path: '/gift-cards/view/$id',
    title: 'Gift card',
    permission: 'gift_card_view',
    screen: () => import('./gift-card-view.tsx').then(({ GiftCardScreen }) => GiftCardScreen),
  }),
] as const;
