import type { assortmentRoutes } from '@aisle/contract/locations/assortments';
import type { locationRoutes } from '@aisle/contract/locations/locations';
import { page } from '../../core/pages/pages.ts';
import { listSearch, textSearch } from '../../core/pages/search.ts';
import type { LocationParts } from './location-tabs.ts';

/** `parts` are the tabs of a location that belong to domains above this one. */
export const locationPages = (parts: () => Promise<LocationParts>) =>
  [
    page({
      path: '/locations',
      title: 'Locations',
      permission: 'store_list',
      search: listSearch<typeof locationRoutes.list>(),
      parts,
      screen: () => import('./location-list.tsx').then(({ LocationsScreen }) => LocationsScreen),
    }),
    page({
      path: '/locations/add',
      title: 'New location',
      permission: 'store_add',
      screen: () => import('./form/location-form.tsx').then(({ AddLocation }) => AddLocation),
    }),
    page({
      path: '/locations/edit/$id',
      title: 'Edit location',
      permission: 'store_edit',
      screen: () => import('./form/location-form.tsx').then(({ EditLocation }) => EditLocation),
    }),
    page({
      path: '/locations/compare',
      title: 'Compare assortments',
      permission: 'Assign_Product_View',
      search: listSearch<typeof assortmentRoutes.differences>(),
      screen: () => import('./assortment/compare.tsx').then(({ CompareScreen }) => CompareScreen),
    }),
    page({
      path: '/locations/tree/$id',
      title: 'Products by category',
      permission: 'category_product_tree',
      screen: () =>
        import('./assortment/assortment-screen.tsx').then(({ ProductsByCategory }) => ProductsByCategory),
    }),
    page({
      // The products that the location sells, for users who can't see the whole catalog.
      path: '/locations/assortment/$id',
      title: 'Products by category',
      permission: 'Assign_Product_View',
      screen: () => import('./assortment/assortment-screen.tsx').then(({ ProductsSold }) => ProductsSold),
    }),
    page({
      path: '/locations/view/$id',
      title: 'Location',
      permission: 'store_view',
      search: textSearch('tab', 'date', 'part'),
      parts,
      screen: () => import('./location-view.tsx').then(({ LocationScreen }) => LocationScreen),
    }),
  ] as const;
