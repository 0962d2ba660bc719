import type { sellabilityRoutes } from '@aisle/contract/sales/sellability';
import type { Handlers } from '../../core/http/serve.ts';
import { explainSelling } from './sellability.service.ts';

export const sellabilityHandlers: Handlers<typeof sellabilityRoutes> = {
  show: ({ tx, actor, params, query }) => explainSelling(tx, actor, params.id, query.locationId),
};
