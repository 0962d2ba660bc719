import type { Choice } from '@aisle/contract/core/fields';
import type { Page } from '@aisle/contract/core/page';
import { allPermissions } from '@aisle/contract/permissions';
import type { User, UserInput, UserPage, UserType } from '@aisle/contract/system/users/users';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../core/db/db.ts';
import { columnsOf, type NewRow, orNull, type RowChange } from '../../core/db/rows/columns.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords, hasWordsOrPhone } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import { hasSecondFactor } from '../auth/factors/factors.queries.ts';

const fullName = sql<string>`u.first_name || ' ' || u.last_name`;
const columns = [
  'u.id as _id',
  'u.first_name as firstName',
  'u.last_name as lastName',
  'u.email',
  sql<string | null>`(SELECT c.new_email FROM email_changes c
    WHERE c.user_id = u.id AND c.confirmed_at IS NULL AND c.stopped_at IS NULL
      AND c.created_at > now() - interval '24 hours' ORDER BY c.created_at DESC LIMIT 1)`.as('pendingEmail'),
  'u.phone',
  sql<UserType>`u.user_type`.as('userType'),
  sql<{ _id: string; name: string }[]>`coalesce((
    SELECT json_agg(json_build_object('_id', l.id, 'name', l.name) ORDER BY l.name COLLATE aisle_names)
    FROM user_locations ul JOIN locations l ON l.id = ul.location_id WHERE ul.user_id = u.id), '[]')`.as(
    'locations',
  ),
  'u.status',
  sql<boolean>`u.password_hash IS NOT NULL`.as('hasPassword'),
  hasSecondFactor('u.id').as('hasSecondFactor'),
  'u.last_login_at as lastLoginAt',
  'u.created_at as createdAt',
  'u.updated_at as updatedAt',
  'u.version',
] as const;

const sortColumns = {
  name: byName(sql`(u.last_name || ' ' || u.first_name)`),
  email: sql`lower(u.email)`,
  userType: sql.ref('u.user_type'),
  lastLoginAt: sql`coalesce(u.last_login_at, '-infinity')`,
  createdAt: sql.ref('u.created_at'),
};

export function listUsers(tx: Tx, request: UserPage): List<Page<User>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('users as u');
  if (search) {
    filtered = filtered.where(hasWordsOrPhone(search, 'u.phone', [fullName, 'u.email', 'u.phone']));
  }
  if (filters.userType) filtered = filtered.where('u.user_type', '=', filters.userType);
  if (filters.status !== undefined) filtered = filtered.where('u.status', '=', filters.status);
  const { locationId } = filters;
  if (locationId) {
    filtered = filtered.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_locations as ul')
          .select('ul.user_id')
          .whereRef('ul.user_id', '=', 'u.id')
          .where('ul.location_id', '=', locationId),
      ),
    );
  }
  return listOf(tx, filtered, {
    request,
    sort: { columns: [sortColumns[sort?.field ?? 'name'], sql.ref('u.id')], direction: sort?.order ?? 'asc' },
    select: (query) => query.select(columns),
  });
}

export async function getUser(tx: Tx, id: string): Promise<User> {
  const row = await tx.selectFrom('users as u').select(columns).where('u.id', '=', id).executeTakeFirst();
  return mustFind(row, 'User');
}

export async function userChoices(tx: Tx, search: string | undefined): Promise<z.infer<typeof Choice>[]> {
  let query = tx
    .selectFrom('users as u')
    .select(['u.id as _id', fullName.as('name')])
    .orderBy(byName('u.first_name'))
    .orderBy(byName('u.last_name'))
    .limit(50);
  if (search) query = query.where(hasWords(search, fullName));
  return query.execute();
}

export interface LockedUser {
  id: string;
  userType: UserType;
  /** Null: no permissions were assigned yet. */
  roles: string[] | null;
  version: number;
}
export async function lockUser(tx: Tx, id: string): Promise<LockedUser> {
  const row = await tx
    .selectFrom('users')
    .select(['id', sql<UserType>`user_type`.as('userType'), 'roles', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return mustFind(row, 'User');
}

export const userColumns = columnsOf<'users', UserInput>()({
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: { column: 'phone', from: orNull },
  userType: 'user_type',
  // Stored in another table, user_locations.
  locationIds: null,
  status: 'status',
});

export async function insertUser(tx: Tx, user: NewRow<'users'>): Promise<void> {
  // Without RETURNING, because a user of some locations only sees the row once it has a location.
  await tx.insertInto('users').values(user).execute();
}

/** Always increments the version, even if only the locations change. */
export async function updateUser(tx: Tx, id: string, changed: RowChange<'users'>): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...changed, status: changed.status ?? sql`status` })
    .where('id', '=', id)
    .execute();
}

export async function updateRoles(tx: Tx, id: string, roles: string[] | null): Promise<void> {
  await tx.updateTable('users').set({ roles }).where('id', '=', id).execute();
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

/** Returns the given locations that the actor can reach. */
export async function reachableLocations(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('locations')
    .select('id')
    .where('id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function addToLocations(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  await sql`INSERT INTO user_locations (user_id, location_id)
    SELECT ${userId}::uuid, unnest(${ids}::uuid[]) ON CONFLICT DO NOTHING`.execute(tx);
}

/** Removes a user from all locations but these; locations beyond the actor's reach stay. */
export async function removeOtherLocations(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('user_locations')
    .where('user_id', '=', userId)
    .where('location_id', '!=', sql<string>`ALL(${ids}::uuid[])`)
    .execute();
}

/** Whether a user also works at a location that the actor can't reach. */
export async function worksElsewhere(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ elsewhere: boolean }>`SELECT works_elsewhere(${userId}) AS elsewhere`.execute(
    tx,
  );
  return rows[0]!.elsewhere;
}

/** Serializes the removal of administrators, so that each change sees the result of the previous one. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(tx);
}

/** Whether another active administrator has all permissions. */
export async function hasOtherAdministrator(tx: Tx, butFor: string): Promise<boolean> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', 'admin')
    .where('status', '=', true)
    .where('id', '!=', butFor)
    .where((eb) =>
      eb.or([eb('roles', 'is', null), eb('roles', '@>', sql<string[]>`${allPermissions}::text[]`)]),
    )
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Returns the permissions assigned to a user; null if none were assigned yet. */
export async function rolesOf(tx: Tx, id: string): Promise<string[] | null> {
  const row = await tx.selectFrom('users').select('roles').where('id', '=', id).executeTakeFirst();
  return mustFind(row, 'User').roles;
}

/** Returns a user's contact details for messages. */
export async function contactOf(tx: Tx, id: string) {
  return tx
    .selectFrom('users')
    .select(['first_name as firstName', 'last_name as lastName', 'email', 'phone'])
    .where('id', '=', id)
    .executeTakeFirst();
}
