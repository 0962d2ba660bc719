import type { jobRoutes } from '@aisle/contract/system/jobs';
import type { Handlers } from '../../core/http/serve.ts';
import { listJobs } from './jobs.queries.ts';
import { cancelJob, showJob } from './jobs.service.ts';

export const jobHandlers: Handlers<typeof jobRoutes> = {
  list: (call) => listJobs(call, call.body),
  get: (call) => showJob(call, call.params.id),
  cancel: (call) => cancelJob(call, call.params.id),
};
