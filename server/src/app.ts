import { api } from '@aisle/contract/api';
import type { Route } from '@aisle/contract/core/route';
import type { FastifyInstance } from 'fastify';
import { apiKeyHandlers } from './api-keys/api-keys.routes.ts';
import { brandConstraints, brandHandlers } from './brands/brands.routes.ts';
import { Actors } from './core/actor.ts';
import type { Database } from './core/db.ts';
import { serveFiles } from './core/files.ts';
import { serveHealth } from './core/health.ts';
import { LiveEvents } from './core/live-events.ts';
import { serverSecret } from './core/secrets.ts';
import { type Handlers, serve } from './core/serve.ts';
import { buildServer } from './core/server.ts';
import type { Services } from './core/services.ts';
import type { Settings } from './core/settings.ts';
import { Storage } from './core/storage.ts';
import { jobHandlers } from './jobs/jobs.routes.ts';
import { settingsHandlers } from './settings/settings.routes.ts';

/** Each resource of the contract with its handlers: one that lacks them does not compile. */
const handlers: { [Name in keyof typeof api]: Handlers<(typeof api)[Name]> } = {
  brands: brandHandlers,
  settings: settingsHandlers,
  apiKeys: apiKeyHandlers,
  jobs: jobHandlers,
};

const constraintProblems = {
  ...brandConstraints,
};

export interface AisleApp {
  server: FastifyInstance;
  services: Services;
}

/** The whole server, not yet listening. */
export async function buildApp(
  db: Database,
  settings: Settings,
  logTo?: NodeJS.WritableStream,
): Promise<AisleApp> {
  const actors = new Actors(db);
  const services: Services = {
    settings,
    actors,
    storage: new Storage(settings.dataDir, await serverSecret(db, 'file-addresses')),
    liveEvents: new LiveEvents(),
  };
  const server = await buildServer({ settings, actors, constraintProblems, ...(logTo && { logTo }) });
  serveHealth(server, db);
  serveFiles(server, services.storage);
  for (const [name, routes] of Object.entries(api) as [keyof typeof api, Record<string, Route>][]) {
    serve(server, db, services, routes, handlers[name] as unknown as Handlers<Record<string, Route>>);
  }
  return { server, services };
}
