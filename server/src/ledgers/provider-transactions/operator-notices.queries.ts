import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { announce } from '../../core/live-events.ts';

/** Tells the people who operate the marketplace about something that Aisle can't decide. */
export async function notifyOperator(tx: Tx, text: string): Promise<void> {
  const { numAffectedRows } = await sql`
    INSERT INTO notices (kind, permission, text) SELECT 'cardPayments', 'access_setting', ${text}
    WHERE NOT EXISTS (SELECT FROM notices WHERE kind = 'cardPayments' AND text = ${text} AND over_at IS NULL)`.execute(
    tx,
  );
  if (!numAffectedRows) return;
  await announce(tx, { topic: 'notifications', action: 'cardPayments', permission: 'access_setting' });
}
