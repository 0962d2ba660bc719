import { isOpenToKeys, otherPermissions, type Route } from '@aisle/contract/core/route';
import type { Permission } from '@aisle/contract/permissions';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Problem, problem } from '../problem.ts';
import { type Actor, type Actors, hashToken } from './actor.ts';

/** A request's session token or API key. */
interface Credentials {
  kind: 'session' | 'apiKey';
  secret: string;
}
function credentialsOf({ headers }: FastifyRequest): Credentials | null {
  const token = headers['admin-token'];
  if (typeof token === 'string' && token !== '') return { kind: 'session', secret: token };
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  return bearer ? { kind: 'apiKey', secret: bearer } : null;
}

/** A hash that identifies requests with the same credentials, for rate limits. */
export function traceOf(request: FastifyRequest): string | null {
  const credentials = credentialsOf(request);
  return credentials && hashToken(credentials.secret).toString('base64');
}

const uuid = z.uuid();
export async function actorOfRequest(request: FastifyRequest, actors: Actors): Promise<Actor | null> {
  const credentials = credentialsOf(request);
  if (!credentials) return null;
  if (credentials.kind === 'apiKey') return actors.byApiKey(credentials.secret, request.ip);
  const userId = uuid.safeParse(request.headers._id);
  return userId.success ? actors.bySession(credentials.secret, userId.data.toLowerCase()) : null;
}

/** Throws unless the actor has access to the route. */
export function canCall(route: Route, actor: Actor | null): void {
  if (route.permission === 'public') return;
  if (!actor) throw problem('not-signed-in');
  if (actor.mustSetUpFactor && !route.duringSetup) throw problem('auth.second-factor-setup');
  if (actor.viewedBy && (route.showsSecrets || !(route.reads || route.whenViewing))) {
    throw problem('auth.viewing-as', { name: actor.name });
  }
  const isClosed = actor.apiKeyId !== null && !isOpenToKeys(route);
  const permission = missingPermission(route, actor);
  if ((isClosed || permission) && !holdsScope(route, actor)) throw refusalOf(route, actor, permission);
  if (route.adminsOnly && actor.userType !== 'admin') {
    throw problem('not-allowed', { reason: 'Only administrators can do this' });
  }
  if (route.everywhere) mustBeMarketplace(actor);
}

/** The permission of the route that the actor lacks, if any. */
function missingPermission(route: Route, { permissions }: Actor): string | undefined {
  const { permission, alsoNeeds } = route;
  const isOther = otherPermissions(route).some((one) => permissions.has(one));
  if (permission !== 'public' && permission !== 'signedIn' && !isOther && !permissions.has(permission)) {
    return permission;
  }
  return alsoNeeds && !permissions.has(alsoNeeds) ? alsoNeeds : undefined;
}

const holdsScope = ({ apiScope, orApiScope }: Route, { apiScopes }: Actor): boolean =>
  apiScopes.some((held) => held === apiScope || held === orApiScope);

function refusalOf(
  { apiScope, permission }: Route,
  { apiKeyId, permissions }: Actor,
  missing: string | undefined,
): Problem {
  if (!apiKeyId) return problem('permission-missing', { permission: missing ?? permission });
  // Keys without permissions need the scope of a route.
  if (permissions.size === 0) return problem('permission-missing', { permission: apiScope ?? permission });
  if (!missing) return problem('not-allowed', { reason: "API keys can't do this" });
  return problem('not-allowed', { reason: `This API key lacks the permission ${missing}` });
}

/**
 * The actor as a route sees it. An API key without the permissions of the route acts as a program, which sees only its own
 * orders and nothing internal.
 */
export function actorOn(route: Route, actor: Actor | null): Actor | null {
  if (!actor?.apiKeyId || !missingPermission(route, actor)) return actor;
  // For the steps of an order; the scope was checked already.
  const permissions: Permission[] = actor.apiScopes.includes('orders') ? ['cancel_order'] : [];
  return { ...actor, userType: 'program', permissions: new Set(permissions) };
}

/** Refuses store users access to data that all locations share. */
export function mustBeMarketplace(actor: Actor): void {
  if (actor.locations === null) return;
  throw problem('not-allowed', { reason: 'This is managed by the marketplace, not by single stores' });
}
