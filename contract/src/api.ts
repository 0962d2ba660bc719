import { apiKeyRoutes } from './api-keys.ts';
import { brandRoutes } from './brands.ts';
import type { Route } from './core/route.ts';
import { jobRoutes } from './jobs.ts';
import { settingsRoutes } from './settings.ts';

/** Every resource of the API, one line each. */
export const api = {
  brands: brandRoutes,
  settings: settingsRoutes,
  apiKeys: apiKeyRoutes,
  jobs: jobRoutes,
} as const satisfies Record<string, Record<string, Route>>;
