import { brandRoutes } from '@aisle/contract/catalog/brands';
import { lookup } from '../../ui/list/filters/lookup.ts';

/** The filter `brandId` of a list. */
export const brandFilter = lookup({ name: 'brandId', label: 'Brand', route: brandRoutes.dropdown });
