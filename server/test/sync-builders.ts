import type { Precedence, SyncName, SyncResults } from '@aisle/contract/warehouse/sync';
import type { Person, Shop } from './shop.ts';

/** Sets the precedence of fields for the connection of a key. */
export async function decideBy(
  shop: Shop,
  key: Person,
  name: SyncName,
  fields: Record<string, Precedence>,
): Promise<void> {
  for (const [field, by] of Object.entries(fields)) {
    await shop.sql`INSERT INTO connection_precedence (connection_id, name, field, decided_by)
      SELECT connection_id, ${name}, ${field}, ${by} FROM api_keys WHERE id = ${key.userId}
      ON CONFLICT (connection_id, name, field) DO UPDATE SET decided_by = excluded.decided_by`;
  }
}

export const statesOf = ({ results }: SyncResults) => results.map(({ state }) => state);
/** The code and the first wrong field of each refused row. */
export const refusalsOf = ({ results }: SyncResults) =>
  results.flatMap(({ code, fields }) => (code ? [[code, fields?.[0]?.path]] : []));

/** An instant some minutes ago. */
export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** The ID of the record of the first row. */
export const firstId = ({ results }: SyncResults): string => results[0]!._id!;
