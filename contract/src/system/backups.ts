import { z } from 'zod';
import { Instant } from '../core/fields.ts';
import { routes } from '../core/route.ts';

/** A backup that was written by schedule, read again and found whole. */
export const Backup = z.object({ name: z.string(), madeAt: Instant, bytes: z.int() });
export type Backup = z.infer<typeof Backup>;

export const BackupState = z.object({
  /** Whether the installation writes backups by schedule (`BACKUP_TO`). */
  isScheduled: z.boolean(),
  /** How many are kept. */
  keep: z.int(),
  /** The latest is older than it should be, or there is none. */
  isLate: z.boolean(),
  /** Newest first. */
  backups: z.array(Backup),
});
export type BackupState = z.infer<typeof BackupState>;

export const backupRoutes = routes('backups', {
  latest: {
    method: 'GET',
    path: '/backup/latest',
    permission: 'access_setting',
    everywhere: true,
    summary: 'Lists the backups that were made by schedule, newest first',
    data: BackupState,
    reads: true,
  },
});
