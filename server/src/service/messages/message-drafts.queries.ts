import type { Page } from '@aisle/contract/core/page';
import type {
  MessageDraft,
  MessageDraftKind,
  MessageDraftPage,
  MessageDraftView,
} from '@aisle/contract/service/message-drafts';
import { sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { NewRow, RowChange } from '../../core/db/rows/columns.ts';
import { lockVersion } from '../../core/db/rows/records.ts';
import { byName } from '../../core/list/by-name.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import { audienceData } from './audience.queries.ts';

const columns = [
  'd.id as _id',
  'd.name',
  'd.subject',
  'd.body',
  'd.button_label as buttonLabel',
  'd.button_url as buttonUrl',
  'd.send_at as sendAt',
  'd.saved_by_name as savedBy',
  'd.created_at as createdAt',
  'd.updated_at as updatedAt',
  'd.version',
] as const;
const computed = [
  sql<MessageDraft['kind']>`d.kind`.as('kind'),
  sql<MessageDraft['channel']>`d.channel`.as('channel'),
  sql<MessageDraft['audience']>`d.audience`.as('audience'),
] as const;

const sortColumns = { updatedAt: sql.ref('d.updated_at'), name: byName('d.name') };

export function listMessageDrafts(tx: Tx, request: MessageDraftPage): List<Page<MessageDraft>> {
  const { search, filters, sort } = request;
  let filtered = tx.selectFrom('message_drafts as d');
  if (search) filtered = filtered.where(hasWords(search, 'd.name', 'd.subject'));
  if (filters.kind) filtered = filtered.where('d.kind', '=', filters.kind);
  return listOf(tx, filtered, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'updatedAt'], sql.ref('d.id')],
      direction: sort?.order ?? 'desc',
    },
    select: (query) => query.select([...columns, ...computed]),
  });
}

export async function getMessageDraft(tx: Tx, id: string): Promise<MessageDraft> {
  const row = await tx
    .selectFrom('message_drafts as d')
    .select([...columns, ...computed])
    .where('d.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Draft');
}

export async function showMessageDraft(tx: Tx, id: string): Promise<MessageDraftView> {
  const row = await tx
    .selectFrom('message_drafts as d')
    .select([...columns, ...computed, audienceData(sql`d.audience`).as('audienceData')])
    .where('d.id', '=', id)
    .executeTakeFirst();
  return mustFind(row, 'Draft');
}

export const lockMessageDraft = (tx: Tx, id: string) => lockVersion(tx, 'message_drafts', id, 'Draft');

export async function insertMessageDraft(tx: Tx, draft: NewRow<'message_drafts'>): Promise<void> {
  await tx.insertInto('message_drafts').values(draft).execute();
}

export async function updateMessageDraft(
  tx: Tx,
  id: string,
  change: RowChange<'message_drafts'>,
): Promise<void> {
  await tx.updateTable('message_drafts').set(change).where('id', '=', id).execute();
}

/** Returns false if there is no such draft. */
export async function deleteMessageDraft(tx: Tx, id: string, kind: MessageDraftKind): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('message_drafts')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
