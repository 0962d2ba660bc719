import type { PaymentDetails } from '@aisle/contract/sales/orders/order-payments';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { announceRows } from '../../core/live-events.ts';
import type { Entry } from './accounts.ts';

type JournalKind =
  | 'sale'
  | 'refund'
  | 'payment'
  | 'payout'
  | 'correction'
  | 'subscription'
  | 'coinAdjustment'
  | 'coinExpiry';

interface Journal {
  locationId: string;
  kind: JournalKind;
  /** The same cause is posted once: the second is refused. */
  causeId: string;
  orderId: string | null;
  userId: string | null;
  entries: readonly Entry[];
}

/** Tells open books of a location that a journal was posted, within the statement that posts it. */
export const announceJournals = (locationId: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  announceRows(
    {
      topic: 'books',
      action: 'posted',
      recordId: sql`NULL::uuid`,
      locationId,
      permission: 'statement_all_view',
    },
    from,
  );

/** The ledger's only way in: a journal with its entries, which must sum to zero when the transaction ends. */
export async function insertJournal(tx: Tx, journal: Journal): Promise<void> {
  if (journal.entries.length === 0) return;
  const id = newId();
  await sql`
    WITH journal AS (
      INSERT INTO journals (location_id, id, kind, cause_id, order_id, user_id)
      VALUES (${journal.locationId}, ${id}, ${journal.kind}, ${journal.causeId}, ${journal.orderId}, ${journal.userId})
    ), announced AS (
      ${announceJournals(sql`${journal.locationId}::uuid`, sql``)}
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
  kind: 'earned' | 'takenBack' | 'redeemed' | 'returned' | 'adjusted';
  /** Below zero where they leave. */
  coins: number;
  causeId: string;
  orderId: string | null;
  /** Null: the marketplace itself. */
  locationId: string | null;
  userId: string | null;
  userName?: string;
  /** What new coins are worth, in cents, and after how many days they expire; null: never. */
  lot?: { worth: number; expiryDays: number | null };
}
/** What an entry did: what it took or returned is worth as much as when the coins were earned. */
export interface CoinsMoved {
  id: string;
  coins: number;
  worth: number;
}

/**
 * Adds to the coins of a customer, or takes some from the lots that expire first; triggers keep lots and balance. The
 * same cause counts once. Coins that are taken back may be fewer than wanted: those that are there.
 */
export async function insertCoins(tx: Tx, entry: CoinEntry): Promise<CoinsMoved> {
  const id = newId();
  const { rows } = await sql<CoinsMoved>`
    INSERT INTO coin_entries (customer_id, id, kind, coins, cause_id, order_id, location_id, user_id, user_name, worth,
      expires_at)
    VALUES (${entry.customerId}, ${id}, ${entry.kind}, ${entry.coins}, ${entry.causeId}, ${entry.orderId},
      coalesce(${entry.locationId}::uuid, marketplace_books()), ${entry.userId}, ${entry.userName ?? null},
      ${entry.lot?.worth ?? 0},
      (now() AT TIME ZONE marketplace_time_zone() + make_interval(days => ${entry.lot?.expiryDays ?? null}::int))
        AT TIME ZONE marketplace_time_zone())
    RETURNING id, coins, worth`.execute(tx);
  return rows[0] ?? { id, coins: 0, worth: 0 };
}

/** The ledger entries of an order, oldest first. */
export async function entriesOfOrder(
  tx: Tx,
  locationId: string,
  orderId: string,
): Promise<PaymentDetails['entries']> {
  return tx
    .selectFrom('journals as j')
    .innerJoin('ledger_entries as e', (join) =>
      join.onRef('e.location_id', '=', 'j.location_id').onRef('e.journal_id', '=', 'j.id'),
    )
    .select(['e.account', 'e.part', 'e.amount', 'j.kind', 'j.posted_at as postedAt'])
    .where('j.location_id', '=', locationId)
    .where('j.order_id', '=', orderId)
    .orderBy('j.id')
    .orderBy('e.position')
    .execute();
}
