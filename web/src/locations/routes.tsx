import { pages } from '../core/pages.ts';

export const locationPages = pages(
  {
    path: '/locations',
    title: 'Locations',
    permission: 'store_list',
    list: true,
    screen: () => import('./location-list.tsx').then(({ LocationsScreen }) => LocationsScreen),
  },
  {
    path: '/locations/add',
    title: 'New location',
    permission: 'store_add',
    screen: () => import('./form/location-form.tsx').then(({ AddLocation }) => AddLocation),
  },
  {
    path: '/locations/edit/$id',
    title: 'Edit location',
    permission: 'store_edit',
    screen: () => import('./form/location-form.tsx').then(({ EditLocation }) => EditLocation),
  },
  {
    path: '/locations/compare',
    title: 'Compare assortments',
    permission: 'Assign_Product_View',
    list: true,
    screen: () => import('./assortment/compare.tsx').then(({ CompareScreen }) => CompareScreen),
  },
  {
    path: '/locations/tree/$id',
    title: 'Products by category',
    permission: 'category_product_tree',
    screen: () =>
      import('./assortment/assortment-screen.tsx').then(({ AssortmentScreen }) => AssortmentScreen),
  },
  {
    // What the location sells, for those who may not see the whole catalogue beside it.
    path: '/locations/assortment/$id',
    title: 'Products by category',
    permission: 'Assign_Product_View',
    screen: () =>
      import('./assortment/assortment-screen.tsx').then(({ AssortmentScreen }) => AssortmentScreen),
  },
  {
    path: '/locations/view/$id',
    title: 'Location',
    permission: 'store_view',
    search: ({ tab }) => (typeof tab === 'string' ? { tab } : {}),
    screen: () => import('./location-view.tsx').then(({ LocationScreen }) => LocationScreen),
  },
);
