import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';

/** A card whose code wasn't delivered yet. */
export interface SealedCard {
  id: string;
  number: string;
  amount: number;
  balance: number;
  recipientName: string | null;
  recipientEmail: string | null;
  message: string | null;
  expiresOn: string | null;
  sealed: Buffer;
  printKey: string | null;
}
const sealedCard = sql`g.id, format_number('giftCard', g.number) AS number, g.amount, g.balance,
  g.recipient_name AS "recipientName", g.recipient_email AS "recipientEmail", g.message, g.expires_on AS "expiresOn",
  g.sealed_code AS sealed, g.print_key AS "printKey"`;

/** Locks a card. Undefined if its code was delivered. */
export async function lockSealed(tx: Tx, id: string): Promise<SealedCard | undefined> {
  const { rows } = await sql<SealedCard>`
    SELECT ${sealedCard} FROM gift_cards g WHERE g.id = ${id} AND g.sealed_code IS NOT NULL FOR NO KEY UPDATE`.execute(
    tx,
  );
  return rows[0];
}

/** Whether an email on this day is sent at once. */
export async function isDue(tx: Tx, sendOn: string): Promise<'due' | 'later' | 'past'> {
  const { rows } = await sql<{ days: number }>`
    SELECT ${sendOn}::date - (now() AT TIME ZONE marketplace_time_zone())::date AS days`.execute(tx);
  const { days } = rows[0]!;
  return days === 0 ? 'due' : days > 0 ? 'later' : 'past';
}

/** Locks cards whose emails are due and weren't sent. Frozen ones wait until they are active again. */
export async function lockDue(tx: Tx, limit: number): Promise<SealedCard[]> {
  const { rows } = await sql<SealedCard>`
    SELECT ${sealedCard} FROM gift_cards g
    WHERE g.sealed_code IS NOT NULL AND g.recipient_email IS NOT NULL AND g.sent_at IS NULL
      AND gift_card_status(g) = 'active'
      AND coalesce(g.send_on, '-infinity') <= (now() AT TIME ZONE marketplace_time_zone())::date
    ORDER BY g.send_on, g.id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  return rows;
}

/** Replaces the links of cards. */
export async function setLinks(tx: Tx, links: readonly { id: string; hash: Buffer }[]): Promise<void> {
  await sql`
    UPDATE gift_cards g SET link_hash = link.hash, sent_at = now()
    FROM unnest(${links.map(({ id }) => id)}::uuid[], ${links.map(({ hash }) => hash)}::bytea[]) AS link (id, hash)
    WHERE g.id = link.id`.execute(tx);
}

/** The card of a link, with the balance that can be spent. */
export async function findByLink(tx: Tx, hash: Buffer, isOpening = false): Promise<SealedCard | undefined> {
  const { rows } = await sql<SealedCard>`
    SELECT ${sealedCard} FROM gift_cards g WHERE g.link_hash = ${hash} ${isOpening ? sql`FOR NO KEY UPDATE` : sql``}`.execute(
    tx,
  );
  return rows[0];
}

export async function setPrint(tx: Tx, id: string, key: string): Promise<void> {
  await sql`UPDATE gift_cards SET print_key = ${key} WHERE id = ${id}`.execute(tx);
}

/** Forgets codes that were delivered or stop working, and their links. */
export async function forgetCodes(
  tx: Tx,
  ids: readonly string[],
  { isDelivered }: { isDelivered: boolean },
): Promise<void> {
  await sql`UPDATE gift_cards SET sealed_code = NULL, link_hash = NULL, print_key = NULL,
      delivered_at = ${isDelivered ? sql`now()` : sql`delivered_at`}
    WHERE id = ANY (${ids}::uuid[])`.execute(tx);
}

export async function deletePrints(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`DELETE FROM files WHERE storage_key = ANY (${keys}::text[]) AND kind = 'export'`.execute(tx);
}

/** The number of cards of a batch. Makes others who add cards to it wait. */
export async function countBatch(tx: Tx, batchId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${batchId}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM gift_cards WHERE batch_id = ${batchId}`.execute(tx);
  return rows[0]!.count;
}

/** Locks the cards of a batch that no one has the code of. */
export async function lockBatch(tx: Tx, batchId: string): Promise<SealedCard[]> {
  const { rows } = await sql<SealedCard>`
    SELECT ${sealedCard} FROM gift_cards g
    WHERE g.batch_id = ${batchId} AND g.sealed_code IS NOT NULL AND g.recipient_email IS NULL
    ORDER BY g.number FOR NO KEY UPDATE`.execute(tx);
  return rows;
}
