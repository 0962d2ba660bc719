import type { PaymentDetails } from '@aisle/contract/sales/orders/order-payments';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { announceRows } from '../../core/live-events.ts';
import type { Entry } from './accounts.ts';

type JournalKind =
  | 'sale'
  | 'refund'
  | 'refundReversal'
  | 'payment'
  | 'payout'
  | 'correction'
  | 'subscription'
  | 'coinAdjustment'
  | 'coinExpiry'
  | 'creditAdjustment'
  | 'giftCard'
  | 'providerTransaction'
  | 'vendorPayment';

interface Journal {
  locationId: string;
  kind: JournalKind;
  /** A cause can be posted only once. */
  causeId: string;
  orderId: string | null;
  userId: string | null;
  entries: readonly Entry[];
}

/** Announces a posted journal to open books of a location, within the statement that posts it. */
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

/**
 * Inserts a journal with its entries, which must sum to zero at the end of the transaction. This is the only way to post to the
 * ledger.
 */
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
    INSERT INTO ledger_entries (location_id, journal_id, position, account, part, amount, vendor_id)
    SELECT ${journal.locationId}::uuid, ${id}::uuid, entry.*
    FROM unnest(${journal.entries.map((_, index) => index + 1)}::smallint[],
      ${journal.entries.map((entry) => entry.account)}::text[],
      ${journal.entries.map((entry) => entry.part)}::text[],
      ${journal.entries.map((entry) => entry.amount)}::bigint[],
      ${journal.entries.map((entry) => entry.vendorId ?? null)}::uuid[]) AS entry`.execute(tx);
}

interface MarketplaceJournal {
  kind: JournalKind;
  /** A cause can be posted only once. */
  causeId: string;
  orderId?: string | null;
  entries: readonly Entry[];
}

/** Posts to the marketplace's books, also for users of single locations, who can't read these books. */
export const postToMarketplace = (tx: Tx, journal: MarketplaceJournal): Promise<void> =>
  postManyToMarketplace(tx, [journal]);

/** Posts many journals in one statement. Skips journals without entries. */
export async function postManyToMarketplace(tx: Tx, journals: readonly MarketplaceJournal[]): Promise<void> {
  const rows = journals
    .filter(({ entries }) => entries.length > 0)
    .map(({ kind, causeId, orderId = null, entries }) => ({
      id: newId(),
      kind,
      causeId,
      orderId,
      accounts: entries.map(({ account }) => account),
      parts: entries.map(({ part }) => part),
      amounts: entries.map(({ amount }) => amount),
    }));
  if (rows.length === 0) return;
  await sql`SELECT post_to_marketplace(id, kind, "causeId", "orderId", accounts, parts, amounts)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS journal (id uuid, kind text, "causeId" uuid,
      "orderId" uuid, accounts text[], parts text[], amounts bigint[])`.execute(tx);
}

/** The entries that a cause posted. */
export async function entriesOfCause(
  tx: Tx,
  { locationId, kind, causeId }: Pick<Journal, 'locationId' | 'kind' | 'causeId'>,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    SELECT e.account, e.part, e.amount, e.vendor_id AS "vendorId"
    FROM journals j JOIN ledger_entries e ON e.location_id = j.location_id AND e.journal_id = j.id
    WHERE j.location_id = ${locationId} AND j.kind = ${kind} AND j.cause_id = ${causeId} ORDER BY e.position`.execute(
    tx,
  );
  return rows;
}

/**
 * Joins the refund `r` that the journals of an alias are about. If they reverse a part of it, or post that part again, `v` is the
 * part.
 */
export const refundOfJournal = (alias: string): RawBuilder<unknown> => {
  const j = sql.table(alias);
  return sql`
    LEFT JOIN refund_reversals v ON ${j}.kind IN ('refund', 'refundReversal') AND v.location_id = ${j}.location_id
      AND v.id = ${j}.cause_id
    LEFT JOIN refunds r ON ${j}.kind IN ('refund', 'refundReversal') AND r.location_id = ${j}.location_id
      AND r.order_id = ${j}.order_id AND r.id = coalesce(v.refund_id, ${j}.cause_id)`;
};

interface CoinEntry {
  customerId: string;
  kind: 'earned' | 'takenBack' | 'redeemed' | 'returned' | 'adjusted';
  /** Negative if coins are removed. */
  coins: number;
  causeId: string;
  orderId: string | null;
  /** Null for the marketplace. */
  locationId: string | null;
  userId: string | null;
  userName?: string;
  /** The value of new coins in cents, and the number of days until they expire; null if they never expire. */
  lot?: { worth: number; expiryDays: number | null };
}
/** The result of an entry. Coins that it removed or returned keep the value they had when they were earned. */
export interface CoinsMoved {
  id: string;
  coins: number;
  worth: number;
}

/**
 * Adds coins to a customer, or removes some from the lots that expire first. Triggers maintain lots and balance. A cause counts
 * once. If fewer coins are left than should be taken back, it takes those that are left.
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
