import { z } from 'zod';
import { Choice, SearchText } from '../core/fields.ts';
import { routes } from '../core/route.ts';

/** Apart from the other routes of locations, so that lists with a filter by location don't load their schemas. */
export const locationChoiceRoutes = routes('locations', {
  dropdown: {
    method: 'GET',
    path: '/store/storeDropdown',
    permission: 'store_list',
    apiScope: 'catalogue',
    summary: 'Lists up to 50 locations by name',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(Choice),
    reads: true,
  },
});
