import type { jobRoutes } from '@aisle/contract/jobs';
import type { Handlers } from '../core/serve.ts';
import { listJobs } from './jobs.queries.ts';
import { cancelJob, showJob } from './jobs.service.ts';

export const jobHandlers: Handlers<typeof jobRoutes> = {
  list: ({ tx, actor, body, services }) => listJobs(tx, services.storage, actor, body),
  get: ({ tx, actor, params, services }) => showJob(tx, services.storage, actor, params.id),
  getOfNotification: ({ tx, actor, params, services }) => showJob(tx, services.storage, actor, params.id),
  cancel: ({ tx, actor, params, services }) => cancelJob(tx, services.storage, actor, params.id),
};
