import type { SavedView } from '@aisle/contract/system/saved-views';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { mustFind } from '../../core/problem.ts';

/** Maximum number of views shown: with more shared views, users couldn't find the right one. */
const maxShown = 200;

const columns = (userId: string) => sql`v.id AS "_id", v.list, v.name, v.search, v.is_shared AS "isShared",
  v.user_id = ${userId} AS "isMine", v.updated_at AS "updatedAt", v.version,
  (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = v.user_id) AS "ownerName"`;

/** The user's own views come first. */
export async function viewsOf(tx: Tx, userId: string, list: string): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    SELECT ${columns(userId)} FROM saved_views v
    WHERE v.list = ${list} AND (v.user_id = ${userId} OR v.is_shared)
    ORDER BY v.user_id <> ${userId}, v.name COLLATE aisle_names, v.id LIMIT ${maxShown}`.execute(tx);
  return rows;
}

/** Locks a view of the user; other users' views count as missing. */
export async function lockOwnView(tx: Tx, userId: string, id: string): Promise<SavedView> {
  const { rows } = await sql<SavedView>`
    SELECT ${columns(userId)} FROM saved_views v WHERE v.id = ${id} AND v.user_id = ${userId}
    FOR NO KEY UPDATE OF v`.execute(tx);
  return mustFind(rows[0], 'View');
}

export async function countViews(tx: Tx, userId: string, list: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM saved_views WHERE user_id = ${userId} AND list = ${list}`.execute(tx);
  return rows[0]!.count;
}

export async function insertView(
  tx: Tx,
  userId: string,
  view: Pick<SavedView, '_id' | 'list' | 'name' | 'search' | 'isShared'>,
): Promise<void> {
  await sql`
    INSERT INTO saved_views (id, user_id, list, name, search, is_shared)
    VALUES (${view._id}, ${userId}, ${view.list}, ${view.name}, ${JSON.stringify(view.search)}::jsonb,
      ${view.isShared})`.execute(tx);
}

export async function updateView(
  tx: Tx,
  id: string,
  { name, search, isShared }: Pick<SavedView, 'name' | 'search' | 'isShared'>,
): Promise<void> {
  await sql`
    UPDATE saved_views SET name = ${name}, search = ${JSON.stringify(search)}::jsonb, is_shared = ${isShared}
    WHERE id = ${id}`.execute(tx);
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_views').where('id', '=', id).execute();
}
