import type { DisputeStatus } from '@aisle/contract/sales/dispute-status';
import type { DisputeEvidence } from '@aisle/contract/sales/disputes';
import { sql } from 'kysely';
import { systemActor } from '../../core/audit.ts';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { announce } from '../../core/live-events.ts';
import type { DisputeReport } from '../../ledgers/gateways/disputes.ts';
import type { GatewayName } from '../../ledgers/gateways/gateway.ts';
import type { OrderFacts } from './evidence-draft.ts';

export interface StoredDispute {
  id: string;
  number: string;
  locationId: string;
  orderId: string;
  status: DisputeStatus;
  amount: number;
  fundedBy: 'marketplace' | 'location';
  locationPays: number;
  version: number;
}
const columns = sql`id, format_number('dispute', number) AS number, location_id AS "locationId", order_id AS "orderId",
  status, amount, funded_by AS "fundedBy", location_pays AS "locationPays", version`;

/** Locks a dispute by its ID at the provider. */
export async function lockReported(
  tx: Tx,
  provider: GatewayName,
  ref: string,
): Promise<StoredDispute | undefined> {
  const { rows } = await sql<StoredDispute>`SELECT ${columns} FROM disputes
    WHERE provider = ${provider} AND provider_id = ${ref} FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

interface PaymentOfOrder {
  locationId: string;
  orderId: string;
}
/** The order of a payment. Locks the payment, so that two reports about a new dispute wait for each other. */
export async function lockPayment(
  tx: Tx,
  provider: GatewayName,
  paymentId: string,
): Promise<PaymentOfOrder | undefined> {
  const { rows } = await sql<PaymentOfOrder>`
    SELECT location_id AS "locationId", order_id AS "orderId" FROM payments
    WHERE id = ${paymentId} AND provider = ${provider} FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

const feeOf = ({ transactions }: DisputeReport) => transactions.reduce((sum, { fee }) => sum + fee, 0);

interface NewDispute extends PaymentOfOrder {
  paymentId: string;
  status: DisputeStatus;
  fundedBy: StoredDispute['fundedBy'];
  evidence: DisputeEvidence;
}
export async function insertDispute(
  tx: Tx,
  provider: GatewayName,
  report: DisputeReport,
  { locationId, orderId, paymentId, status, fundedBy, evidence }: NewDispute,
): Promise<StoredDispute> {
  const { rows } = await sql<StoredDispute>`
    INSERT INTO disputes (location_id, id, order_id, payment_id, provider, provider_id, provider_status, status, amount,
      fee, reason, due_by, is_charge_refundable, evidence, funded_by)
    VALUES (${locationId}, ${newId()}, ${orderId}, ${paymentId}, ${provider}, ${report.ref}, ${report.status}, ${status},
      ${report.amount}, ${feeOf(report)}, ${report.reason}, ${report.dueBy}, ${report.isChargeRefundable},
      ${JSON.stringify(evidence)}, ${fundedBy})
    RETURNING ${columns}`.execute(tx);
  return rows[0]!;
}

/** Takes over what the provider reports. Returns undefined if nothing changed. */
export async function updateReported(
  tx: Tx,
  { locationId, id }: StoredDispute,
  report: DisputeReport,
  status: DisputeStatus,
): Promise<StoredDispute | undefined> {
  const { rows } = await sql<StoredDispute>`
    UPDATE disputes SET provider_status = ${report.status}, status = ${status}, amount = ${report.amount},
      fee = ${feeOf(report)}, reason = ${report.reason}, due_by = ${report.dueBy},
      is_charge_refundable = ${report.isChargeRefundable}, updated_at = now(),
      reminded_at = CASE WHEN due_by IS NOT DISTINCT FROM ${report.dueBy} THEN reminded_at END
    WHERE location_id = ${locationId} AND id = ${id}
      AND (provider_status, amount, fee, reason, due_by, is_charge_refundable) IS DISTINCT FROM
        (${report.status}::text, ${report.amount}::bigint, ${feeOf(report)}::bigint, ${report.reason}::text,
          ${report.dueBy}::timestamptz, ${report.isChargeRefundable}::boolean)
    RETURNING ${columns}`.execute(tx);
  return rows[0];
}

/** Records the part that the location pays, with the reason for its change in the location's balance. */
export async function saveShare(
  tx: Tx,
  { locationId, id, number, locationPays }: StoredDispute,
  share: number,
): Promise<string> {
  await sql`UPDATE disputes SET location_pays = ${share} WHERE location_id = ${locationId} AND id = ${id}`.execute(
    tx,
  );
  const adjustmentId = newId();
  const isCharged = share > locationPays;
  await tx
    .insertInto('adjustments')
    .values({
      id: adjustmentId,
      location_id: locationId,
      amount: locationPays - share,
      reason: isCharged ? `Dispute ${number} was lost` : `Dispute ${number} was won on appeal`,
      user_name: systemActor.name,
    })
    .execute();
  return adjustmentId;
}

/** Opens or closes the notice of a dispute. Staff see it as long as the provider waits for an answer. */
export async function setNotice(
  tx: Tx,
  { locationId, orderId }: Pick<StoredDispute, 'locationId' | 'orderId'>,
  text: string | null,
): Promise<void> {
  await sql`UPDATE notices SET over_at = now() WHERE kind = 'dispute' AND location_id = ${locationId}
    AND order_id = ${orderId} AND over_at IS NULL`.execute(tx);
  if (text !== null) {
    await sql`INSERT INTO notices (kind, location_id, order_id, permission, text)
      VALUES ('dispute', ${locationId}, ${orderId}, 'dispute_list', ${text}) ON CONFLICT DO NOTHING`.execute(
      tx,
    );
  }
  await announce(tx, {
    topic: 'notifications',
    action: 'dispute',
    recordId: orderId,
    locationId,
    permission: 'dispute_list',
  });
}

interface DueSoon extends Pick<StoredDispute, 'locationId' | 'orderId' | 'number'> {
  dueBy: string;
}
/** Claims disputes whose answer is due within two days and that staff weren't reminded of yet. */
export async function claimDueSoon(tx: Tx): Promise<DueSoon[]> {
  const { rows } = await sql<DueSoon>`
    UPDATE disputes d SET reminded_at = now() FROM locations l, (
      SELECT location_id, id FROM disputes
      WHERE status IN ('inquiry', 'needsResponse') AND due_by BETWEEN now() AND now() + interval '2 days'
        AND reminded_at IS NULL AND sending IS NULL AND provider_status LIKE '%needs_response'
      ORDER BY due_by LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED
    ) due
    WHERE d.location_id = due.location_id AND d.id = due.id AND l.id = d.location_id
    RETURNING d.location_id AS "locationId", d.order_id AS "orderId", format_number('dispute', d.number) AS number,
      to_char(d.due_by AT TIME ZONE l.time_zone, 'MM/DD/YYYY, FMHH12:MI AM') AS "dueBy"`.execute(tx);
  return rows;
}

/** The facts from which the evidence of a dispute is drafted. */
export async function factsOfOrder(tx: Tx, { locationId, orderId }: PaymentOfOrder): Promise<OrderFacts> {
  const { rows } = await sql<OrderFacts>`
    SELECT format_number('order', o.number) AS number, l.name AS "locationName", o.customer_name AS "customerName",
      coalesce(o.contact ->> 'email', c.email) AS email,
      CASE WHEN o.fulfilment = 'delivery' THEN concat_ws(', ', o.address ->> 'line1', nullif(o.address ->> 'line2', ''),
        o.address ->> 'city', concat_ws(' ', o.address ->> 'state', o.address ->> 'postalCode')) END AS address,
      to_char(o.created_at AT TIME ZONE l.time_zone, 'YYYY-MM-DD') AS "placedDay",
      to_char(o.delivered_at AT TIME ZONE l.time_zone, 'YYYY-MM-DD') AS "deliveredDay",
      to_char(o.delivered_at AT TIME ZONE l.time_zone, 'MM/DD/YYYY, FMHH12:MI AM') AS "deliveredAt",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'quantity', coalesce(n.picked_quantity, n.quantity),
          'unit', n.unit, 'total', n.total) ORDER BY n.position), '[]')
        FROM order_lines n WHERE n.location_id = o.location_id AND n.order_id = o.id AND NOT n.removed) AS lines,
      o.total, o.paid, o.refunded, d.driver_name AS "driverName", d.proof,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'channel', m.channel, 'at',
          to_char(m.created_at AT TIME ZONE l.time_zone, 'MM/DD/YYYY, FMHH12:MI AM')) ORDER BY m.created_at), '[]')
        FROM order_messages m WHERE m.location_id = o.location_id AND m.order_id = o.id) AS messages,
      (SELECT count(*) FROM (SELECT FROM orders e WHERE e.customer_id = o.customer_id AND e.status = 'delivered'
          AND e.created_at < o.created_at
          AND NOT EXISTS (SELECT FROM disputes x WHERE x.location_id = e.location_id AND x.order_id = e.id)
        LIMIT 100) AS earlier) AS "earlierOrders"
    FROM orders o JOIN locations l ON l.id = o.location_id JOIN customers c ON c.id = o.customer_id
    LEFT JOIN LATERAL (SELECT driver_name, proof FROM deliveries d WHERE d.location_id = o.location_id
      AND d.order_id = o.id AND d.return_id IS NULL AND d.status = 'delivered' LIMIT 1) d ON true
    WHERE o.location_id = ${locationId} AND o.id = ${orderId}`.execute(tx);
  return rows[0]!;
}

export interface DueAnswer {
  id: string;
  locationId: string;
  provider: GatewayName;
  ref: string;
  providerStatus: string;
  sending: 'evidence' | 'accept';
  attempts: number;
  evidence: DisputeEvidence;
}
/** Leases the next answer that is due to one of these gateways: no other server gets it for a minute. */
export async function claimDueAnswer(
  tx: Tx,
  gateways: readonly GatewayName[],
): Promise<DueAnswer | undefined> {
  const { rows } = await sql<DueAnswer>`
    UPDATE disputes d SET attempts = d.attempts + 1, next_try_at = now() + interval '60 seconds'
    FROM (SELECT location_id, id FROM disputes WHERE next_try_at <= now() AND provider = ANY (${gateways})
      ORDER BY next_try_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED) due
    WHERE d.location_id = due.location_id AND d.id = due.id
    RETURNING d.id, d.location_id AS "locationId", d.provider, d.provider_id AS ref,
      d.provider_status AS "providerStatus", d.sending, d.attempts, d.evidence`.execute(tx);
  return rows[0];
}

export async function recordAnswered(
  tx: Tx,
  { id, locationId, sending }: DueAnswer,
  stage: string,
): Promise<void> {
  await sql`UPDATE disputes SET sending = NULL, next_try_at = NULL, submitted_at = now(), answered_stage = ${stage},
    is_accepted = ${sending === 'accept'}, problem = NULL, updated_at = now()
    WHERE location_id = ${locationId} AND id = ${id}`.execute(tx);
}

/** Gives the dispute back to staff after the provider refused the answer. Returns the new version. */
export async function recordRefused(tx: Tx, { id, locationId }: DueAnswer, problem: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    UPDATE disputes SET sending = NULL, next_try_at = NULL, problem = ${problem}, updated_at = now()
    WHERE location_id = ${locationId} AND id = ${id} RETURNING version`.execute(tx);
  return rows[0]!.version;
}

export async function retryAnswer(
  tx: Tx,
  { id, locationId }: DueAnswer,
  { seconds, problem }: { seconds: number; problem: string },
): Promise<void> {
  await sql`
    WITH later AS (
      UPDATE disputes SET next_try_at = now() + make_interval(secs => ${seconds}), problem = ${problem},
        updated_at = now() WHERE location_id = ${locationId} AND id = ${id} AND sending IS NOT NULL RETURNING next_try_at
    )
    SELECT enqueue_job('answer_disputes', '{}', next_try_at) FROM later`.execute(tx);
}
