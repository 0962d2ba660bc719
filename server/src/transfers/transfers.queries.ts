import type { Page } from '@aisle/contract/core/page';
import type { TransferInput, TransferPage, TransferRow, TransferStatus } from '@aisle/contract/transfers';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '../core/actor.ts';
import type { Tx } from '../core/db.ts';
import type { DB } from '../core/db-types.generated.ts';
import { newId } from '../core/ids.ts';
import { listPage } from '../core/list.ts';
import { mustFind } from '../core/problem.ts';
import { containing } from '../core/search-text.ts';

type TransferQuery = SelectQueryBuilder<DB & { t: DB['transfers'] }, 't', unknown>;
const transfers = (tx: Tx) => tx.selectFrom('transfers as t') as unknown as TransferQuery;

/** The other side may be a location that whoever asks does not see: its name is all there is to know of it. */
const place = (column: string) =>
  sql<
    TransferRow['from']
  >`jsonb_build_object('_id', ${sql.ref(column)}, 'name', place_name(${sql.ref(column)}))`;

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
      sql<string>`'T-' || t.number`.as('number'),
      sql<TransferStatus>`t.status`.as('status'),
      place('t.from_location_id').as('from'),
      place('t.to_location_id').as('to'),
    ]);

const orders = { createdAt: sql.ref('t.created_at'), number: sql.ref('t.number') };
const numberIn = (search: string): number | null => {
  const digits = /^(?:t-?)?(\d{1,15})$/i.exec(search)?.[1];
  return digits === undefined ? null : Number(digits);
};

export async function listTransfers(tx: Tx, request: TransferPage): Promise<Page<TransferRow>> {
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
      sql<SqlBool>`(t.number = ${numberIn(search)}::bigint OR t.note ILIKE ${containing(search)})`,
    );
  }
  return listPage(tx, filtered, {
    request,
    order: {
      columns: [orders[sort?.field ?? 'createdAt'], sql.ref('t.id')],
      direction: sort?.order ?? 'desc',
    },
    select: withShown,
  });
}

export async function getTransferRow(tx: Tx, id: string): Promise<TransferRow> {
  const row = await withShown(transfers(tx).where('t.id', '=', id)).executeTakeFirst();
  return mustFind(row, 'Transfer') as TransferRow;
}

export interface TransferInHand {
  id: string;
  status: TransferStatus;
  fromLocationId: string;
  toLocationId: string;
  number: number;
  version: number;
}
/** Held until the transaction ends, so that two people cannot take the same step. */
export async function lockTransfer(tx: Tx, id: string): Promise<TransferInHand> {
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

export interface TransferColumns {
  status?: TransferStatus;
  to_location_id?: string;
  note?: string | null;
  line_count?: number;
  has_differences?: boolean;
  sent_at?: string;
  closed_at?: string;
}
export async function updateTransfer(tx: Tx, id: string, columns: TransferColumns): Promise<void> {
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

/** Whether goods can be sent there by whoever asks: they see the place, and it is open for business. */
export async function placeIsThere(tx: Tx, id: string): Promise<boolean> {
  const place = await tx
    .selectFrom('locations')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', true)
    .executeTakeFirst();
  return place !== undefined;
}
export async function subProductsThere(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM sub_products WHERE id = ANY (${ids}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
