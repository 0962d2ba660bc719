import type {
  ExclusionReason,
  MessageAudience,
  MessageAudienceData,
  MessageChannel,
} from '@aisle/contract/service/messages';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { findGroupRule, isInGroup } from '../../customers/customer-groups/customer-groups.queries.ts';
import { matchesRule, ruleData } from '../../customers/customer-groups/rule.queries.ts';

/** A person with the fields that a message needs. */
export interface Addressee {
  customerId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string;
}

/** Whether a customer `c` is in an audience; undefined if its group doesn't exist. */
export async function findAudience(
  tx: Tx,
  { groupId, ...rule }: MessageAudience,
): Promise<RawBuilder<SqlBool> | undefined> {
  if (groupId === undefined) return matchesRule(rule);
  const group = await findGroupRule(tx, groupId);
  return group && sql<SqlBool>`${isInGroup(groupId, group)} AND ${matchesRule(rule)}`;
}

/** The names of the records in a stored audience. */
export const audienceData = (audience: RawBuilder<unknown>) => sql<MessageAudienceData>`${ruleData(audience)}
  || jsonb_build_object('group', (SELECT jsonb_build_object('_id', g.id, 'name', g.name) FROM customer_groups g
    WHERE g.id = (${audience} ->> 'groupId')::uuid))`;

/** Why a customer `c` gets no message; null for a recipient. Consent is checked first. */
export const exclusionReason = (channel: MessageChannel) => sql<ExclusionReason | null>`CASE
  WHEN NOT c.marketing_consent OR c.merged_into IS NOT NULL OR c.erased_at IS NOT NULL THEN 'no-consent' WHEN c.status = 'blocked' THEN 'blocked'
  ${channel === 'email' ? sql`WHEN c.email IS NULL THEN 'no-email'` : sql``} END`;

/** The audience, with the reason for each excluded person. Row-level security limits it to the actor's customers. */
const audienceRows = (isIncluded: RawBuilder<SqlBool>, channel: MessageChannel) => sql`
  SELECT c.id, c.first_name, c.last_name, c.email, c.phone, c.created_at, ${exclusionReason(channel)} AS reason
  FROM customers c WHERE ${isIncluded}`;

interface Counted {
  count: number;
  leftOut: { reason: ExclusionReason; count: number }[];
  first: Addressee[];
}
/** The number of recipients and of excluded people, and the first three recipients. */
export async function countAudience(
  tx: Tx,
  isIncluded: RawBuilder<SqlBool>,
  channel: MessageChannel,
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    WITH audience AS MATERIALIZED (${audienceRows(isIncluded, channel)})
    SELECT (SELECT count(*) FROM audience WHERE reason IS NULL) AS count,
      coalesce((SELECT jsonb_agg(groups) FROM (SELECT reason, count(*) AS count FROM audience
        WHERE reason IS NOT NULL GROUP BY reason ORDER BY 2 DESC, 1) AS groups), '[]') AS "leftOut",
      coalesce((SELECT jsonb_agg(first) FROM (SELECT id AS "customerId", first_name AS "firstName",
        last_name AS "lastName", email, phone FROM audience WHERE reason IS NULL ORDER BY created_at, id LIMIT 3) AS first),
        '[]') AS first`.execute(tx);
  return rows[0]!;
}

/** Lists the recipients of a message in one statement, and stores their number with it. */
export async function writeRecipients(
  tx: Tx,
  { _id: id, channel }: { _id: string; channel: MessageChannel },
  isIncluded: RawBuilder<SqlBool>,
): Promise<void> {
  await sql`
    WITH audience AS MATERIALIZED (${audienceRows(isIncluded, channel)}),
    written AS (
      INSERT INTO bulk_recipients (message_id, position, customer_id)
      SELECT ${id}::uuid, row_number() OVER (ORDER BY created_at, id), id FROM audience WHERE reason IS NULL
    )
    UPDATE bulk_messages SET started_at = now(),
      recipient_count = (SELECT count(*) FROM audience WHERE reason IS NULL),
      left_out = coalesce((SELECT jsonb_agg(groups) FROM (SELECT reason, count(*) AS count FROM audience
        WHERE reason IS NOT NULL GROUP BY reason ORDER BY 2 DESC, 1) AS groups), '[]')
    WHERE id = ${id}`.execute(tx);
}
