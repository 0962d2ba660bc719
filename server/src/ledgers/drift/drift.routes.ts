import type { driftRoutes } from '@aisle/contract/ledgers/drift';
import type { Handlers } from '../../core/http/serve.ts';
import { startJob } from '../../system/jobs/jobs.service.ts';
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
