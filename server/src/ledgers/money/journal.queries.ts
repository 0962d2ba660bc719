import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import type { Entry } from './accounts.ts';

export type JournalKind = 'sale' | 'refund' | 'payment' | 'payout' | 'correction' | 'subscription';

interface Journal {
  locationId: string;
  kind: JournalKind;
  /** The same cause is posted once: the second is refused. */
  causeId: string;
  orderId: string | null;
  userId: string | null;
  entries: readonly Entry[];
}

/** The ledger's only way in: a journal with its entries, which must sum to zero when the transaction ends. */
export async function insertJournal(tx: Tx, journal: Journal): Promise<void> {
  if (journal.entries.length === 0) return;
  const id = newId();
  await sql`
    WITH journal AS (
      INSERT INTO journals (location_id, id, kind, cause_id, order_id, user_id)
      VALUES (${journal.locationId}, ${id}, ${journal.kind}, ${journal.causeId}, ${journal.orderId}, ${journal.userId})
    )
    INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount)
    SELECT ${journal.locationId}::uuid, ${id}::uuid, entry.*
    FROM unnest(${journal.entries.map((_, index) => index + 1)}::smallint[],
      ${journal.entries.map((entry) => entry.account)}::text[],
      ${journal.entries.map((entry) => entry.part)}::text[],
      ${journal.entries.map((entry) => entry.amount)}::bigint[]) AS entry`.execute(tx);
}

interface MarketplaceJournal {
  kind: JournalKind;
  /** The same cause is posted once: the second is refused. */
  causeId: string;
  orderId?: string | null;
  entries: readonly Entry[];
}

/** Posts to the marketplace's own books, also for an actor of single locations, who can't read them. */
export async function postToMarketplace(
  tx: Tx,
  { kind, causeId, orderId = null, entries }: MarketplaceJournal,
): Promise<void> {
  if (entries.length === 0) return;
  await sql`SELECT post_to_marketplace(${newId()}, ${kind}, ${causeId}, ${orderId},
    ${entries.map(({ account }) => account)}::text[], ${entries.map(({ part }) => part)}::text[],
    ${entries.map(({ amount }) => amount)}::bigint[])`.execute(tx);
}

interface CoinEntry {
  customerId: string;
  kind: 'earned' | 'takenBack' | 'redeemed' | 'returned';
  coins: number;
  causeId: string;
  orderId: string;
  locationId: string;
  userId: string | null;
}

/** Adds to the coins of a customer; a trigger keeps the balance. The same cause counts once. */
export async function insertCoins(tx: Tx, entry: CoinEntry): Promise<void> {
  await tx
    .insertInto('coin_entries')
    .values({
      id: newId(),
      customer_id: entry.customerId,
      kind: entry.kind,
      coins: entry.coins,
      cause_id: entry.causeId,
      order_id: entry.orderId,
      location_id: entry.locationId,
      user_id: entry.userId,
    })
    .execute();
}
