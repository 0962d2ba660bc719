import type { Blocks } from '@aisle/contract/overview/dashboard';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { payoutFailed } from '../../finance/statements/statements.queries.ts';
import { at } from './scope.queries.ts';

interface MoneyRequest {
  locationId: string | null;
  maySeeDrivers: boolean;
}

/** The money between the marketplace and its locations, each sum like the list that it links to. */
export async function readMoney(
  tx: Tx,
  { locationId, maySeeDrivers }: MoneyRequest,
): Promise<NonNullable<Blocks['money']>> {
  const cash = sql`(SELECT jsonb_build_object('amount', coalesce(sum(held), 0), 'drivers', count(DISTINCT driver_id))
    FROM driver_cash WHERE held > 0 AND ${at('location_id', locationId)})`;
  const { rows } = await sql<NonNullable<Blocks['money']>>`
    SELECT
      (SELECT jsonb_build_object('amount', coalesce(sum(e.amount), 0), 'locations', count(DISTINCT e.location_id))
        FROM payable_entries e WHERE e.statement_id IS NULL AND ${at('e.location_id', locationId)}) AS due,
      open.statements AS "openStatements", open.failed AS "failedPayouts",
      ${maySeeDrivers ? cash : sql`NULL`} AS "cashHeld"
    FROM (SELECT jsonb_build_object('amount', coalesce(sum(s.total), 0), 'count', count(*)) AS statements,
        jsonb_build_object('amount', coalesce(sum(s.total) FILTER (WHERE ${payoutFailed}), 0),
          'count', count(*) FILTER (WHERE ${payoutFailed})) AS failed
      FROM statements s WHERE s.status = 'open' AND ${at('s.location_id', locationId)}) AS open`.execute(tx);
  return rows[0]!;
}
