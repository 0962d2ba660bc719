import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

interface CoinMove {
  survivorId: string;
  mergedId: string;
  mergeId: string;
}

/** Moves the coins of the customer who is merged, each lot with its worth and expiry, by entries on both sides. */
export async function moveCoins(tx: Tx, { survivorId, mergedId, mergeId }: CoinMove): Promise<void> {
  await sql`SELECT move_coins(${mergedId}, ${survivorId}, ${mergeId})`.execute(tx);
}

/** Moves back what came with the merge, as far as it is still there. */
export async function moveCoinsBack(tx: Tx, { survivorId, mergedId, mergeId }: CoinMove): Promise<void> {
  await sql`SELECT move_coins_back(${mergedId}, ${survivorId}, ${mergeId})`.execute(tx);
}
