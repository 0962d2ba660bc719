import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { announceRows } from '../../core/live-events.ts';

/** Adds committed entries to the chain, up to the limit, and announces them; returns their number. */
export async function chainEntries(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<{ added: number }>`SELECT chain_audit(${limit}) AS added`.execute(tx);
  const { added } = rows[0]!;
  if (added > 0) await announceLatest(tx, added);
  return added;
}

/** Tells each location about its own entries, and users of all locations about entries without a location. */
async function announceLatest(tx: Tx, count: number): Promise<void> {
  const nowhere = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
  await announceRows(
    {
      topic: 'audit',
      action: 'added',
      recordId: sql`NULL::uuid`,
      locationId: sql`place`,
      permission: 'access_setting',
    },
    sql`FROM (SELECT DISTINCT coalesce(e.location_id, ${nowhere}) AS place
      FROM audit_chain c JOIN audit_entries e ON e.id = c.entry_id
      WHERE c.position > (SELECT max(position) FROM audit_chain) - ${count}) AS places`,
  ).execute(tx);
}

interface ChainHead {
  position: number;
  /** In hexadecimal. */
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
