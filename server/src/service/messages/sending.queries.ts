import type { BulkMessage, SendOutcome } from '@aisle/contract/service/messages';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { announce } from '../../core/live-events.ts';
import { type Addressee, exclusionReason } from './audience.queries.ts';
import { lockBulkMessage } from './messages.queries.ts';

/** Longer than a server holds a claim: it sends a batch for at most 10 seconds, and SMTP times out within 40. */
const claimLife = '1 minute';

/** Whether a job may still send this message: it isn't stopped, and no other job has taken over. */
export async function isToBeSent(tx: Tx, id: string, jobId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM bulk_messages
    WHERE id = ${id} AND job_id = ${jobId} AND stopped_at IS NULL AND finished_at IS NULL`.execute(tx);
  return rows.length > 0;
}

/**
 * Ends the claims of servers that were killed. Those messages may have been sent, so they aren't sent again. Newer claims may
 * belong to a server that is still working. The caller has locked the message.
 */
export async function finishClaims(tx: Tx, id: string): Promise<void> {
  await sql`
    UPDATE bulk_recipients SET outcome = 'unknown', reason = 'The server was interrupted while sending', done_at = now()
    WHERE message_id = ${id} AND outcome = 'sending'
      AND claimed_at < now() - ${claimLife}::interval`.execute(tx);
}

const announceCounts = (tx: Tx, id: string): Promise<void> =>
  announce(tx, { topic: 'messages', action: 'progress', recordId: id, permission: 'customer_list' });

/** Counts the recipients by outcome and stores the counts with the message. */
export async function recount(tx: Tx, id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ counts: Record<string, number> }>`
    UPDATE bulk_messages SET counts = coalesce((SELECT jsonb_object_agg(outcome, n) FROM (SELECT outcome, count(*) AS n
      FROM bulk_recipients WHERE message_id = ${id} GROUP BY outcome) AS found), '{}')
    WHERE id = ${id} RETURNING counts`.execute(tx);
  await announceCounts(tx, id);
  return rows[0]?.counts ?? {};
}

/** Reserves time for this many messages from the rate shared by all messages, or returns how long to wait. */
export async function reserveSendTime(
  tx: Tx,
  messages: number,
  perMinute: number,
): Promise<{ waitMs: number }> {
  const seconds = (messages * 60) / perMinute;
  const { rows } = await sql<{ waitMs: number }>`SELECT claim_message_time(${seconds}) AS "waitMs"`.execute(
    tx,
  );
  return rows[0]!;
}

export interface ClaimedRecipient extends Addressee {
  position: number;
  /** The reason if the recipient was excluded just before sending. */
  reason: string | null;
}
const lateReasons = `CASE c.marketing_consent_how WHEN 'unsubscribeLink' THEN 'unsubscribed' ELSE 'no-consent' END`;
/** Claims the next recipients. Checks their current consent, not the one when the audience was counted. */
export async function claimRecipients(
  tx: Tx,
  { _id: id, channel }: Pick<BulkMessage, '_id' | 'channel'>,
  limit: number,
): Promise<ClaimedRecipient[]> {
  const { rows } = await sql<ClaimedRecipient>`
    WITH next AS (
      SELECT r.message_id, r.position FROM bulk_recipients r
      WHERE r.message_id = ${id} AND r.outcome = 'waiting' ORDER BY r.position LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), judged AS (
      SELECT next.*, c.id AS customer_id, c.first_name, c.last_name, c.email, c.phone,
        CASE WHEN c.id IS NULL THEN 'gone' WHEN NOT c.marketing_consent THEN ${sql.raw(lateReasons)}
          ELSE ${exclusionReason(channel)} END AS left_out
      FROM next JOIN bulk_recipients r USING (message_id, position) LEFT JOIN customers c ON c.id = r.customer_id
    )
    UPDATE bulk_recipients r SET claimed_at = now(), reason = judged.left_out,
      outcome = CASE WHEN judged.left_out IS NULL THEN 'sending' ELSE 'leftOut' END,
      done_at = CASE WHEN judged.left_out IS NOT NULL THEN now() END
    FROM judged WHERE r.message_id = judged.message_id AND r.position = judged.position
    RETURNING r.position, r.customer_id AS "customerId", judged.first_name AS "firstName",
      judged.last_name AS "lastName", judged.email, judged.phone, judged.left_out AS reason`.execute(tx);
  return rows.sort((a, b) => a.position - b.position);
}

export interface SendResult {
  position: number;
  outcome: Exclude<SendOutcome, 'sending'>;
  reason: string | null;
}
/** Saves the results of claimed recipients with the counts. An expired claim never becomes waiting again. */
export async function recordResults(
  tx: Tx,
  id: string,
  results: readonly SendResult[],
  counts: Record<string, number>,
): Promise<void> {
  await lockBulkMessage(tx, id);
  await sql`
    WITH noted AS (
      UPDATE bulk_recipients r SET outcome = result.outcome, reason = result.reason,
        done_at = CASE WHEN result.outcome <> 'waiting' THEN now() END
      FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS result (position integer, outcome text, reason text)
      WHERE r.message_id = ${id} AND r.position = result.position 
        AND (r.outcome = 'sending' OR (r.outcome = 'unknown' AND result.outcome <> 'waiting'))
    )
    UPDATE bulk_messages SET counts = ${JSON.stringify(counts)}::jsonb WHERE id = ${id}`.execute(tx);
  await announceCounts(tx, id);
}

/**
 * Finishes a message unless a recipient is waiting or claimed. Returns what remains, because another server releases claimed
 * recipients that it can't send to.
 */
export async function finishIfDone(tx: Tx, id: string): Promise<'nothing' | 'waiting' | 'claimed'> {
  await lockBulkMessage(tx, id);
  await finishClaims(tx, id);
  const { rows } = await sql<{ isWaiting: boolean; isClaimed: boolean }>`
    SELECT count(*) FILTER (WHERE outcome = 'waiting') > 0 AS "isWaiting", count(*) > 0 AS "isClaimed"
    FROM bulk_recipients WHERE message_id = ${id} AND outcome IN ('waiting', 'sending')`.execute(tx);
  if (rows[0]!.isWaiting) return 'waiting';
  if (rows[0]!.isClaimed) return 'claimed';
  await tx
    .updateTable('bulk_messages')
    .set({ finished_at: sql`now()` })
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .execute();
  await announceCounts(tx, id);
  return 'nothing';
}
