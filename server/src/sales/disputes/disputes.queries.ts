import { formatNumber } from '@aisle/contract/core/numbers';
import type { Page } from '@aisle/contract/core/page';
import type {
  Dispute,
  DisputeEvidence,
  DisputePage,
  DisputeRow,
  EvidenceFileKind,
} from '@aisle/contract/sales/disputes';
import { type SqlBool, sql } from 'kysely';
import { afterCommit, type Tx } from '../../core/db/db.ts';
import { downloadUrl } from '../../core/files/documents.ts';
import type { Storage } from '../../core/files/storage.ts';
import { type Actor, locationOf } from '../../core/http/actor.ts';
import { type List, listOf } from '../../core/list/list.ts';
import { isNumbered } from '../../core/list/numbers.ts';
import { hasWords } from '../../core/list/search-text.ts';
import { mustFind } from '../../core/problem.ts';
import { canAnswer, outcomeOf } from './dispute-stages.ts';

const disputesWithOrders = (tx: Tx) =>
  tx
    .selectFrom('disputes as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.location_id', '=', 'd.location_id').onRef('o.id', '=', 'd.order_id'),
    );

const withRow = (query: ReturnType<typeof disputesWithOrders>) =>
  query
    .innerJoin('locations as l', 'l.id', 'd.location_id')
    .select([
      'd.id as _id',
      'd.order_id as orderId',
      'd.location_id as locationId',
      'l.name as locationName',
      'l.time_zone as timeZone',
      'o.customer_name as customerName',
      'd.payment_id as paymentId',
      'd.amount',
      'd.fee',
      'd.reason',
      'd.due_by as dueBy',
      'd.is_charge_refundable as isChargeRefundable',
      'd.submitted_at as submittedAt',
      'd.is_accepted as isAccepted',
      'd.created_at as createdAt',
      'd.version',
      'd.number',
      'o.number as orderNumber',
    ])
    .select([
      sql<DisputeRow['status']>`d.status`.as('status'),
      sql<DisputeRow['fundedBy']>`d.funded_by`.as('fundedBy'),
    ]);

interface ReadRow extends Omit<DisputeRow, 'number' | 'orderNumber' | 'outcome'> {
  number: number;
  orderNumber: number;
  isAccepted: boolean;
}
const toRow = ({ isAccepted, ...row }: ReadRow): DisputeRow => ({
  ...row,
  number: formatNumber('dispute', row.number),
  orderNumber: formatNumber('order', row.orderNumber),
  outcome: outcomeOf({ status: row.status, isAccepted }),
});

const sortColumns = {
  dueBy: sql`coalesce(d.due_by, 'infinity')`,
  createdAt: sql.ref('d.created_at'),
  amount: sql.ref('d.amount'),
};

export function listDisputes(tx: Tx, actor: Actor, request: DisputePage): List<Page<DisputeRow>> {
  const { filters, search, sort } = request;
  let query = disputesWithOrders(tx);
  if (search) {
    query = query.where(
      sql<SqlBool>`(${isNumbered('d.number', 'dispute', search)} OR ${isNumbered('o.number', 'order', search)}
        OR ${hasWords(search, 'o.customer_name')})`,
    );
  }
  const location = locationOf(actor, filters.locationId);
  if (location !== undefined) query = query.where('d.location_id', '=', location);
  if (filters.status) query = query.where('d.status', '=', filters.status);
  if (filters.from) query = query.where('d.created_at', '>=', filters.from);
  if (filters.to) query = query.where('d.created_at', '<', filters.to);
  if (filters.dueBefore) query = query.where('d.due_by', '<', filters.dueBefore);
  return listOf(tx, query, {
    request,
    sort: {
      columns: [sortColumns[sort?.field ?? 'createdAt'], sql.ref('d.id')],
      direction: sort?.order ?? 'desc',
    },
    locationScope: { actor, location, table: 'disputes', column: 'd.location_id' },
    select: withRow,
    sums: { columns: ['amount'], rows: query.select('d.amount') },
  }).mapRows(toRow);
}

export async function getDispute(tx: Tx, storage: Storage, id: string): Promise<Dispute> {
  const found = await withRow(disputesWithOrders(tx))
    .select([
      'd.problem',
      'd.provider_status as providerStatus',
      'd.answered_stage as answeredStage',
      'o.total',
      'o.paid',
      'o.refunded',
      'o.created_at as placedAt',
      'o.delivered_at as deliveredAt',
    ])
    .select([
      sql<DisputeEvidence>`d.evidence`.as('evidence'),
      sql<Dispute['sending']>`d.sending`.as('sending'),
      sql<Dispute['order']['headlineStatus']>`o.headline_status`.as('headlineStatus'),
    ])
    .where('d.id', '=', id)
    .executeTakeFirst();
  const { evidence, sending, problem, providerStatus, answeredStage, ...rest } = mustFind(found, 'Dispute');
  const { headlineStatus, total, paid, refunded, placedAt, deliveredAt, ...row } = rest;
  return {
    ...toRow(row),
    evidence,
    evidenceFiles: (await filesOf(tx, id)).map(({ storageKey, mime: _, ...file }) => ({
      ...file,
      url: downloadUrl(storage, { storageKey, name: file.name }),
    })),
    canSubmit: canAnswer({ providerStatus, answeredStage, sending }),
    sending,
    problem,
    order: { headlineStatus, total, paid, refunded, createdAt: placedAt, deliveredAt },
  };
}

interface StoredFile {
  _id: string;
  kind: EvidenceFileKind;
  name: string;
  mime: string;
  bytes: number;
  storageKey: string;
}
export async function filesOf(tx: Tx, disputeId: string): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`
    SELECT f.id AS "_id", e.kind, f.name, f.mime, f.bytes, f.storage_key AS "storageKey"
    FROM dispute_files e JOIN files f ON f.id = e.file_id WHERE e.dispute_id = ${disputeId} ORDER BY e.kind`.execute(
    tx,
  );
  return rows;
}

export async function lockDispute(tx: Tx, id: string): Promise<void> {
  await sql`SELECT FROM disputes WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
}

export async function saveDraft(
  tx: Tx,
  { _id, locationId }: Pick<Dispute, '_id' | 'locationId'>,
  { evidence, fundedBy }: Pick<Dispute, 'evidence' | 'fundedBy'>,
): Promise<void> {
  await sql`UPDATE disputes SET evidence = ${JSON.stringify(evidence)}, funded_by = ${fundedBy}, updated_at = now()
    WHERE location_id = ${locationId} AND id = ${_id}`.execute(tx);
}

export async function addFile(
  tx: Tx,
  { _id, locationId }: Pick<Dispute, '_id' | 'locationId'>,
  kind: EvidenceFileKind,
  fileId: string,
): Promise<void> {
  await tx
    .insertInto('dispute_files')
    .values({ location_id: locationId, dispute_id: _id, kind, file_id: fileId })
    .execute();
}

/** Deletes files of a dispute, and their bytes after the commit. */
export async function removeFiles(
  tx: Tx,
  storage: Storage,
  disputeId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`DELETE FROM dispute_files WHERE dispute_id = ${disputeId} AND file_id = ANY (${ids}::uuid[])`.execute(
    tx,
  );
  const removed = await tx
    .deleteFrom('files')
    .where('id', 'in', ids)
    .returning('storage_key as key')
    .execute();
  afterCommit(tx, () => Promise.allSettled(removed.map(({ key }) => storage.remove(key))));
}

/** Queues the answer, which is sent after the transaction commits. */
export async function queueAnswer(
  tx: Tx,
  { _id, locationId }: Pick<Dispute, '_id' | 'locationId'>,
  sending: 'evidence' | 'accept',
): Promise<void> {
  await sql`UPDATE disputes SET sending = ${sending}, attempts = 0, next_try_at = now(), problem = NULL,
    updated_at = now() WHERE location_id = ${locationId} AND id = ${_id}`.execute(tx);
  await sql`SELECT enqueue_job('answer_disputes', '{}'::jsonb)`.execute(tx);
}

/** The dispute of a card that paid for the order, if the provider no longer refunds it. */
export async function unrefundableDispute(
  tx: Tx,
  locationId: string,
  orderId: string,
): Promise<{ number: string; disputeId: string } | undefined> {
  const { rows } = await sql<{ number: string; disputeId: string }>`
    SELECT format_number('dispute', number) AS number, id AS "disputeId" FROM disputes
    WHERE location_id = ${locationId} AND order_id = ${orderId} AND NOT is_charge_refundable
    ORDER BY id LIMIT 1`.execute(tx);
  return rows[0];
}
