import { z } from 'zod';
import { Instant } from '../core/fields.ts';
import { routes } from '../core/route.ts';

/** A scheduled backup that was read again after writing and found complete. */
export const Backup = z.object({ name: z.string(), madeAt: Instant, bytes: z.int() });
export type Backup = z.infer<typeof Backup>;

export const BackupState = z.object({
  /** Whether the installation writes backups by schedule (`BACKUP_TO`). */
  isScheduled: z.boolean(),
  /** The number of backups that are kept. */
  keep: z.int(),
  /** True if the latest backup is too old, or if there is none. */
  isLate: z.boolean(),
  /** Stored backups, newest first. */
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
