import type { Backup, BackupState } from '@aisle/contract/system/backups';
import { type Database, system, transaction } from '../../core/db/db.ts';
import { announce } from '../../core/live-events.ts';
import type { Services } from '../../core/services.ts';
import type { Settings } from '../../core/settings.ts';
import { ArchiveReader } from './archive-reader.ts';
import { writeBackup } from './backup.ts';
import { closeBackupNotice, openBackupNotice } from './backups.queries.ts';
import { filesBucket, type Shelf, shelfOf } from './shelf.ts';

/** A backup is due after a day, and late after two failed attempts in a row. */
const dueAfterHours = 23;
const lateAfterHours = 26;
const pattern = /^aisle-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.zip$/;

type Schedule = Pick<Settings, 'backupTo' | 'backupKeep' | 's3' | 'dataDir'>;

/** Returns the backups of the schedule, newest first; ignores other files in the folder. */
export async function scheduledBackups(settings: Schedule): Promise<Backup[]> {
  const shelf = shelfOf(settings);
  const found: Backup[] = [];
  for (const { name, bytes } of shelf ? await shelf.list().catch(() => []) : []) {
    const [, day, hour, minute, second] = pattern.exec(name) ?? [];
    if (day) found.push({ name, madeAt: `${day}T${hour}:${minute}:${second}Z`, bytes });
  }
  return found.sort((a, b) => b.madeAt.localeCompare(a.madeAt));
}

const ageInHours = (backup: Backup | undefined, now: Date) =>
  backup ? (now.getTime() - Date.parse(backup.madeAt)) / 3_600_000 : Number.POSITIVE_INFINITY;

export async function backupState(settings: Schedule, now = new Date()): Promise<BackupState> {
  const backups = await scheduledBackups(settings);
  const isScheduled = settings.backupTo !== undefined;
  return {
    isScheduled,
    keep: settings.backupKeep,
    isLate: isScheduled && ageInHours(backups[0], now) > lateAfterHours,
    backups,
  };
}

/** Age of the last good backup in seconds, for the metrics; null without a schedule or a backup. */
export async function backupAge(settings: Schedule, now = new Date()): Promise<number | null> {
  const [latest] = await scheduledBackups(settings);
  return latest ? Math.round(ageInHours(latest, now) * 3600) : null;
}

/**
 * Runs every hour: writes a backup when the last one is a day old (after downtime too), deletes backups beyond the number to
 * keep, and opens or closes the notice.
 */
export async function backUpWhenDue(
  db: Database,
  { settings, log }: Pick<Services, 'settings' | 'log'>,
  now = new Date(),
): Promise<void> {
  const shelf = shelfOf(settings);
  if (!shelf) return;
  try {
    const [latest] = await scheduledBackups(settings);
    if (ageInHours(latest, now) > dueAfterHours) await writeScheduled(db, shelf, settings, now);
    for (const old of (await scheduledBackups(settings)).slice(settings.backupKeep)) {
      await shelf.remove(old.name);
    }
  } catch (err) {
    log.error({ err }, 'backup not made');
  }
  await warnWhenLate(db, settings, now);
}

async function writeScheduled(db: Database, shelf: Shelf, settings: Settings, now: Date): Promise<void> {
  const name = `aisle-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`;
  const { types: _, ...config } = { ...db.owner.options, password: db.owner.options.password };
  const bucket = await filesBucket(settings);
  await shelf.add(name, async (file) => {
    await writeBackup({ config, dataDir: settings.dataDir, bucket }, file);
    const archive = await ArchiveReader.open(file);
    try {
      await archive.verify();
    } finally {
      archive.close();
    }
  });
}

async function warnWhenLate(db: Database, settings: Schedule, now: Date): Promise<void> {
  const { isLate, backups } = await backupState(settings, now);
  const [latest] = backups;
  const text = latest
    ? `The last good backup is from ${latest.madeAt.slice(0, 10)}`
    : 'There is no backup yet';
  await transaction(db, system, async (tx) => {
    const isNews = isLate ? await openBackupNotice(tx, text) : await closeBackupNotice(tx);
    if (isNews) {
      await announce(tx, { topic: 'notifications', action: 'backup', permission: 'access_setting' });
    }
  });
}
