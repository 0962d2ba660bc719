import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { NewRow } from '../../../core/db/rows/columns.ts';

/** Whether the user has ever accessed the account, with a password or otherwise. */
export async function isAccountInUse(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ inUse: boolean }>`
    SELECT u.password_hash IS NOT NULL OR EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id) AS "inUse"
    FROM users u WHERE u.id = ${userId}`.execute(tx);
  return rows[0]?.inUse ?? false;
}

/** Whether any user has the email, including users that a store user can't see. */
export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`SELECT is_email_taken(${email}) AS taken`.execute(tx);
  return rows[0]!.taken;
}

/** Replaces a pending change. */
export async function insertEmailChange(tx: Tx, change: NewRow<'email_changes'>): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ stopped_at: sql`now()` })
    .where('user_id', '=', change.user_id)
    .where('confirmed_at', 'is', null)
    .where('stopped_at', 'is', null)
    .execute();
  await tx.insertInto('email_changes').values(change).execute();
}

export interface EmailChange {
  id: string;
  userId: string;
  oldEmail: string;
  newEmail: string;
  confirmedAt: string | null;
  sessionId: string | null;
  firstName: string;
  lastName: string;
}
const columns = [
  'c.id',
  'c.user_id as userId',
  'c.old_email as oldEmail',
  'c.new_email as newEmail',
  'c.confirmed_at as confirmedAt',
  'c.session_id as sessionId',
  'u.first_name as firstName',
  'u.last_name as lastName',
] as const;

/** Locks and returns the change that a link confirms, if it is pending and the account's email is still the old one. */
export async function findToConfirm(
  tx: Tx,
  confirmHash: Buffer,
  hours: number,
): Promise<EmailChange | undefined> {
  return tx
    .selectFrom('email_changes as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(columns)
    .where('c.confirm_hash', '=', confirmHash)
    .where('c.confirmed_at', 'is', null)
    .where('c.stopped_at', 'is', null)
    .where('c.created_at', '>', sql<string>`now() - make_interval(hours => ${hours})`)
    .where('u.status', '=', true)
    .whereRef('u.email', '=', 'c.old_email')
    .forUpdate()
    .executeTakeFirst();
}

/** Locks and returns the change that a link stops: a pending one, or one whose new email the account still has. */
export async function findToStop(tx: Tx, stopHash: Buffer, hours: number): Promise<EmailChange | undefined> {
  return tx
    .selectFrom('email_changes as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(columns)
    .where('c.stop_hash', '=', stopHash)
    .where('c.stopped_at', 'is', null)
    .where('c.created_at', '>', sql<string>`now() - make_interval(hours => ${hours})`)
    .where(sql<boolean>`u.email = CASE WHEN c.confirmed_at IS NULL THEN c.old_email ELSE c.new_email END`)
    .forUpdate()
    .executeTakeFirst();
}

export async function markConfirmed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('email_changes').set({ confirmed_at: sql`now()` }).where('id', '=', id).execute();
}

/** Also stops the user's other pending changes, since another one could have been requested meanwhile. */
export async function markStopped(tx: Tx, { id, userId }: EmailChange): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ stopped_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('stopped_at', 'is', null)
    .where((where) => where.or([where('id', '=', id), where('confirmed_at', 'is', null)]))
    .execute();
}

export async function setEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await tx.updateTable('users').set({ email }).where('id', '=', userId).execute();
}
