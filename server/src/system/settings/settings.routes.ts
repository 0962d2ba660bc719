import { OrderingSettings, type settingsRoutes } from '@aisle/contract/system/settings';
import type { Handlers } from '../../core/http/serve.ts';
import { changeLogo, getLogo } from './document-brand.ts';
import { readSettingsRow } from './settings.queries.ts';
import { type Confirm, changeSettings, getSettings } from './settings.service.ts';

export const settingsHandlers = (mustBeConfirmed: Confirm): Handlers<typeof settingsRoutes> => ({
  get: ({ tx }) => readSettingsRow(tx),
  update: ({ tx, actor, body }) => changeSettings(tx, actor, body, mustBeConfirmed),
  logo: ({ tx, services }) => getLogo(tx, services.storage),
  setLogo: (call) => changeLogo(call, call.uploads),
  ordering: async ({ tx, services: { settings } }) =>
    OrderingSettings.parse({
      ...(await getSettings(tx)),
      publishableKey: settings.cardGateway === 'stripe' ? settings.stripe?.publishableKey : null,
    }),
});
