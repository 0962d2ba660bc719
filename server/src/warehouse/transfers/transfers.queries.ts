import type { Page } from '@aisle/contract/core/page';
import type {
  TransferInput,
  TransferPage,
  TransferRow,
  TransferStatus,
} from '@aisle/contract/warehouse/transfers';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../core/db/db.ts';
import type { RowChange } from '../../core/db/rows/columns.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';

const transfers = (tx: Tx) => tx.selectFrom('transfers as t');
type TransferQuery = ReturnType<typeof transfers>;

/** The actor may have no access to the other location, and then sees only its name. */
const place = (column: string) =>
  sql<
    TransferRow['from']
  >`jsonb_build_object('_id', ${sql.ref(column)}, 'name', location_name(${sql.ref(column)}))`;

const withShown = (query: TransferQuery) =>
  query
    .select([
      't.id as _id',
      't.note',
      't.line_count as lineCount',
      't.has_differences as hasDifferences',
      't.sent_at as sentAt',
      't.closed_at as closedAt',
      't.created_at as createdAt',
      't.version',
    ])
    .select([
      sql<string>`format_number('transfer', t.number)`.as('number'),
      sql<TransferStatus>`t.status`.as('status'),
      place('t.from_location_id').as('from'),
      place('t.to_location_id').as('to'),
    ]);

const sortColumns = { createdAt: sql.ref('t.created_at'), number: sql.ref('t.number') };

export function listTransfers(tx: Tx, request: TransferPage): List<Page<TransferRow>> {
  const { search, sort, filters } = request;
  const { locationId, subProductId } = filters;
  let filtered = transfers(tx);
  if (locationId) {
    filtered = filtered.where((eb) =>
      eb.or([eb('t.from_location_id', '=', locationId), eb('t.to_location_id', '=', locationId)]),
    );
  }
  if (filters.fromLocationId) filtered = filtered.where('t.from_location_id', '=', filters.fromLocationId);
  if (filters.toLocationId) filtered = filtered.where('t.to_location_id', '=', filters.toLocationId);
  if (filters.status) filtered = filtered.where('t.status', '=', filters.status);
  if (filters.from) filtered = filtered.where('t.created_at', '>=', filters.from);
  if (filters.to) filtered = filtered.where('t.created_at', '<', filters.to);
  if (subProductId) {
    filtered = filtered.where(
      sql<SqlBool>`t.id IN (SELECT transfer_id FROM transfer_lines WHERE sub_product_id = ${subProductId})`,
    );
  }
  if (search) {
    filtered = filtered.where(
      sql<SqlBool>`(${isNumbered('t.number', 'transfer', search)} OR ${hasWords(search, 't.note')})`,
    );
  }
  return listOf(tx, filtered, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'createdAt'], sql.ref('t.id')],
      direction: sort?.order ?? 'desc',
    },
    select: withShown,
  });
}

export async function getTransferRow(tx: Tx, id: string): Promise<TransferRow> {
  const row = await withShown(transfers(tx).where('t.id', '=', id)).executeTakeFirst();
  return mustFind(row, 'Transfer') as TransferRow;
}

export interface LockedTransfer {
  id: string;
  status: TransferStatus;
  fromLocationId: string;
  toLocationId: string;
  number: number;
  version: number;
}
/** Locks a transfer until the transaction ends, so that two users can't take the same step. */
export async function lockTransfer(tx: Tx, id: string): Promise<LockedTransfer> {
  const row = await tx
    .selectFrom('transfers')
    .select([
      'id',
      'number',
      'version',
      'from_location_id as fromLocationId',
      'to_location_id as toLocationId',
      sql<TransferStatus>`status`.as('status'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return mustFind(row, 'Transfer');
}

type NewTransfer = Pick<TransferInput, 'fromLocationId' | 'toLocationId' | 'lines' | 'note'>;
export async function insertTransfer(tx: Tx, id: string, transfer: NewTransfer): Promise<void> {
  await tx
    .insertInto('transfers')
    .values({
      id,
      from_location_id: transfer.fromLocationId,
      to_location_id: transfer.toLocationId,
      note: transfer.note || null,
      line_count: transfer.lines.length,
    })
    .execute();
  await insertLines(tx, id, transfer.lines);
}

async function insertLines(tx: Tx, transferId: string, lines: NewTransfer['lines']): Promise<void> {
  await sql`
    INSERT INTO transfer_lines (transfer_id, id, position, sub_product_id, lot_id, quantity)
    SELECT ${transferId}::uuid, line.* FROM unnest(${lines.map(() => newId())}::uuid[],
      ${lines.map((_, index) => index)}::smallint[], ${lines.map((line) => line.subProductId)}::uuid[],
      ${lines.map((line) => line.lotId ?? null)}::uuid[], ${lines.map((line) => line.quantity)}::numeric[]) AS line`.execute(
    tx,
  );
}

export async function replaceLines(tx: Tx, id: string, lines: NewTransfer['lines']): Promise<void> {
  await tx.deleteFrom('transfer_lines').where('transfer_id', '=', id).execute();
  await insertLines(tx, id, lines);
}

export async function updateTransfer(tx: Tx, id: string, columns: RowChange<'transfers'>): Promise<void> {
  await tx.updateTable('transfers').set(columns).where('id', '=', id).execute();
}

export async function insertEvent(
  tx: Tx,
  actor: Actor,
  event: { transferId: string; from: TransferStatus | null; to: TransferStatus; note: string | null },
): Promise<void> {
  await tx
    .insertInto('transfer_events')
    .values({
      transfer_id: event.transferId,
      id: newId(),
      from_status: event.from,
      to_status: event.to,
      user_id: actor.userId,
      user_name: actor.name,
      note: event.note,
    })
    .execute();
}

/** Whether the actor can send items to a location: it is accessible and active. */
export async function locationExists(tx: Tx, id: string): Promise<boolean> {
  const place = await tx
    .selectFrom('locations')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', true)
    .executeTakeFirst();
  return place !== undefined;
}
