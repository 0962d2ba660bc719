import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount } from '@aisle/contract/core/pluralize';
import { runningConnection } from '@aisle/embedded-postgres/postgres';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import { keyFileOf } from '../../core/db/seals/key-ring.ts';
import { attachDatabase } from '../../core/postgres/attach.ts';
import { readSettings, type Settings, WrongSettings } from '../../core/settings.ts';
import { ArchiveReader } from './archive-reader.ts';
import { writeBackup } from './backup.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup, tuningOfRestore } from './restore.ts';
import { filesBucket, readFrom, writeTo } from './shelf.ts';
import { upgradeData } from './upgrade-data.ts';

// Implements `npm run backup`, `npm run restore` and `npm run upgrade-data`; the first argument says which one.

const usage = `npm run backup -- --to FILE      write a backup, also while Aisle is running
npm run backup -- --check FILE   read a backup and compare it with its checksums
npm run restore -- --from FILE   put a backup into an empty installation
In place of FILE: s3://bucket/prefix/aisle.zip`;

async function backup(settings: Settings, to: string, target: string): Promise<string> {
  if (existsSync(target)) throw new StartupProblem(`${target} already exists. Choose another name.`);
  if (!existsSync(path.dirname(target))) {
    throw new StartupProblem(`There is no folder ${path.dirname(target)}.`);
  }
  const started = Date.now();
  const running = settings.databaseUrl ? undefined : await runningConnection(settings.dataDir);
  if (!settings.databaseUrl && !running && !existsSync(path.join(settings.dataDir, 'postgres'))) {
    throw new StartupProblem(`There is no database in ${settings.dataDir}. Set DATA_DIR or DATABASE_URL.`);
  }
  const attached = running ? { config: running, stop: async () => {} } : await attachDatabase(settings);
  try {
    const manifest = await writeBackup(
      { config: attached.config, dataDir: settings.dataDir, bucket: await filesBucket(settings) },
      target,
    );
    return `${summary(manifest)} in ${to} (${megabytes(target)}), ${seconds(started)}. ${keyIsApart(settings)}`;
  } finally {
    await attached.stop();
  }
}

async function check(from: string, file: string): Promise<string> {
  const archive = await ArchiveReader.open(file);
  try {
    await archive.verify();
    return `${from} is whole: ${summary(archive.manifest)}, made ${archive.manifest.createdAt}.`;
  } finally {
    archive.close();
  }
}

async function restore(settings: Settings, file: string): Promise<string> {
  const started = Date.now();
  if (!settings.databaseUrl && existsSync(path.join(settings.dataDir, 'postgres'))) {
    throw new StartupProblem(
      `There is already a database in ${settings.dataDir}. Restore into an empty DATA_DIR; nothing was changed.`,
    );
  }
  // An unreadable file must not leave an empty database behind.
  (await ArchiveReader.open(file)).close();
  const attached = await attachDatabase(settings, tuningOfRestore);
  let isDone = false;
  try {
    const onStep = (step: string) => console.log(`${step} (${seconds(started)}).`);
    const bucket = await filesBucket(settings);
    const target = { config: attached.config, dataDir: settings.dataDir, bucket, onStep };
    const manifest = await restoreBackup(target, file);
    isDone = true;
    const checked = Object.keys(manifest.sums).length;
    return `Restored ${summary(manifest)}, made ${manifest.createdAt}, ${seconds(started)}. All ${checked} sums of the ledgers agree. Emails and jobs that were waiting then go on when Aisle starts. It needs the key of the installation that the backup is from: put its secrets.key at ${keyFileOf(settings)}, or set SECRETS_KEY.`;
  } finally {
    await attached.stop();
    // The folder didn't exist before, so another attempt starts with an empty one.
    if (!isDone && !settings.databaseUrl)
      rmSync(path.join(settings.dataDir, 'postgres'), { recursive: true, force: true });
  }
}

async function upgrade({ databaseUrl, dataDir }: Settings, programs: string | undefined): Promise<string> {
  if (databaseUrl) {
    throw new StartupProblem(
      'DATABASE_URL is set: upgrade that PostgreSQL by its own means, such as pg_upgrade, or with npm run backup and npm run restore.',
    );
  }
  const started = Date.now();
  const { from, to, keptIn, manifest } = await upgradeData(dataDir, programs);
  return `Moved ${summary(manifest)} from PostgreSQL ${from} to ${to}, ${seconds(started)}. All sums of the ledgers agree. The old database is in ${keptIn}; remove it when you are sure.`;
}

/** A backup must not contain the key to its own secrets. */
const keyIsApart = (settings: Settings) =>
  `The key of its secrets is not in it: keep a copy of ${settings.secretsKey ? 'SECRETS_KEY' : keyFileOf(settings)} in another place.`;
const summary = ({ tables, files }: Manifest) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const fileCountText = files.length > 0 ? ` and ${formatCount(files.length)} files` : '';
  return `${formatCount(rows)} rows of ${tables.length} tables${fileCountText}`;
};
const megabytes = (file: string) => `${(statSync(file).size / 1e6).toFixed(1)} MB`;
const seconds = (started: number) => `${((Date.now() - started) / 1000).toFixed(1)} s`;

function read(): { to?: string; from?: string; check?: string; programs?: string } {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      args: process.argv.slice(3),
      options: { to: text, from: text, check: text, programs: text },
    }).values;
  } catch {
    return {};
  }
}

try {
  const { to, from, check: checked, programs } = read();
  const [, , what] = process.argv;
  if (what === 'backup' && checked) {
    const { s3 } = readSettings(process.env);
    console.log(await readFrom(checked, s3, (file) => check(checked, file)));
  } else if (what === 'backup' && to) {
    const settings = readSettings(process.env);
    console.log(await writeTo(to, settings.s3, (file) => backup(settings, to, file)));
  } else if (what === 'restore' && from) {
    const settings = readSettings(process.env);
    console.log(await readFrom(from, settings.s3, (file) => restore(settings, file)));
  } else if (what === 'upgrade-data') console.log(await upgrade(readSettings(process.env), programs));
  else throw new StartupProblem(usage);
} catch (error) {
  if (!(error instanceof StartupProblem || error instanceof WrongSettings)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof WrongSettings ? 2 : 1;
}
