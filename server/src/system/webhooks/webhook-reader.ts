import { createHash } from 'node:crypto';
import type { WebhookEvent } from '@aisle/contract/system/webhooks';
import type { ChangeReader, StoredChange } from '../../core/changes/change-reader.ts';
import type { Tx } from '../../core/db/db.ts';
import { holdOffErasures } from '../erasure/erasures.queries.ts';
import {
  type ChangeFacts,
  factsOfChanges,
  insertDeliveries,
  isAnyEndpointActive,
} from './webhook-reader.queries.ts';

/** Writes a delivery of each event for each endpoint that subscribes to it. The sender sends them. */
export const webhookReader: ChangeReader = {
  name: 'webhooks',
  resources: ['orders', 'refunds', 'returns', 'products', 'subProducts'],
  read: writeDeliveries,
};

async function writeDeliveries(tx: Tx, changes: readonly StoredChange[]): Promise<void> {
  if (!(await isAnyEndpointActive(tx))) return;
  // The facts are read afterwards, so that they are of before an erasure that blanks the deliveries, or of after it.
  await holdOffErasures(tx);
  const known = await factsOfChanges(
    tx,
    changes.map(({ id }) => id),
  );
  const events = mergeSubProducts(
    changes.flatMap((change) => {
      const facts = known.get(change.id);
      return facts ? eventsOf(change, facts) : [];
    }),
  );
  if (events.length === 0) return;
  await insertDeliveries(
    tx,
    events.map(({ event, recordId, change, part, data }) => {
      const { at, transaction } = known.get(change.id)!;
      const id = eventIdOf(change, at, part);
      return {
        id,
        event,
        recordId,
        at,
        transaction,
        payload: JSON.stringify({ id, event, createdAt: at, data }),
      };
    }),
  );
}

interface Happening {
  event: WebhookEvent;
  recordId: string;
  data: Record<string, unknown>;
  change: StoredChange;
  /** Numbers the events of a change. */
  part: number;
}

function eventsOf(change: StoredChange, facts: ChangeFacts): Happening[] {
  const found = namedEventsOf(change, facts);
  return found.map((one, part) => ({ recordId: change.recordId!, ...one, change, part }));
}

type Named = Pick<Happening, 'event' | 'data'> & { recordId?: string };
function namedEventsOf(change: StoredChange, facts: ChangeFacts): Named[] {
  switch (change.resource) {
    case 'orders':
      return orderEvents(change, facts);
    case 'refunds':
    case 'returns':
      return stepEvents(change.resource === 'refunds' ? 'refund' : 'return', facts);
    case 'products':
      return productEvents(change, facts);
    default:
      return subProductEvents(change, facts);
  }
}

interface OrderStep {
  kind: 'order' | 'dispatch';
  from: string | null;
  to: string;
  by: string;
  note?: string | null;
}
interface OrderSnapshot {
  /** The steps of the order and of its delivery. */
  events?: OrderStep[];
  /** Of an order that became late. */
  wantedBy?: string;
}
/** A change without a snapshot is no step, or its customer was erased since. */
function orderEvents(_: StoredChange, { record, snapshot }: ChangeFacts): Named[] {
  if (!record || !snapshot) return [];
  const { events = [], wantedBy, ...state } = snapshot as OrderSnapshot;
  const order = { ...record, ...state };
  if (wantedBy !== undefined) return [{ event: 'order.late', data: { ...order, wantedBy } }];
  return events.map(({ kind, from, to, by, note = null }) => ({
    event: kind === 'dispatch' ? 'dispatch.status' : from === null ? 'order.created' : 'order.status',
    data: { ...order, from, to, by, note },
  }));
}

/** The snapshot of a refund or return is the data of its event. */
function stepEvents(kind: 'refund' | 'return', { snapshot }: ChangeFacts): Named[] {
  if (!snapshot) return [];
  return [{ event: snapshot.from === null ? `${kind}.created` : `${kind}.status`, data: snapshot }];
}

const productChange: Record<string, string> = { create: 'added', delete: 'deleted' };
/**
 * The name, status and version are the current ones, since receivers read the product anyway. A product that is gone by now
 * has a later change, which says so.
 */
function productEvents({ action, version, recordId, fields }: StoredChange, facts: ChangeFacts): Named[] {
  const { record, snapshot } = facts;
  const change = productChange[action] ?? 'edited';
  if (change === 'deleted') {
    return snapshot ? [productEvent({ productId: recordId, change, version, ...snapshot })] : [];
  }
  return record && changesAnything(fields) ? [productEvent({ change, ...record, ...snapshot })] : [];
}
const changesAnything = (fields: string[] | null): boolean =>
  fields === null || fields.some((name) => name !== 'updatedAt');
const productEvent = (data: Record<string, unknown>): Named => ({ event: 'product.changed', data });

/** Changes at a location are of an offer, not of the sub-product. The product of a deleted sub-product is in the snapshot. */
function subProductEvents({ recordId, locationId, fields }: StoredChange, { record }: ChangeFacts): Named[] {
  if (!record || locationId !== null || !changesAnything(fields)) return [];
  const data = { change: 'edited', ...record, subProductIds: [recordId] };
  return [{ ...productEvent(data), recordId: record.productId as string }];
}

const mostSubProducts = 500;
/** Merges the changes of sub-products of one product in one transaction into one event. */
function mergeSubProducts(events: readonly Happening[]): Happening[] {
  const isOne = ({ change }: Happening) => change.resource === 'subProducts';
  const groups = Map.groupBy(events, (one) =>
    isOne(one) ? `${one.change.at} ${one.recordId}` : `${one.change.id} ${one.part}`,
  );
  return [...groups.values()].map((group) => {
    const first = group[0]!;
    if (!isOne(first)) return first;
    const subProductIds = [...new Set(group.flatMap(({ data }) => data.subProductIds))];
    return { ...first, data: { ...first.data, subProductIds: subProductIds.slice(0, mostSubProducts) } };
  });
}

/**
 * The id of an event, which a change determines: if it is read again, endpoints don't get it again. A UUID of version 8.
 * The time is part of it, since a restored database can use the ids of lost changes again.
 */
function eventIdOf({ id }: StoredChange, at: string, part: number): string {
  const bytes = createHash('sha256').update(`${id} ${at} ${part}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
