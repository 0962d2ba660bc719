import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';

export interface KeyCalls {
  keyId: string;
  /** In UTC. */
  day: string;
  route: string;
  calls: number;
  errors: number;
}
export interface KeyError {
  id: string;
  keyId: string;
  at: string;
  route: string;
  status: number;
  code: string;
  fields: string[];
  requestId: string;
}

export async function insertKeyCalls(tx: Tx, calls: readonly KeyCalls[]): Promise<void> {
  await sql`
    INSERT INTO api_key_calls AS c (api_key_id, day, route, calls, errors)
    SELECT "keyId", day, route, calls, errors
    FROM jsonb_to_recordset(${JSON.stringify(calls)}::jsonb)
      AS made ("keyId" uuid, day date, route text, calls bigint, errors bigint)
    ORDER BY "keyId", day, route
    ON CONFLICT (api_key_id, day, route) DO UPDATE SET
      calls = c.calls + excluded.calls, errors = c.errors + excluded.errors`.execute(tx);
}

/** Adds errors, and deletes all but the newest of each key. */
export async function insertKeyErrors(tx: Tx, errors: readonly KeyError[], kept: number): Promise<void> {
  await sql`
    INSERT INTO api_key_errors (id, api_key_id, at, route, status, code, fields, request_id)
    SELECT id, "keyId", at, route, status, code, fields, "requestId"
    FROM jsonb_to_recordset(${JSON.stringify(errors)}::jsonb)
      AS made (id uuid, "keyId" uuid, at timestamptz, route text, status integer, code text, fields text[],
        "requestId" text)`.execute(tx);
  const keyIds = [...new Set(errors.map(({ keyId }) => keyId))];
  await sql`
    DELETE FROM api_key_errors e USING unnest(${keyIds}::uuid[]) AS key (id)
    WHERE e.api_key_id = key.id AND e.id < (SELECT newest.id FROM api_key_errors newest
      WHERE newest.api_key_id = key.id ORDER BY newest.id DESC OFFSET ${kept - 1} LIMIT 1)`.execute(tx);
}
