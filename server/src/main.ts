import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { closeToOthers } from '@aisle/embedded-postgres/open-folder';
import { StartupProblem } from '@aisle/embedded-postgres/startup-problem';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { buildApp } from './app.ts';
import { type Database, openDatabase, system, transaction } from './core/db/db.ts';
import { migrate } from './core/db/setup/migrate.ts';
import { filesAddress } from './core/files/disk.ts';
import { fileMismatch } from './core/files/installation.ts';
import { serverVersion } from './core/http/version.ts';
import { Lifecycle, listenProblem, mustBeFree } from './core/lifecycle.ts';
import { attachDatabase } from './core/postgres/attach.ts';
import type { Services } from './core/services.ts';
import { readSettings, type Settings, wrongKeyMode } from './core/settings.ts';
import { PrintedSteps, printLine, printTable, terminalLog } from './core/start-lines.ts';
import { ensureFirstAdmin } from './system/auth/first-admin.ts';
import { hasOwnPasswords, recordInstallation } from './system/installation/installation.queries.ts';
import { type Opening, openInstallation } from './system/installation/installation.ts';

// Files contain data that customers and stores entrust to us, so other accounts on the machine can't read them.
process.umask(0o077);
// A log on a full disk must not end the server.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const life = new Lifecycle();
// `npm start` builds the web app during the start and sends a message once it is built.
const webAppBuilt = process.argv.includes('--await-web-app') ? once(process, 'message') : undefined;
try {
  await start(readSettings(process.env));
} catch (error) {
  await life.fail(error);
}

async function start(wanted: Settings): Promise<void> {
  // A backup that started while the server was down keeps the data folder until it finishes.
  const attached = await attachDatabase(wanted, {}, { ms: 60_000, onWait: printLine });
  life.onStop(attached.stop);
  attached.died.then((line) => life.fail(new StartupProblem(line)));
  closeToOthers(wanted.dataDir);
  await mustBeFree(wanted.host, wanted.port);
  await upgradeSchema(attached.config);
  const db = await openDatabase(attached.config, undefined, attached.reached);
  life.onStop(db.close);

  const opening = await openInstallation(db, wanted);
  const { settings } = opening;
  for (const notice of opening.notices) printLine(notice);
  const wrongMode = wrongKeyMode(settings);
  if (wrongMode) printLine(`Warning: ${wrongMode}`);
  const { server, services, jobs } = await buildApp(
    db,
    settings,
    process.stdout.isTTY ? terminalLog(process.stdout) : process.stdout,
  );
  life.onStop(() => closeServer(server));
  const strange = await fileMismatch(db, services, filesAddress(settings));
  if (strange) console.error(strange);
  const { signIns, notices } = await moveIn(db, opening, services);
  if (webAppBuilt) await waitFor('Building the web app', webAppBuilt);
  // Fastify would log its address now; the message below prints it once the server is ready.
  const { level } = server.log;
  server.log.level = 'warn';
  try {
    await server.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    throw listenProblem(error, settings.host, settings.port);
  }
  server.log.level = level;
  await jobs.start();
  life.onStop(() => jobs.stop());
  // With PORT=0, the operating system has chosen a port.
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  printLine(`Aisle is ready: ${settings.publicUrl.replace(/:0$/, `:${port}`)} (version ${serverVersion})`);
  if (signIns.length > 0) printTable(['Role', 'Email', 'Password'], signIns);
  for (const notice of notices) printLine(notice.replace(/:0\//, `:${port}/`));
  // Speeds up the next start, even if this process is killed.
  flushCompileCache();
}

/** How people sign in for the first time. */
interface FirstSignIns {
  /** The role, email and password of the users of a demo. */
  signIns: string[][];
  notices: string[];
}

/** Makes sure that someone can sign in, and returns how. */
async function moveIn(
  db: Database,
  { settings, newDemo }: Opening,
  services: Services,
): Promise<FirstSignIns> {
  if (settings.admin) await ensureFirstAdmin(db, settings);
  const signIns = settings.demo ? await openDemo(db, newDemo, services) : [];
  const real = { isDemo: false, hasOwnPasswords: false };
  if (!settings.demo) await transaction(db, system, (tx) => recordInstallation(tx, real));
  const first = await ensureFirstAdmin(db, settings);
  return {
    signIns,
    notices: first ? [`Choose the administrator's password (${first.email}): ${first.link}`] : [],
  };
}

/** A generated password is printed only by the start that generated it. */
async function openDemo(db: Database, newDemo: Opening['newDemo'], services: Services): Promise<string[][]> {
  const { demoSignIns, knownPassword, makeDemo } = await import('../seed/demo.ts');
  let password: string | undefined = knownPassword;
  if (newDemo) {
    printLine('Creating the demo marketplace (first start only) …');
    if (newDemo.hasOwnPasswords) password = `Demo${randomBytes(12).toString('hex')}!`;
    const steps = new PrintedSteps();
    const isNew = await makeDemo(db, services, { password, steps });
    steps.close();
    if (!isNew && newDemo.hasOwnPasswords) password = undefined;
  } else if (await transaction(db, system, hasOwnPasswords)) password = undefined;
  return demoSignIns.map(({ who, email }) => [
    who,
    email,
    password ?? '(the password that the first start printed)',
  ]);
}

/** Shows what the start waits for, if it has to wait. */
async function waitFor(name: string, event: Promise<unknown>): Promise<void> {
  const steps = new PrintedSteps();
  const timer = setTimeout(() => steps.begin(name), 300);
  await event;
  clearTimeout(timer);
  steps.close();
}

/** Stops accepting requests and finishes those in progress. Cuts off streams and stuck requests after 8 seconds. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const patience = setTimeout(() => server.server.closeAllConnections(), 8000);
  await server.close();
  clearTimeout(patience);
}

/** Runs before the other pools open, because the migrations create the roles that those pools sign in with. */
async function upgradeSchema(config: pg.PoolConfig): Promise<void> {
  const pool = new pg.Pool({ ...config, max: 1 });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
}
