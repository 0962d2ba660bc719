import { z } from 'zod';
import { Id, Instant } from '../core/fields.ts';
import { routes } from '../core/route.ts';

/** An invariant, with the rows that violate it. */
export const DriftFinding = z.object({
  claim: z.string(),
  broken: z.int(),
  /** The first rows that violate it, as stored in the database. */
  sample: z.array(z.record(z.string(), z.unknown())),
});
export type DriftFinding = z.infer<typeof DriftFinding>;

/** A check that compares stock levels with movements, lots and reservations, and also checks journals and coins. */
export const DriftCheck = z.object({
  _id: Id,
  startedAt: Instant,
  /** Null while the check is running, or if it was interrupted. */
  finishedAt: Instant.nullable(),
  broken: z.int(),
  findings: z.array(DriftFinding),
});
export type DriftCheck = z.infer<typeof DriftCheck>;

export const driftRoutes = routes('drift', {
  latest: {
    method: 'GET',
    path: '/drift/latest',
    permission: 'access_setting',
    everywhere: true,
    summary: 'Lists the latest comparisons of stock and money with their ledgers, newest first',
    data: z.object({ checks: z.array(DriftCheck) }),
    reads: true,
  },
  run: {
    method: 'POST',
    path: '/drift/run',
    permission: 'access_setting',
    everywhere: true,
    summary: 'Compares stock and money with their ledgers now, in a job',
    body: z.strictObject({}).optional(),
    data: z.object({ jobId: Id }),
    message: 'Comparing figures',
    onceByKey: true,
    changes: ['drift', 'jobs'],
  },
});
