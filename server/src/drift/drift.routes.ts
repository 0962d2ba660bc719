import type { driftRoutes } from '@aisle/contract/drift';
import type { Handlers } from '../core/serve.ts';
import { startJob } from '../jobs/jobs.service.ts';
import { latestChecks } from './drift.queries.ts';

export const driftHandlers: Handlers<typeof driftRoutes> = {
  latest: async ({ tx }) => ({ checks: await latestChecks(tx) }),
  run: async ({ tx, actor }) => ({
    jobId: await startJob(tx, actor, {
      kind: 'driftCheck',
      title: 'Comparing stock and money with their ledgers',
      permission: 'access_setting',
      input: {},
    }),
  }),
};
