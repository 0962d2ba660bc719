import { OrderingSettings, type settingsRoutes } from '@aisle/contract/system/settings';
import type { Handlers } from '../../core/http/serve.ts';
import { readSettingsRow } from './settings.queries.ts';
import { type Confirm, changeSettings, getSettings } from './settings.service.ts';

export const settingsHandlers = (mustBeConfirmed: Confirm): Handlers<typeof settingsRoutes> => ({
  get: ({ tx }) => readSettingsRow(tx),
  update: ({ tx, actor, body }) => changeSettings(tx, actor, body, mustBeConfirmed),
  ordering: async ({ tx }) => OrderingSettings.parse(await getSettings(tx)),
});
