import { type Job, jobKinds, jobRoutes } from '@aisle/contract/system/jobs';
import { vi } from 'vitest';
import type { JobTable, JobWork } from '../src/system/jobs/job-run.ts';
import { JobRunner } from '../src/system/jobs/runner.ts';
import type { Person, Shop } from './shop.ts';

const unexpected: JobWork = async ({ id }) => {
  throw new Error(`Nobody expected the job ${id}`);
};

/** Processes the shop's jobs by these rules until the shop closes. */
export async function workJobs(shop: Shop, table: Partial<JobTable>): Promise<JobRunner> {
  const runner = new JobRunner({
    db: shop.db,
    services: shop.services,
    table: { ...(Object.fromEntries(jobKinds.map((kind) => [kind, unexpected])) as JobTable), ...table },
    periodic: [],
    log: shop.server.log,
  });
  await runner.start();
  shop.runners.push(runner);
  return runner;
}

/** Returns the job when it has ended. */
export const jobOver = (person: Person, id: string): Promise<Job> =>
  vi.waitFor(
    async () => {
      const job = await person.do(jobRoutes.get, { params: { id } });
      if (job.status === 'waiting' || job.status === 'running') throw new Error(`Still ${job.status}`);
      return job;
    },
    // Longer than the time limit of almost every test.
    { timeout: 600_000, interval: 30 },
  );
