import { page } from '../../core/pages/pages.ts';

export const possibleDuplicatePages = [
  page({
    path: '/possible-duplicates',
    title: 'Possible duplicates',
    permission: 'product_list',
    orPermission: [
      'brand_list',
      'category_list',
      'customer_list',
      'store_list',
      'sub_product_list',
      'subscriptionPlan_list',
      'tax_list',
      'user_list',
      'vendor_list',
    ],
    everywhere: true,
    screen: () =>
      import('./possible-duplicates.tsx').then(({ PossibleDuplicatesScreen }) => PossibleDuplicatesScreen),
  }),
] as const;
