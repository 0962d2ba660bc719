import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { buildApp } from './app.ts';
import { openDatabase } from './core/db.ts';
import { Lifecycle, listenProblem, mustBeFree } from './core/lifecycle.ts';
import { migrate } from './core/migrate.ts';
import { attachDatabase } from './core/postgres/attach.ts';
import { StartupProblem } from './core/postgres/startup-problem.ts';
import { readSettings, type Settings } from './core/settings.ts';

const life = new Lifecycle();
try {
  await start(readSettings(process.env));
} catch (error) {
  await life.fail(error);
}

async function start(settings: Settings): Promise<void> {
  const attached = await attachDatabase(settings);
  life.onStop(attached.stop);
  attached.died.then((line) => life.fail(new StartupProblem(line)));
  await mustBeFree(settings.host, settings.port);
  await bringUpToDate(attached.config);
  const db = await openDatabase(attached.config);
  life.onStop(db.close);

  const { server } = await buildApp(db, settings);
  life.onStop(() => closeServer(server));
  try {
    await server.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    throw listenProblem(error, settings.host, settings.port);
  }
  // With PORT=0 the system has chosen one.
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  console.log(`Aisle is ready: ${settings.publicUrl.replace(/:0$/, `:${port}`)}`);
}

/** Takes no more requests and finishes those under way; a stream or a stuck one is cut off after a while. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const patience = setTimeout(() => server.server.closeAllConnections(), 8000);
  await server.close();
  clearTimeout(patience);
}

/** Before the other pools open: the migrations make the roles that they sign in with. */
async function bringUpToDate(config: pg.PoolConfig): Promise<void> {
  const pool = new pg.Pool({ ...config, max: 1 });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
}
