import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { audit } from '../../audit.ts';
import { type Database, system, transaction } from '../../db/db.ts';
import type { Problem } from '../../problem.ts';

/** These ask the user for something that they can provide, such as the password, so nothing was refused yet. */
const isOnlyAsking = ({ code }: Problem) => code === 'reauth-required' || code === 'auth.viewing-as';

/** Records refused requests, at most once a minute per actor, route and reason. */
export class RefusalLog {
  readonly #db: Database;
  readonly #noted = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

  constructor(db: Database) {
    this.#db = db;
  }

  async note(found: Problem, { actor, ip, routeOptions, log, id: requestId }: FastifyRequest): Promise<void> {
    if (!actor || isOnlyAsking(found)) return;
    const { method = '', path = '' } = routeOptions.config.route ?? {};
    const route = `${method} ${path}`;
    const { permission } = found.details;
    const key = [actor.userId ?? actor.apiKeyId, route, found.code, permission].join(' ');
    if (this.#noted.has(key)) return;
    this.#noted.set(key, true);
    const { code } = found;
    const { userId, apiKeyId } = actor;
    log.warn(
      { event: 'refused', userId, apiKeyId, route, code, permission, address: ip, requestId },
      'refused',
    );
    const entry = {
      action: 'refused' as const,
      resource: 'access' as const,
      recordId: null,
      locationId: actor.locations?.length === 1 ? actor.locations[0]! : null,
      after: { route, code, ...(permission !== undefined && { permission }), address: ip },
    };
    try {
      await transaction(this.#db, system, (tx) => audit(tx, actor.viewedBy ?? actor, entry));
    } catch (err) {
      // The response is the same even if the refusal could not be recorded.
      log.error({ err, requestId }, 'a refusal was not noted');
    }
  }
}
