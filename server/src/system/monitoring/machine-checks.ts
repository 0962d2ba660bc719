import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { isScannerThere } from '../../core/http/input/virus-scan.ts';
import { backupState } from '../backups/schedule.ts';
import { backupFolder, shelfOf } from '../backups/shelf.ts';
import { cards } from './cards-check.ts';
import { type Check, failure, ok, warning } from './doctor.ts';

const gigabyte = 1e9;
const shown = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`;
const isLocal = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host);

const disk: Check = async ({ settings }) => {
  const backupsIn = backupFolder(settings);
  const folders = [settings.dataDir, ...(backupsIn ? [backupsIn] : [])];
  return Promise.all(
    folders.map(async (folder) => {
      const found = await statfs(folder).catch(() => null);
      if (!found)
        return failure(`There is no folder ${folder}. Create it, or correct DATA_DIR or BACKUP_TO.`);
      const free = found.bavail * found.bsize;
      const text = `${shown(free)} free in ${folder}`;
      if (free < 0.2 * gigabyte) return failure(`Only ${text}. Free up space now: writes are about to fail.`);
      return free < 2 * gigabyte ? warning(`Only ${text}. Free up space or enlarge the disk.`) : ok(text);
    }),
  );
};

const rights: Check = async ({ settings: { dataDir } }) => {
  if (process.platform === 'win32') return [ok('Not checked on Windows')];
  const places = ['', 'files', 'outbox', 'postgres', 'secrets.key', 'postgres.password'];
  const open: string[] = [];
  for (const place of places) {
    const folder = path.join(dataDir, place);
    const found = await stat(folder).catch(() => null);
    // Root's PostgreSQL must be able to pass through DATA_DIR itself, which doesn't let anyone list it.
    const forbidden = place === '' ? 0o066 : 0o077;
    if (found && (found.mode & forbidden) !== 0) open.push(folder);
  }
  if (open.length > 0)
    return [failure(`Other accounts can read ${open.join(', ')}. Run chmod go-rw on them.`)];
  return [ok('Only the account of the server can read the data folder')];
};

const scanner: Check = async ({ settings: { virusScanner } }) => {
  if (!virusScanner) return [ok('Uploads are not scanned: VIRUS_SCANNER is not set')];
  if (await isScannerThere(virusScanner)) return [ok('The virus scanner answers')];
  return [
    failure(
      'The virus scanner does not answer, so uploads are refused. Start clamd, or correct VIRUS_SCANNER.',
    ),
  ];
};

const settingsCheck: Check = async ({ settings, now }) => {
  const { host, publicUrl, metricsToken, demo, databaseUrl } = settings;
  const found = [];
  const isPublic = !isLocal(host);
  if (demo)
    found.push(warning('DEMO is on. Set DEMO=0, or start with npm run serve, for a real installation.'));
  if (isPublic && !publicUrl.startsWith('https:'))
    found.push(
      warning(
        `PUBLIC_URL is ${new URL(publicUrl).protocol}// while HOST is ${host}. Put TLS in front and set an https PUBLIC_URL.`,
      ),
    );
  if (isPublic && !metricsToken)
    found.push(
      warning(
        'METRICS_TOKEN is not set, so no other machine can read /metrics. Set one of 16 characters or more.',
      ),
    );
  if (databaseUrl && new URL(databaseUrl).password.length > 0 && new URL(databaseUrl).password.length < 12)
    found.push(warning('The password in DATABASE_URL is short. Set one of 12 characters or more.'));
  if (settings.admin)
    found.push(
      warning('ADMIN_PASSWORD is still in the environment. Remove it once the administrator has signed in.'),
    );
  if (now.getUTCFullYear() < 2025)
    found.push(failure(`This machine's clock says ${now.toISOString()}. Set it.`));
  return found.length > 0 ? found : [ok('No problems')];
};

const backups: Check = async ({ settings, now }) => {
  const shelf = shelfOf(settings);
  const folder = backupFolder(settings);
  if (!shelf)
    return [
      warning('No backup is scheduled. Set BACKUP_TO to a folder, best on another disk, or to a bucket.'),
    ];
  if (!(await shelf.list().catch(() => null))) {
    const remedy = folder
      ? 'Create it, or give the server access to it'
      : 'Check the bucket, S3_ENDPOINT and its keys';
    return [failure(`${settings.backupTo} can't be read. ${remedy}.`)];
  }
  const state = await backupState(settings, now);
  const [latest] = state.backups;
  if (!latest)
    return [
      failure(
        `There is no backup in ${settings.backupTo}. One is made within the hour; else the log says "backup not made".`,
      ),
    ];
  const text = `The last good one is from ${latest.madeAt} (${shown(latest.bytes)}); ${state.backups.length} of ${state.keep} are kept`;
  if (state.isLate)
    return [failure(`${text}. It is older than 26 hours: the log says "backup not made" with the reason.`)];
  const room = folder && (await statfs(folder));
  return [
    room && room.bavail * room.bsize < 2 * latest.bytes
      ? warning(`${text}. There is no room for two more: free up space.`)
      : ok(text),
  ];
};

const mail: Check = async ({ settings: { smtpUrl, mailFrom } }) => {
  if (!smtpUrl)
    return [
      warning('SMTP_URL is not set: emails are saved as files below DATA_DIR/outbox and reach no one.'),
    ];
  const found = [];
  if (mailFrom.includes('@localhost'))
    found.push(
      warning(`MAIL_FROM is ${mailFrom}, which other servers refuse. Set an address of your domain.`),
    );
  const { createTransport } = await import('nodemailer');
  const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
  const transport = createTransport({ url: smtpUrl, ...patience });
  try {
    await transport.verify();
    found.push(ok('The SMTP server accepts our sign-in'));
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const reason = responseCode ?? code ?? 'no answer';
    found.push(
      failure(`The SMTP server of SMTP_URL refuses us (${reason}). Check its host, port, user and password.`),
    );
  } finally {
    transport.close();
  }
  return found;
};

const server: Check = async ({ settings: { port, host } }) => {
  const name = isLocal(host) || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const answer = await fetch(`http://${name}:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
    () => null,
  );
  if (!answer)
    return [
      warning(`No server answers on port ${port} here. Start it, or set PORT and HOST as it has them.`),
    ];
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  return [
    answer.ok
      ? ok(`Running on port ${port} and ready`)
      : failure(`Running on port ${port}, but not ready: ${message ?? answer.status}`),
  ];
};

/** Checks that don't need the database. */
export const machineChecks = {
  disk,
  rights,
  settings: settingsCheck,
  backups,
  mail,
  scanner,
  cards,
  server,
} as const;
