import type { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import type { Handlers } from '../../core/http/serve.ts';
import { getSettings } from '../../system/settings/settings.service.ts';
import { getDashboard } from './dashboard.service.ts';
import { readSetup } from './setup.service.ts';

export const dashboardHandlers: Handlers<typeof dashboardRoutes> = {
  data: (call) => getDashboard(call, call.query),
  setup: (call) => readSetup(call),
  reasonDropdown: async ({ tx, query }) => {
    const { reasons } = await getSettings(tx);
    return query.type ? reasons[query.type] : Object.values(reasons).flat();
  },
};
