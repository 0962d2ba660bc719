import type { locationRateRoutes } from '@aisle/contract/locations/location-rates';
import type { Handlers } from '../../core/http/serve.ts';
import { editRates, explainRates, showHistory, showRates } from './location-rates.service.ts';
import { previewRates } from './rates-preview.service.ts';

export const locationRateHandlers: Handlers<typeof locationRateRoutes> = {
  show: ({ tx, actor, params, query }) => showRates(tx, actor, { ...query, ...params }, query.date),
  edit: ({ tx, actor, params, query, body }) => editRates(tx, actor, { ...query, ...params }, body),
  preview: ({ tx, actor, params, query, body }) => previewRates(tx, actor, { ...query, ...params }, body),
  history: ({ tx, actor, params, query }) => showHistory(tx, actor, { ...query, ...params }, query),
  // Commissions require another permission than taxes.
  explain: async ({ tx, actor, query }) => {
    const { commission: _, ...explanation } = await explainRates(tx, actor, query, query);
    return explanation;
  },
  explainRates: ({ tx, actor, params, query }) => explainRates(tx, actor, { ...query, ...params }, query),
};
