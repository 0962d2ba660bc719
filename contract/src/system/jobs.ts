import { z } from 'zod';
import { Id, Instant } from '../core/fields.ts';
import { pageOf, pageRequest } from '../core/page.ts';
import { routes, without } from '../core/route.ts';

export const jobKinds = [
  'importCheck',
  'importRun',
  'importUndo',
  'export',
  'bulkEdit',
  'bulkEditUndo',
  'productBulkEdit',
  'productBulkEditUndo',
  'recordBulkEdit',
  'recordBulkEditUndo',
  'orderSteps',
  'bulkAction',
  'bulkActionUndo',
  'orderDocuments',
  'recall',
  'driftCheck',
  'statements',
  'payoutRun',
  'statementPdf',
  'commissionSimulation',
  'bulkMessage',
  'customerTakeOut',
  'promotionCodes',
  'promotionReplay',
  'giftCardBatch',
] as const;
export type JobKind = (typeof jobKinds)[number];
const jobStatuses = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export const JobStatus = z.enum(jobStatuses);
export type JobStatus = z.infer<typeof JobStatus>;
export const unfinishedJobStatuses = ['waiting', 'running'] as const satisfies readonly JobStatus[];
/** False without a job. */
export const isUnfinished = (status: JobStatus | null | undefined): boolean =>
  unfinishedJobStatuses.some((unfinished) => unfinished === status);

/** A long task in the background. Live events with the topic `jobs` report its progress. */
export const Job = z.object({
  _id: Id,
  kind: z.string(),
  title: z.string(),
  status: JobStatus,
  done: z.int(),
  /** The number of items to process; null until it is known. */
  total: z.int().nullable(),
  /** The progress from 0 to 100; null while the total is unknown. */
  percent: z.number().nullable(),
  /** True after a user has requested to stop it. */
  cancelling: z.boolean(),
  /** The result, depending on the kind: counts, or the ID of an import. */
  result: z.record(z.string(), z.unknown()).nullable(),
  files: z.array(z.object({ name: z.string(), url: z.string() })),
  error: z.string().nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});
export type Job = z.infer<typeof Job>;

/** A job in a list, with the user who started it; null if the system did. */
export const ListedJob = Job.extend({ createdByName: z.string().nullable() });
export type ListedJob = z.infer<typeof ListedJob>;

export const JobPage = pageRequest(['createdAt'], {
  status: JobStatus,
  kind: z.string().max(50),
  /** Omits jobs of other users, for administrators, who see every job. */
  mine: z.boolean(),
});
export type JobPage = z.infer<typeof JobPage>;

export const jobRoutes = routes('jobs', {
  list: {
    method: 'POST',
    path: '/job/list',
    permission: 'signedIn',
    forKeys: true,
    summary: "Lists your jobs, newest first. Administrators see everyone's",
    body: JobPage,
    data: pageOf(ListedJob),
    reads: true,
    list: {
      screen: without('Its page has no columns to choose'),
      exportAs: without('Each entry opens rows that have their own export'),
    },
  },
  get: {
    method: 'GET',
    path: '/job/{id}',
    permission: 'signedIn',
    forKeys: true,
    summary: "Shows one of your jobs. Administrators see everyone's",
    data: Job,
    reads: true,
  },
  cancel: {
    method: 'POST',
    path: '/job/cancel/{id}',
    permission: 'signedIn',
    forKeys: true,
    summary: "Stops a job. What it has already done isn't undone",
    data: Job,
    message: 'Stopping the job',
    problems: ['jobs.over'],
    changes: ['jobs'],
  },
});
