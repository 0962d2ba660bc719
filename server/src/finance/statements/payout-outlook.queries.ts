import type { Balance, DueRow, PayoutOutlook } from '@aisle/contract/finance/statements';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { unbilledOfLocation } from './balances.queries.ts';
import type { UnbilledPace } from './due-estimate.ts';
import { balanceOf } from './statements.queries.ts';

export interface OutlookFacts extends Pick<DueRow, 'locationId' | 'locationName' | 'amount'>, UnbilledPace {
  /** The day of the first unbilled entry; null if there is none. */
  since: string | null;
  balance: Balance;
  last: PayoutOutlook['last'];
}

const maxLocations = 100;
/** The balance, unbilled money and latest payout of a location, or of all accessible ones. */
export async function readOutlookFacts(tx: Tx, locationId: string | null): Promise<OutlookFacts[]> {
  const { rows } = await sql<OutlookFacts>`
    SELECT l.id AS "locationId", l.name AS "locationName", (now() AT TIME ZONE l.time_zone)::date AS today,
      coalesce(u.amount, 0)::bigint AS amount, u.recurring, (u.since AT TIME ZONE l.time_zone)::date AS since,
      coalesce(extract(epoch FROM now() - u.since) / 86400, 0)::float8 AS "daysSoFar",
      ${balanceOf(sql`l.id`, sql`coalesce(u.amount, 0)::bigint`)} AS balance,
      (SELECT jsonb_build_object('paidOn', p.paid_on, 'accountLast4', p.account_last4, 'amount', p.amount,
          'statement', jsonb_build_object('_id', s.id, 'number', format_number('statement', s.number)))
        FROM payouts p JOIN statements s ON s.location_id = p.location_id AND s.id = p.statement_id
        WHERE p.location_id = l.id AND p.voided_at IS NULL
        ORDER BY p.paid_on DESC, p.created_at DESC LIMIT 1) AS last
    FROM locations l CROSS JOIN LATERAL ${unbilledOfLocation} u
    WHERE ${locationId === null ? sql`true` : sql`l.id = ${locationId}`}
    ORDER BY l.name COLLATE aisle_names, l.id LIMIT ${sql.lit(maxLocations)}`.execute(tx);
  return rows;
}
