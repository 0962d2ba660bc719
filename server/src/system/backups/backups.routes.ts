import type { backupRoutes } from '@aisle/contract/system/backups';
import type { Handlers } from '../../core/http/serve.ts';
import { backupState } from './schedule.ts';

export const backupHandlers: Handlers<typeof backupRoutes> = {
  latest: ({ services }) => backupState(services.settings),
};
