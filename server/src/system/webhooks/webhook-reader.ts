import { createHash } from 'node:crypto';
import type { WebhookEvent } from '@aisle/contract/system/webhooks/webhooks';
import type { ChangeReader, StoredChange } from '../../core/changes/change-reader.ts';
import type { Tx } from '../../core/db/db.ts';
import { holdOffErasures } from '../erasure/erasures.queries.ts';
import {
  type ChangeFacts,
  factsOfChanges,
  type ItemChange,
  insertDeliveries,
  isAnyEndpointActive,
  mergeItemDeliveries,
} from './webhook-reader.queries.ts';

/** Writes a delivery of each event for each endpoint that subscribes to it. The sender sends them. */
export const webhookReader: ChangeReader = {
  name: 'webhooks',
  resources: [
    'orders',
    'refunds',
    'returns',
    'products',
    'subProducts',
    'stock',
    'customers',
    'customerAddresses',
    'credits',
    'giftCards',
    'disputes',
    'tickets',
    'statements',
    'locations',
    'subscriptions',
    'promotions',
  ],
  read: writeDeliveries,
};

async function writeDeliveries(tx: Tx, changes: readonly StoredChange[]): Promise<void> {
  if (!(await isAnyEndpointActive(tx))) return;
  // Reads facts after taking the lock: either from before an erasure, which then blanks the deliveries, or from after it.
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
  await mergeItemDeliveries(
    tx,
    changes.flatMap((change) => itemChanges(change, known.get(change.id))),
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
        locationIds: locationsOf(data),
        at,
        transaction,
        payload: JSON.stringify({ id, event, createdAt: at, data }),
      };
    }),
  );
}

function locationsOf({ locationId, locationIds }: Record<string, unknown>): string[] | null {
  if (Array.isArray(locationIds)) return locationIds as string[];
  return typeof locationId === 'string' ? [locationId] : null;
}

interface DetectedEvent {
  event: WebhookEvent;
  recordId: string;
  data: Record<string, unknown>;
  change: StoredChange;
  /** Numbers the events of a change. */
  part: number;
}

function eventsOf(change: StoredChange, facts: ChangeFacts): DetectedEvent[] {
  const found = namedEventsOf(change, facts);
  return found.map((one, part) => ({ recordId: change.recordId!, ...one, change, part }));
}

type Named = Pick<DetectedEvent, 'event' | 'data'> & { recordId?: string };
function namedEventsOf(change: StoredChange, facts: ChangeFacts): Named[] {
  switch (change.resource) {
    case 'orders':
      return orderEvents(change, facts);
    case 'refunds':
    case 'returns':
      return stepEvents(change.resource === 'refunds' ? 'refund' : 'return', facts);
    case 'tickets':
      return stepEvents('ticket', facts);
    case 'products':
      return productEvents(change, facts);
    case 'subProducts':
      return subProductEvents(change, facts);
    case 'statements':
      return statementEvents(change, facts);
    case 'subscriptions':
      return facts.snapshot ? [{ event: 'subscription.status', data: facts.snapshot }] : [];
    case 'promotions':
      return facts.snapshot ? [{ event: 'promotion.changed', data: facts.snapshot }] : [];
    case 'credits':
      return facts.record ? [{ event: 'credit.changed', data: facts.record }] : [];
    case 'giftCards':
      return facts.record ? [{ event: 'giftCard.changed', data: facts.record }] : [];
    case 'disputes':
      return facts.record ? [{ event: 'dispute.changed', data: facts.record }] : [];
    case 'stock':
    case 'locations':
      return [];
    default:
      return customerEvents(change, facts);
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
  /** Set if the order became late. */
  wantedBy?: string;
  /** The lines that changed with it, for the change feed. */
  parts?: unknown;
}
/** A change without a snapshot isn't a step, or its customer has been erased. */
function orderEvents(_: StoredChange, { record, snapshot }: ChangeFacts): Named[] {
  if (!record || !snapshot) return [];
  const { events = [], wantedBy, parts: _parts, ...state } = snapshot as OrderSnapshot;
  const order = { ...record, ...state };
  if (wantedBy !== undefined) return [{ event: 'order.late', data: { ...order, wantedBy } }];
  return events.map(({ kind, from, to, by, note = null }) => ({
    event: kind === 'dispatch' ? 'dispatch.status' : from === null ? 'order.created' : 'order.status',
    data: { ...order, from, to, by, note },
  }));
}

/** The snapshot of a refund, return or ticket is the data of its event. */
function stepEvents(kind: 'refund' | 'return' | 'ticket', { snapshot }: ChangeFacts): Named[] {
  // Other changes of a record don't change its status.
  if (!snapshot || snapshot.from === snapshot.to) return [];
  return [{ event: snapshot.from === null ? `${kind}.created` : `${kind}.status`, data: snapshot }];
}

const productChange: Record<string, string> = { create: 'added', delete: 'deleted' };
/**
 * Name, status and version are the current ones, since receivers read the product anyway. If the product is gone by now, a
 * later change says so.
 */
function productEvents({ action, version, recordId, fields }: StoredChange, facts: ChangeFacts): Named[] {
  const { record, snapshot } = facts;
  const change = productChange[action] ?? 'edited';
  const { repricedIds: _, parts: _parts, ...sent } = snapshot ?? {};
  if (change === 'deleted') {
    return snapshot ? [productEvent({ productId: recordId, change, version, ...sent })] : [];
  }
  if (!record || !changesAnything(fields)) return [];
  return [productEvent({ change, ...record, ...sent })];
}
const changesAnything = (fields: string[] | null): boolean =>
  fields === null || fields.some((name) => name !== 'updatedAt');
const productEvent = (data: Record<string, unknown>): Named => ({ event: 'product.changed', data });

/** A change at a location affects an offer, not the sub-product. The snapshot names the product of a deleted sub-product. */
function subProductEvents({ recordId, locationId, fields }: StoredChange, { record }: ChangeFacts): Named[] {
  if (!record || locationId !== null || !changesAnything(fields)) return [];
  const data = { change: 'edited', ...record, subProductIds: [recordId] };
  return [{ ...productEvent(data), recordId: record.productId as string }];
}

/** A payout marks a statement as paid; voiding the payout opens it again. Other changes have no snapshot. */
function statementEvents({ action, recordId, locationId }: StoredChange, { snapshot }: ChangeFacts): Named[] {
  if (!snapshot) return [];
  const { number, total, from, to } = snapshot;
  const statement = { statementId: recordId, number, locationId };
  const events: Named[] = [
    {
      event: from === null ? 'statement.created' : 'statement.status',
      data: { ...statement, total, from, to },
    },
  ];
  if (action === 'payout' || action === 'voidPayout') {
    const data = { ...statement, amount: total, to: action === 'payout' ? 'paid' : 'voided' };
    events.push({ event: 'payout.status', data });
  }
  return events;
}

const customerChanges: Record<string, string> = {
  create: 'added',
  merge: 'merged',
  unmerge: 'unmerged',
  delete: 'deleted',
  erase: 'erased',
};
/** Names the changed fields, but never their values. The snapshot of an address names its customer. */
function customerEvents({ resource, action, recordId, fields }: StoredChange, facts: ChangeFacts): Named[] {
  if (resource === 'customerAddresses') {
    const customerId = facts.snapshot?.customerId as string | undefined;
    if (customerId === undefined) return [];
    return [
      { ...customerEvent({ customerId, change: 'edited', fields: ['addresses'] }), recordId: customerId },
    ];
  }
  const change = customerChanges[action];
  if (recordId === null) return [];
  if (change !== undefined) return [customerEvent({ customerId: recordId, change, fields: [] })];
  if (fields === null || !changesAnything(fields)) return [];
  return [customerEvent({ customerId: recordId, change: 'edited', fields })];
}
const customerEvent = (data: Record<string, unknown>): Named => ({ event: 'customer.changed', data });

/** Returns the sub-products whose stock, price or assignment changed. */
function itemChanges(change: StoredChange, facts?: ChangeFacts): ItemChange[] {
  if (!facts) return [];
  const { at, transaction, snapshot } = facts;
  return changedItems(change, snapshot as ItemSnapshot | null)
    .filter(({ subProductIds }) => subProductIds.length > 0)
    .map((items) => ({ ...items, at, transaction }));
}

interface ItemSnapshot {
  subProductIds?: string[];
  /** Sub-products whose prices changed with their product or with the assortment of a location. */
  repricedIds?: string[];
  /** Sub-products that a location has started or stopped selling. */
  assignedIds?: string[];
}
function changedItems(
  { resource, action, recordId, locationId, fields }: StoredChange,
  snapshot: ItemSnapshot | null,
): Omit<ItemChange, 'at' | 'transaction'>[] {
  const { subProductIds = [], repricedIds, assignedIds = [] } = snapshot ?? {};
  const idIfChanged = (...names: string[]) =>
    recordId && fields?.some((name) => names.includes(name)) ? [recordId] : [];
  switch (resource) {
    case 'stock':
      // A notice about low stock doesn't change the quantity.
      return action === 'low' ? [] : [{ event: 'stock.changed', locationId, subProductIds }];
    case 'products':
      return [{ event: 'price.changed', locationId: null, subProductIds: repricedIds ?? [] }];
    case 'subProducts':
      return [
        {
          event: 'price.changed',
          locationId,
          subProductIds: repricedIds ?? idIfChanged('price', 'salePrice'),
        },
        { event: 'assignment.changed', locationId, subProductIds: idIfChanged('assigned') },
      ];
    case 'locations':
      return [
        { event: 'price.changed', locationId: recordId, subProductIds: repricedIds ?? [] },
        { event: 'assignment.changed', locationId: recordId, subProductIds: assignedIds },
      ];
    default:
      return [];
  }
}

const maxSubProducts = 500;
/** Merges changes of sub-products of one product in one transaction into one event. */
function mergeSubProducts(events: readonly DetectedEvent[]): DetectedEvent[] {
  const isOne = ({ change }: DetectedEvent) => change.resource === 'subProducts';
  const groups = Map.groupBy(events, (one) =>
    isOne(one) ? `${one.change.at} ${one.recordId}` : `${one.change.id} ${one.part}`,
  );
  return [...groups.values()].map((group) => {
    const first = group[0]!;
    if (!isOne(first)) return first;
    const subProductIds = [...new Set(group.flatMap(({ data }) => data.subProductIds))];
    return { ...first, data: { ...first.data, subProductIds: subProductIds.slice(0, maxSubProducts) } };
  });
}

/**
 * Returns the ID of an event, derived from its change: if the change is read again, endpoints don't get the event again. A UUID
 * of version 8. It includes the time, since a restored database can reuse the IDs of lost changes.
 */
function eventIdOf({ id }: StoredChange, at: string, part: number): string {
  const bytes = createHash('sha256').update(`${id} ${at} ${part}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
