import { z } from 'zod';
import { Ref, SearchText } from '../../core/fields.ts';
import { routes } from '../../core/route.ts';

/** Apart from the other routes of promotions, so that the order list doesn't load their schemas. */
export const promotionChoiceRoutes = routes('promotions', {
  dropdown: {
    method: 'GET',
    path: '/promotion/dropdown',
    permission: 'promotion_list',
    summary: 'Lists up to 50 promotions, newest first, searchable by name, label or number',
    query: z.strictObject({ search: SearchText.optional() }),
    data: z.array(Ref),
    reads: true,
  },
});
