import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartupProblem } from './startup-problem.ts';

/** The account that PostgreSQL runs as, and the command that starts a program as this account. */
export type Account = {
  uid?: number;
  gid?: number;
  /** The command before the program; empty if it needs none. */
  launcher: string[];
};

/**
 * PostgreSQL refuses to run as root, so root starts it as the owner of its folder or as `postgres`.
 * `setpriv --pdeathsig` also makes the kernel stop PostgreSQL when this process dies for any reason.
 *
 * @param mustReach the data folder and the programs, which may be inside a folder that other users can't enter
 */
export function chooseAccount(clusterDir: string, mustReach: string[]): Account {
  if (process.platform === 'win32') return { launcher: [] };
  const hasSetpriv = spawnSync('setpriv', ['--pdeathsig', 'INT', '--', 'true']).status === 0;
  const launcher = hasSetpriv ? ['setpriv', '--pdeathsig', 'INT'] : [];
  if (process.getuid?.() !== 0) return { launcher: hasSetpriv ? [...launcher, '--'] : [] };

  if (!hasSetpriv) {
    throw new StartupProblem(
      'PostgreSQL does not run as root, and there is no setpriv here to start it as another user. Run Aisle as a normal user, or set DATABASE_URL.',
    );
  }
  const { uid, gid } = ownerOf(clusterDir) ?? findUser('postgres') ?? makeUser('postgres');
  launcher.push(`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups');
  const closed = mustReach.map((target) => closedFolder(target, uid, gid)).find((folder) => folder);
  if (closed) launcher.push(...passThrough(closed));
  return { uid, gid, launcher: [...launcher, '--'] };
}

type User = { uid: number; gid: number };

/** A cluster stays with the user who created it, so that root can also start the cluster of a normal user. */
function ownerOf(folder: string): User | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

function findUser(name: string): User | undefined {
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' });
  const [uid, gid] = [id('-u'), id('-g')];
  return uid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}

function makeUser(name: string): User {
  const ways = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name],
    ['adduser', '--system', '--group', '--no-create-home', name],
  ];
  for (const [command = '', ...args] of ways) {
    if (spawnSync(command, args).status !== 0) continue;
    const user = findUser(name);
    if (user) return user;
  }
  throw new StartupProblem(
    `PostgreSQL does not run as root, and the user ${name} could not be made. Make it, run Aisle as a normal user, or set DATABASE_URL.`,
  );
}

/** The first folder on the path to the target that the user can't pass through. */
function closedFolder(target: string, uid: number, gid: number): string | undefined {
  const parent = path.dirname(target);
  const above = parent === target ? undefined : closedFolder(parent, uid, gid);
  if (above) return above;
  const { mode, ...owner } = statSync(parent);
  const bit = owner.uid === uid ? 0o100 : owner.gid === gid ? 0o010 : 0o001;
  return (mode & bit) === 0 ? parent : undefined;
}

/**
 * A project below /root is closed to all other users. PostgreSQL then keeps one capability for passing through folders;
 * containers often lack it and have the broader one. Without `no_setuid_fixup`, its own `access()` checks would ignore it.
 */
function passThrough(closed: string): string[] {
  const allowed = BigInt(
    `0x${/^CapBnd:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0}`,
  );
  const held = [
    { name: 'dac_read_search', bit: 2n },
    { name: 'dac_override', bit: 1n },
  ];
  for (const { name, bit } of held) {
    if ((allowed & (1n << bit)) === 0n) continue;
    const args = ['--securebits=+no_setuid_fixup', `--inh-caps=+${name}`, `--ambient-caps=+${name}`];
    if (spawnSync('setpriv', [...args, '--', 'true']).status === 0) return args;
  }
  throw new StartupProblem(
    `The folder ${closed} is closed to the user PostgreSQL runs as. Open it (chmod o+x), move the project or DATA_DIR, or set DATABASE_URL.`,
  );
}

/** Runs a program as the account until it ends; its output is shown only if it fails. */
export function runAs(account: Account, program: string, args: string[]): void {
  const [command = program, ...rest] = [...account.launcher, program, ...args];
  // Runs in the root folder, because the current one may be closed to the account.
  execFileSync(command, rest, { cwd: path.parse(program).root, stdio: ['ignore', 'pipe', 'pipe'] });
}
