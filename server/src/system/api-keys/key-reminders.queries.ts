import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';

export interface EndingSoon {
  kind: 'API key' | 'Webhook';
  name: string;
  expiresAt: string;
  /** Of the maker, or of the administrators where the maker has left. */
  recipients: string[];
}

/** What ends within so many days and is still in use, for which no reminder this late was sent; it is noted as sent. */
export async function takeEndingSoon(tx: Tx, days: number): Promise<EndingSoon[]> {
  const due = sql`reminded_days IS DISTINCT FROM ${days}::int AND coalesce(reminded_days, 1000) > ${days}
    AND expires_at > now() AND expires_at <= now() + make_interval(days => ${days})`;
  const { rows } = await sql<EndingSoon>`
    WITH keys AS (
      UPDATE api_keys SET reminded_days = ${days} WHERE revoked_at IS NULL AND ${due}
      RETURNING 'API key' AS kind, name, expires_at, created_by
    ), hooks AS (
      UPDATE webhook_endpoints SET reminded_days = ${days} WHERE status AND ${due}
      RETURNING 'Webhook' AS kind, name, expires_at, created_by
    )
    SELECT kind, name, expires_at AS "expiresAt", coalesce(
      (SELECT array_agg(u.email) FROM users u WHERE u.id = ending.created_by AND u.status),
      (SELECT array_agg(email) FROM (
        SELECT u.email FROM users u WHERE u.user_type = 'admin' AND u.status ORDER BY u.id LIMIT 20) admins),
      '{}') AS recipients
    FROM (SELECT * FROM keys UNION ALL SELECT * FROM hooks) ending ORDER BY expires_at`.execute(tx);
  return rows;
}
