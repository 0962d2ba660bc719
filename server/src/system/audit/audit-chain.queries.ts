import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

/** Adds committed entries to the chain, at most so many; gives how many there were. */
export async function chainEntries(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ added: number }>`SELECT chain_audit(${limit}) AS added`.execute(tx);
  return rows[0]!.added;
}

export interface ChainHead {
  position: number;
  /** In hex. */
  hash: string;
  at: string;
}
export async function findChainHead(tx: Tx): Promise<ChainHead | undefined> {
  const { rows } = await sql<ChainHead>`
    SELECT position, encode(hash, 'hex') AS hash, at FROM audit_chain ORDER BY position DESC LIMIT 1`.execute(
    tx,
  );
  return rows[0];
}

/** Those who can sign in as administrators. */
export async function administratorEmails(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('email')
    .where('user_type', '=', 'admin')
    .where('status', '=', true)
    .where('password_hash', 'is not', null)
    .orderBy('email')
    .limit(100)
    .execute();
  return rows.map(({ email }) => email);
}
