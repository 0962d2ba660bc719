import { withNeeded } from '@aisle/contract/permissions';
import { type ChangeTopicName, changeTopic } from '@aisle/contract/system/changes';
import { topicOfEvent } from '@aisle/contract/system/webhooks/webhooks';
import type { Context } from '../../core/context.ts';
import type { Actor } from '../../core/http/actor.ts';
import type { ChangedRecord, RecordReaders } from '../change-feed/record-reader.ts';
import type { WebhookParcel } from './deliveries.queries.ts';

interface Payload {
  data: Record<string, unknown>;
  record?: unknown;
  records?: unknown;
}
const parse = ({ payload }: Pick<WebhookParcel, 'payload'>) => JSON.parse(payload) as Payload;

/** Whether the payload has its record already, or its event has none. */
export function hasRecord(parcel: Pick<WebhookParcel, 'event' | 'payload'>): boolean {
  if (topicOfEvent(parcel.event) === null) return true;
  const { record, records } = parse(parcel);
  return record !== undefined || records !== undefined;
}

/** Reads records with the permission of their list, at the locations of the endpoint. */
export function actorOf({ event, locationIds }: WebhookParcel): Actor {
  const topic = topicOfEvent(event);
  return {
    userId: null,
    sessionId: null,
    apiKeyId: null,
    apiScopes: [],
    userType: locationIds ? 'store' : 'others',
    name: 'Webhook',
    permissions: withNeeded(topic ? [changeTopic(topic).permission] : []),
    locations: locationIds,
  };
}

/** Adds the current record, or the records of an event about several items. A record that is gone is null. */
export async function withRecord(
  context: Context,
  parcel: WebhookParcel,
  readers: RecordReaders,
): Promise<string> {
  const topic = topicOfEvent(parcel.event)!;
  const payload = parse(parcel);
  const { read, keyOf } = readers[topic];
  const records = recordsOf(topic, payload.data);
  const isClosed = context.actor.locations !== null && changeTopic(topic).marketplaceOnly;
  const found = isClosed ? new Map<string, unknown>() : await read(context, records);
  const recordAt = (record: ChangedRecord) => found.get(keyOf(record)) ?? null;
  if ('subProductIds' in payload.data && topic !== 'product') {
    return JSON.stringify({
      ...payload,
      records: records.map((record) => ({ id: record.recordId, record: recordAt(record) })),
    });
  }
  return JSON.stringify({ ...payload, record: records[0] ? recordAt(records[0]) : null });
}

const idFields: Partial<Record<ChangeTopicName, string>> = { dispatch: 'orderId', payout: 'statementId' };
function recordsOf(topic: ChangeTopicName, data: Record<string, unknown>): ChangedRecord[] {
  const locationId = (data.locationId ?? null) as string | null;
  if (topic === 'stock' || topic === 'price' || topic === 'assignment') {
    return (data.subProductIds as string[]).map((recordId) => ({ recordId, parentId: null, locationId }));
  }
  const recordId = data[idFields[topic] ?? `${topic}Id`] as string;
  return [{ recordId, parentId: null, locationId }];
}
