import { otherPermissions, type Route } from '@aisle/contract/core/route';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problem } from '../problem.ts';
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
  if (actor.apiKeyId) {
    const { apiScope: scope, orApiScope } = route;
    if (!actor.apiScopes.some((held) => held === scope || held === orApiScope)) {
      throw problem('permission-missing', { permission: scope ?? String(route.permission) });
    }
    return;
  }
  const isOther = otherPermissions(route).some((one) => actor.permissions.has(one));
  if (route.permission !== 'signedIn' && !isOther && !actor.permissions.has(route.permission)) {
    throw problem('permission-missing', { permission: route.permission });
  }
  if (route.alsoNeeds && !actor.permissions.has(route.alsoNeeds)) {
    throw problem('permission-missing', { permission: route.alsoNeeds });
  }
  if (route.adminsOnly && actor.userType !== 'admin') {
    throw problem('not-allowed', { reason: 'Only administrators can do this' });
  }
  if (route.everywhere) mustBeMarketplace(actor);
}

/** Refuses store users access to data that all locations share. */
export function mustBeMarketplace(actor: Actor): void {
  if (actor.locations === null) return;
  throw problem('not-allowed', { reason: 'This is managed by the marketplace, not by single stores' });
}
