import type { dashboardRoutes } from '@aisle/contract/dashboard';
import type { Handlers } from '../core/serve.ts';
import { getSettings } from '../settings/settings.service.ts';
import { getDashboard } from './dashboard.service.ts';

export const dashboardHandlers: Handlers<typeof dashboardRoutes> = {
  data: ({ tx, actor, services, query }) => getDashboard(tx, actor, services, query),
  reasonDropdown: async ({ tx, query }) => {
    const { reasons } = await getSettings(tx);
    return query.type ? reasons[query.type] : Object.values(reasons).flat();
  },
};
