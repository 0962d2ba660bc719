import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

interface NewView {
  id: string;
  userId: string;
  /** The administrator's own session. */
  viewOf: string;
  tokenHash: Buffer;
  minutes: number;
}
/** Doesn't record a sign-in of the user, and never counts as confirmed by password. */
export async function insertView(tx: Tx, view: NewView): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: view.id,
      user_id: view.userId,
      view_of: view.viewOf,
      token_hash: view.tokenHash,
      confirmed_at: '1970-01-01T00:00:00Z',
      expires_at: sql`now() + make_interval(mins => ${view.minutes})`,
    })
    .execute();
}
