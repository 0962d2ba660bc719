import type { InboundResult } from '@aisle/contract/service/support';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

type KnownMail = Pick<InboundResult, 'ticketId' | 'number' | 'leftOut'>;
/** What was made of an email that came before, once its transaction is over. */
export async function findInbound(tx: Tx, messageId: string): Promise<KnownMail | undefined> {
  const { rows } = await sql<KnownMail>`
    SELECT i.ticket_id AS "ticketId", format_number('ticket', t.number) AS number, i.left_out AS "leftOut"
    FROM inbound_mails i LEFT JOIN tickets t ON t.id = i.ticket_id WHERE i.message_id = ${messageId}`.execute(
    tx,
  );
  return rows[0];
}

/** Holds back the same email sent a second time; false if it was here before. */
export async function claimInbound(
  tx: Tx,
  mail: { messageId: string; sender: string; textHash: Buffer },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('inbound_mails')
    .values({
      message_id: mail.messageId,
      sender: mail.sender,
      text_hash: mail.textHash,
      result: 'ignored',
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function noteInbound(tx: Tx, messageId: string, result: InboundResult): Promise<void> {
  await tx
    .updateTable('inbound_mails')
    .set({
      result: result.result,
      reason: result.reason,
      ticket_id: result.ticketId,
      left_out: result.leftOut,
    })
    .where('message_id', '=', messageId)
    .execute();
}

/** How often the same text came from the same sender within the last hour. */
export async function timesSent(tx: Tx, sender: string, textHash: Buffer): Promise<number> {
  const { rows } = await sql<{ times: number }>`
    SELECT count(*) AS times FROM inbound_mails
    WHERE sender = ${sender} AND text_hash = ${textHash} AND created_at > now() - interval '1 hour'`.execute(
    tx,
  );
  return rows[0]!.times;
}

/** The message with this ID, if there is one: ours that came back, or one that was received long ago. */
export async function findMessage(
  tx: Tx,
  messageId: string,
): Promise<{ isOwn: boolean; ticketId: string; number: string } | undefined> {
  const { rows } = await sql<{ isOwn: boolean; ticketId: string; number: string }>`
    SELECT m.mail_id IS NOT NULL AS "isOwn", t.id AS "ticketId", format_number('ticket', t.number) AS number
    FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id WHERE m.mail_message_id = ${messageId}`.execute(
    tx,
  );
  return rows[0];
}

/** The ticket of the first of these emails that is known. */
export async function ticketOfMails(tx: Tx, messageIds: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT ticket_id AS id FROM ticket_messages WHERE mail_message_id = ANY (${messageIds}::text[])
    ORDER BY array_position(${messageIds}::text[], mail_message_id) LIMIT 1`.execute(tx);
  return rows[0]?.id;
}

/** The ticket that goes on with this one: itself, or the one that it was merged into. */
export async function survivorOf(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT coalesce(merged_into, id) AS id FROM tickets WHERE id = ${id}`.execute(tx);
  return rows[0]?.id;
}

export interface Sender {
  customerId: string;
  name: string;
}
export async function customerOfEmail(tx: Tx, email: string): Promise<Sender | undefined> {
  const { rows } = await sql<Sender>`
    SELECT id AS "customerId", rtrim(first_name || ' ' || last_name) AS name FROM customers
    WHERE lower(email) = ${email}`.execute(tx);
  return rows[0];
}

/** The first of these orders that is this customer's. */
export async function orderOfCustomer(
  tx: Tx,
  customerId: string,
  numbers: readonly number[],
): Promise<{ id: string; locationId: string } | undefined> {
  const { rows } = await sql<{ id: string; locationId: string }>`
    SELECT id, location_id AS "locationId" FROM orders
    WHERE number = ANY (${numbers}::bigint[]) AND customer_id = ${customerId}
    ORDER BY array_position(${numbers}::bigint[], number::bigint) LIMIT 1`.execute(tx);
  return rows[0];
}

export async function forgetInbound(tx: Tx): Promise<void> {
  await sql`DELETE FROM inbound_mails WHERE message_id IN (
    SELECT message_id FROM inbound_mails WHERE created_at < now() - interval '90 days' ORDER BY created_at LIMIT 50000)`.execute(
    tx,
  );
}
