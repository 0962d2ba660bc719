import type { ToolRequest } from '@aisle/contract/core/tool';
import {
  type AssistantDraftPage,
  type DraftStatus,
  draftDays,
} from '@aisle/contract/system/assistant-drafts';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import { newId } from '../../core/ids.ts';
import { listPage } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';

const status = sql<DraftStatus>`CASE WHEN d.status = 'open' AND d.expires_at <= now() THEN 'expired' ELSE d.status END`;
const location = sql<{
  _id: string;
  name: string;
} | null>`(SELECT jsonb_build_object('_id', l.id, 'name', l.name) FROM locations l WHERE l.id = d.location_id)`;
const columns = [
  'd.id as _id',
  'd.tool',
  'd.preview',
  'd.seen',
  'd.created_by as createdBy',
  'd.created_at as createdAt',
  'd.expires_at as expiresAt',
  'd.decided_by as decidedBy',
  'd.decided_at as decidedAt',
] as const;
const shown = [status.as('status'), location.as('location')] as const;
const sortColumns = { createdAt: sql.ref('d.created_at'), expiresAt: sql.ref('d.expires_at') };

/** The drafts of these tools. */
export function listDrafts(tx: Tx, request: AssistantDraftPage, tools: readonly string[]) {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('assistant_drafts as d').where(sql<boolean>`d.tool = ANY (${tools}::text[])`);
  if (search) filtered = filtered.where(hasWords(search, 'd.preview'));
  if (filters.status) filtered = filtered.where(sql<boolean>`${status} = ${filters.status}`);
  if (filters.locationId) filtered = filtered.where('d.location_id', '=', filters.locationId);
  return listPage(tx, filtered, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'createdAt'], sql.ref('d.id')],
      direction: sort?.order ?? 'desc',
    },
    select: (query) => query.select([...columns, ...shown]),
  });
}

export async function getDraft(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('assistant_drafts as d')
    .select([...columns, ...shown])
    .where('d.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Draft');
}

/** Locks a draft, so that only one person decides about it. */
export async function lockDraft(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('assistant_drafts as d')
    .select(['d.tool', 'd.input', 'd.location_id as locationId', status.as('status')])
    .where('d.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return mustFind(row, 'Draft');
}

interface NewDraft {
  keyId: string;
  createdBy: string;
  tool: string;
  request: ToolRequest;
  preview: string;
  seen: string;
  locationId: string | null;
}
/** Adds a draft, or renews the same one of the key. */
export async function insertDraft(tx: Tx, draft: NewDraft): Promise<{ _id: string; expiresAt: string }> {
  const { keyId, createdBy, tool, request, preview, seen, locationId } = draft;
  const input = JSON.stringify(request);
  const { rows } = await sql<{ _id: string; expiresAt: string }>`
    INSERT INTO assistant_drafts AS d (id, api_key_id, created_by, tool, input, preview, seen, location_id, expires_at)
    VALUES (${newId()}, ${keyId}, ${createdBy}, ${tool}, ${input}, ${preview}, ${seen}, ${locationId},
      now() + make_interval(days => ${draftDays}))
    ON CONFLICT (api_key_id, tool, md5(input::text)) WHERE status = 'open' DO UPDATE SET
      preview = excluded.preview, seen = excluded.seen, expires_at = excluded.expires_at
    RETURNING id AS "_id", expires_at AS "expiresAt"`.execute(tx);
  return rows[0]!;
}

/** The number of drafts of a key that wait for a person, up to a limit. */
export async function countOpen(tx: Tx, keyId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (SELECT FROM assistant_drafts
      WHERE api_key_id = ${keyId} AND status = 'open' AND expires_at > now() LIMIT ${most}) found`.execute(
    tx,
  );
  return rows[0]!.count;
}

export async function endDraft(
  tx: Tx,
  id: string,
  { to, by }: { to: 'approved' | 'discarded'; by: string },
): Promise<void> {
  await tx
    .updateTable('assistant_drafts')
    .set({ status: to, decided_by: by, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}
