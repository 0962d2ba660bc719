import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

interface CoinMove {
  survivorId: string;
  mergedId: string;
  mergeId: string;
  userId: string | null;
}

/** Moves the coins of the customer who is merged by one entry on each side, so that the ledger is only added to. */
export async function moveCoins(tx: Tx, { survivorId, mergedId, mergeId, userId }: CoinMove): Promise<void> {
  await sql`
    INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, user_id)
    SELECT moved.customer_id, new_uuid_v7(), 'adjusted', moved.coins, ${mergeId}, ${userId}
    FROM customers c, LATERAL (VALUES (c.id, -c.coin_balance), (${survivorId}::uuid, c.coin_balance))
      AS moved (customer_id, coins)
    WHERE c.id = ${mergedId} AND c.coin_balance <> 0`.execute(tx);
}

/** Moves back what came with the merge, as far as it is still there. */
export async function moveCoinsBack(tx: Tx, move: CoinMove): Promise<void> {
  const { survivorId, mergedId, mergeId, userId } = move;
  await sql`
    INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, user_id)
    SELECT moved.customer_id, new_uuid_v7(), 'adjusted', moved.coins, new_uuid_v7(), ${userId}
    FROM (SELECT least(e.coins, greatest(0, c.coin_balance)) AS coins
      FROM coin_entries e JOIN customers c ON c.id = e.customer_id
      WHERE e.customer_id = ${survivorId} AND e.kind = 'adjusted' AND e.cause_id = ${mergeId}) AS came,
    LATERAL (VALUES (${survivorId}::uuid, -came.coins), (${mergedId}::uuid, came.coins)) AS moved (customer_id, coins)
    WHERE came.coins > 0`.execute(tx);
}
