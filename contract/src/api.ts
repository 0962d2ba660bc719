import { brandRoutes } from './brands.ts';
import type { Route } from './core/route.ts';

/** Every resource of the API, one line each. */
export const api = {
  brands: brandRoutes,
} as const satisfies Record<string, Record<string, Route>>;
