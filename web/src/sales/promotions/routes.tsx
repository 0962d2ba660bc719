import type { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { page } from '../../core/pages/pages.ts';
import { listSearch, textSearch } from '../../core/pages/search.ts';

export const promotionPages = [
  page({
    path: '/promotions',
    title: 'Promotions',
    permission: 'promotion_list',
    search: listSearch<typeof promotionRoutes.list>(),
    screen: () => import('./promotion-list.tsx').then(({ PromotionList }) => PromotionList),
  }),
  page({
    path: '/promotions/calendar',
    title: 'Promotion calendar',
    permission: 'promotion_list',
    search: textSearch('month'),
    screen: () => import('./promotion-calendar.tsx').then(({ PromotionCalendar }) => PromotionCalendar),
  }),
  page({
    path: '/promotions/add',
    title: 'New promotion',
    permission: 'promotion_add',
    search: textSearch('copy'),
    screen: () => import('./promotion-form.tsx').then(({ NewPromotion }) => NewPromotion),
  }),
  page({
    path: '/promotions/edit/$id',
    title: 'Edit promotion',
    permission: 'promotion_edit',
    screen: () => import('./promotion-form.tsx').then(({ EditPromotion }) => EditPromotion),
  }),
  page({
    path: '/promotions/view/$id',
    title: 'Promotion',
    permission: 'promotion_view',
    screen: () => import('./promotion-view.tsx').then(({ PromotionScreen }) => PromotionScreen),
  }),
  page({
    path: '/promotions/codes/$id',
    title: 'Promotion codes',
    permission: 'promotion_view',
    search: listSearch<typeof promotionRoutes.codeList>(),
    screen: () => import('./promotion-codes.tsx').then(({ PromotionCodeList }) => PromotionCodeList),
  }),
] as const;
