import { hash } from 'node:crypto';
import type { ApiScope, Route } from '@aisle/contract/core/route';
import { allPermissions, isPermission, type Permission, withNeeded } from '@aisle/contract/permissions';
import proxyAddr from '@fastify/proxy-addr';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { audit } from '../audit.ts';
import { isUnwritable } from '../db/database-problems.ts';
import { type Database, type Scope, system, type Tx, transaction } from '../db/db.ts';
import { problem } from '../problem.ts';

/** The author of a request: a user in a session, or a program with an API key. */
export interface Actor {
  /** Null for an API key. */
  userId: string | null;
  sessionId: string | null;
  apiKeyId: string | null;
  apiScopes: readonly ApiScope[];
  /**
   * A program is an API key that reaches a route only through a scope. With the permissions of the route, a key acts as a user
   * of the type others, or store if it is limited to locations.
   */
  userType: 'admin' | 'store' | 'others' | 'program';
  name: string;
  permissions: ReadonlySet<Permission>;
  /** Null for all locations. */
  locations: readonly string[] | null;
  /** The rights of an API key that users don't have. */
  keyRights?: KeyRights;
  /** Whether the session may only set up a second factor. */
  mustSetUpFactor?: boolean;
  /** The administrator who views Aisle as this user, read-only. */
  viewedBy?: { userId: string; name: string };
}

interface KeyRights {
  /** Whether the key may do what users confirm with their password. */
  mayMoveMoney: boolean;
  /** The addresses and ranges from which the key can be used; empty for any. */
  allowedAddresses: readonly string[];
  limitPerMinute: number;
}

/** The scope of an actor. On routes of orders, a program is limited to the orders that it placed. */
export function scopeOf(actor: Actor | null, route?: Pick<Route, 'placedByKey'>): Scope {
  if (!actor) return system;
  const { locations, apiKeyId, userType } = actor;
  const isProgram = userType === 'program';
  return { userId: idOf(actor), locations, ownOrdersOf: isProgram && route?.placedByKey ? apiKeyId : null };
}

/** The ID of the user or API key, for records that belong to whoever created them, and by which it reads its own writes. */
export const idOf = (actor: Actor | null): string | null => actor?.userId ?? actor?.apiKeyId ?? null;

/**
 * The single location of a list: the requested one, or the only one of the actor. Row-level security restricts the rows anyway,
 * but a location in the query lets the planner estimate them.
 */
export const locationOf = (actor: Actor, requested: string | undefined): string | undefined =>
  requested ?? (actor.locations?.length === 1 ? actor.locations[0] : undefined);

/** An unused session ends after this time, and any session after 7 days (`expires_at`). */
export const idleHours = 12;

/** Only the hash of a token or key is stored. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/**
 * The permissions of a user. Administrators have all of them unless roles restrict them; others have those of their roles.
 * Required permissions are added, so that roles stored before a permission got a new dependency still work.
 */
export function effectivePermissions(userType: string, roles: readonly string[] | null): Set<Permission> {
  if (userType === 'admin' && roles === null) return new Set(allPermissions);
  return withNeeded((roles ?? []).filter(isPermission));
}

/** The columns of a user that decide their permissions and locations. */
export interface Entitled {
  user_type: string;
  roles: readonly string[] | null;
  /** Location IDs; they restrict only store users. */
  locations: readonly string[] | null;
}
export const rightsOf = ({
  user_type,
  roles,
  locations,
}: Entitled): Pick<Actor, 'permissions' | 'locations'> => ({
  permissions: effectivePermissions(user_type, roles),
  locations: user_type === 'store' ? (locations ?? []) : null,
});

interface PersonRow extends Entitled {
  userId: string;
  first_name: string;
  last_name: string;
}
export const actorOfPerson = (row: PersonRow, sessionId: string | null): Actor => ({
  userId: row.userId,
  sessionId,
  apiKeyId: null,
  apiScopes: [],
  userType: row.user_type as Actor['userType'],
  name: `${row.first_name} ${row.last_name}`,
  ...rightsOf(row),
});

/** Finds the actor of a request's credentials. Actors are cached until `forgetAll`. */
export class Actors {
  readonly #db: Database;
  /** Short-lived, so that a change made by another server soon takes effect. */
  readonly #known = new LRUCache<string, Actor>({ max: 5000, ttl: 5_000 });
  #changes = 0;
  readonly #touched = new LRUCache<string, true>({ max: 5000, ttl: 60_000 });

  constructor(db: Database) {
    this.#db = db;
  }

  /** Called after a commit that changed sessions, roles or keys. */
  forgetAll(): void {
    this.#changes += 1;
    this.#known.clear();
  }

  /** An actor loaded while something changed may be outdated, so it isn't cached for other requests. */
  #remember(key: string, actor: Actor, changesBefore: number): void {
    if (changesBefore === this.#changes) this.#known.set(key, actor);
  }

  /** The user of a session token, if the session is active and belongs to that `_id`. */
  async bySession(token: string, userId: string): Promise<Actor | null> {
    const key = `s${hashToken(token).toString('base64')}`;
    const known = this.#known.get(key);
    if (known) return known.userId === userId ? known : null;
    const changes = this.#changes;
    const actor = await this.#loadSession(token);
    if (!actor) return null;
    this.#remember(key, actor, changes);
    return actor.userId === userId ? actor : null;
  }

  async #loadSession(token: string): Promise<Actor | null> {
    const hash = hashToken(token);
    const row = await transaction(this.#db, { ...system, readOnly: true }, (tx) =>
      tx
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .leftJoin('sessions as own', 'own.id', 's.view_of')
        .leftJoin('users as viewer', 'viewer.id', 'own.user_id')
        // A view-as session ends when its viewer loses the right to it.
        .where(sql<boolean>`(s.view_of IS NULL OR (viewer.status AND viewer.user_type = 'admin'
          AND own.expires_at > now()))`)
        .select([
          'viewer.id as viewerId',
          sql<string>`viewer.first_name || ' ' || viewer.last_name`.as('viewerName'),
          's.id as sessionId',
          's.is_setup_only as mustSetUpFactor',
          'u.id as userId',
          'u.user_type',
          'u.roles',
          'u.first_name',
          'u.last_name',
        ])
        .select((eb) =>
          eb
            .selectFrom('user_locations as ul')
            .whereRef('ul.user_id', '=', 'u.id')
            .select((inner) => inner.fn<string[] | null>('array_agg', ['ul.location_id']).as('ids'))
            .as('locations'),
        )
        .where('s.token_hash', '=', hash)
        .where('u.status', '=', true)
        .where('s.expires_at', '>', new Date().toISOString())
        .where('s.last_seen_at', '>', new Date(Date.now() - idleHours * 3_600_000).toISOString())
        .executeTakeFirst(),
    );
    if (!row) return null;
    await this.#touch(row.sessionId, (tx) =>
      tx
        .updateTable('sessions')
        .set({ last_seen_at: new Date().toISOString() })
        .where('id', '=', row.sessionId)
        .execute(),
    );
    const { viewerId, viewerName, mustSetUpFactor } = row;
    return {
      ...actorOfPerson(row, row.sessionId),
      mustSetUpFactor,
      ...(viewerId && { viewedBy: { userId: viewerId, name: viewerName } }),
    };
  }

  /** Records the last use, at most once a minute. A failed write doesn't prevent reading. */
  async #touch(id: string, note: (tx: Tx) => Promise<unknown>): Promise<void> {
    if (this.#touched.has(id)) return;
    this.#touched.set(id, true);
    try {
      await transaction(this.#db, system, note);
    } catch (error) {
      if (!isUnwritable(error)) throw error;
    }
  }

  /** The program of an API key, if it is neither revoked nor expired. */
  async byApiKey(secret: string, address: string | null = null): Promise<Actor | null> {
    const hash = hashToken(secret);
    const key = `k${hash.toString('base64')}`;
    const known = this.#known.get(key);
    if (known) {
      mustComeFrom(address, known);
      return known;
    }
    const changes = this.#changes;
    const row = await transaction(this.#db, { ...system, readOnly: true }, (tx) => findKey(tx, hash));
    if (!row) return null;
    if (!row.isOn) throw problem('connections.off');
    const actor = actorOfKey(row);
    mustComeFrom(address, actor);
    await this.#touch(row.id, (tx) => recordUse(tx, row, address));
    this.#remember(key, actor, changes);
    return actor;
  }
}

const keyColumns = [
  'k.id',
  'k.name',
  'k.scopes',
  'k.permissions',
  'k.location_ids',
  'k.may_move_money',
  'k.allowed_addresses',
  'k.limit_per_minute',
] as const;
/** Keys that are neither revoked nor expired, with the names of their makers. */
const activeKeys = (tx: Tx) =>
  tx
    .selectFrom('api_keys as k')
    .innerJoin('connections as c', 'c.id', 'k.connection_id')
    .leftJoin('users as maker', 'maker.id', 'k.created_by')
    .select(keyColumns)
    .select('c.status as isOn')
    .select(
      sql<string | null>`coalesce(maker.first_name || ' ' || maker.last_name, k.maker_name)`.as('makerName'),
    )
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', new Date().toISOString());
type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>;

/** Finds a key by the hash of its secret, or of an old one that still works. */
const findKey = (tx: Tx, hash: Buffer) =>
  activeKeys(tx)
    .where(
      sql<boolean>`k.id = coalesce((SELECT id FROM api_keys WHERE key_hash = ${hash}),
        (SELECT api_key_id FROM api_key_old_secrets WHERE key_hash = ${hash} AND until > now()))`,
    )
    .executeTakeFirst();

/** Returns the actor of an API key with its current rights; undefined if it was revoked, has expired or is turned off. */
export async function actorOfKeyId(tx: Tx, id: string): Promise<Actor | undefined> {
  const row = await activeKeys(tx).where('k.id', '=', id).executeTakeFirst();
  return row?.isOn ? actorOfKey(row) : undefined;
}

/** A key acts under its name and that of the user who is responsible for it. */
const actorOfKey = (row: KeyRow): Actor => ({
  userId: null,
  sessionId: null,
  apiKeyId: row.id,
  apiScopes: row.scopes as ApiScope[],
  userType: row.location_ids ? 'store' : 'others',
  name: row.makerName ? `${row.name} (API key of ${row.makerName})` : row.name,
  permissions: withNeeded(row.permissions.filter(isPermission)),
  locations: row.location_ids,
  keyRights: {
    mayMoveMoney: row.may_move_money,
    allowedAddresses: row.allowed_addresses,
    limitPerMinute: row.limit_per_minute,
  },
});

/** Refuses keys that are limited to other addresses. */
function mustComeFrom(address: string | null, { keyRights }: Actor): void {
  const allowed = [...(keyRights?.allowedAddresses ?? [])];
  if (allowed.length === 0 || address === null || proxyAddr.compile(allowed)(address, 0)) return;
  throw problem('apiKeys.address');
}

/** Records the last use of a key. The first use is also recorded in the audit log. */
async function recordUse(
  tx: Tx,
  { id, name }: { id: string; name: string },
  address: string | null,
): Promise<void> {
  const now = new Date().toISOString();
  const first = await tx
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('last_used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!first) {
    await tx.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
    return;
  }
  const by = { userId: null, name };
  await audit(tx, by, {
    action: 'keyFirstUsed',
    resource: 'apiKeys',
    recordId: id,
    after: { name, address },
  });
}
