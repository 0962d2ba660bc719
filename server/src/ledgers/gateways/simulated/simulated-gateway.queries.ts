import { sql } from 'kysely';
import type { Tx } from '../../../core/db/db.ts';
import type { GatewayRequest } from '../gateway.ts';

interface Booked {
  accepted: boolean;
  problem: string | null;
  final: boolean;
  /** The number of requests with this reference. */
  requests: number;
}

/** The number of refunds that `tok_no_refund` rejects before one succeeds. */
const refusedRefunds = 2;

/**
 * Records a request once per reference: repeated requests get the first response. Like a real gateway, it never charges more
 * than was authorized, nor refunds more than was charged.
 */
export async function bookRequest(
  tx: Tx,
  { reference, kind, paymentId, amount, token }: GatewayRequest,
  verdict: { problem: string; final: boolean } | null,
): Promise<Booked> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${paymentId}, 0))`.execute(tx);
  const { rows } = await sql<Booked>`
    WITH so_far AS (
      SELECT coalesce(sum(amount) FILTER (WHERE kind = 'authorise'), 0) AS authorised,
        coalesce(sum(amount) FILTER (WHERE kind = 'capture'), 0) AS captured,
        coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
      FROM simulated_gateway WHERE payment = ${paymentId} AND accepted
    ), refusals AS (
      SELECT count(*) AS many FROM simulated_gateway
      WHERE payment = ${paymentId} AND kind = 'refund' AND NOT accepted
    ), judged AS (
      SELECT CASE
        WHEN ${verdict?.problem ?? null}::text IS NOT NULL THEN ${verdict?.problem ?? null}::text
        WHEN ${kind} = 'capture' AND captured + ${amount} > authorised THEN 'More than was authorized'
        WHEN ${kind} = 'refund' AND refunded + ${amount} > captured THEN 'More than was charged'
        WHEN ${kind} = 'refund' AND ${token} = 'tok_no_refund' AND many < ${refusedRefunds}
          THEN 'The card’s bank did not take the money back'
        END AS problem
      FROM so_far, refusals
    )
    INSERT INTO simulated_gateway (reference, kind, payment, amount, accepted, problem, final)
    SELECT ${reference}, ${kind}, ${paymentId}, ${amount}, problem IS NULL, problem, ${verdict?.final ?? false}
    FROM judged
    ON CONFLICT (reference) DO UPDATE SET asked = simulated_gateway.asked + 1
    RETURNING accepted, problem, final, asked AS requests`.execute(tx);
  return rows[0]!;
}
