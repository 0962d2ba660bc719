import { webhookData } from '@aisle/contract/system/webhooks/webhook-events';
import { type WebhookEvent, webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { expect, onTestFinished } from 'vitest';
import { webhookReader } from '../src/system/webhooks/webhook-reader.ts';
import { catchUp } from './change-readers.ts';
import type { Person, Shop } from './shop.ts';

export interface SentEvent {
  event: WebhookEvent;
  data: Record<string, unknown>;
}
/**
 * Adds an endpoint for these events until the end of the test. Returns a function that reads its deliveries in the order in
 * which they are sent, and checks that they have the fields in the contract.
 */
export async function recordWebhooks(
  shop: Shop,
  person: Person,
  events: WebhookEvent[],
): Promise<() => Promise<SentEvent[]>> {
  const body = { name: 'Receiver', url: 'http://127.0.0.1:9/hook', events };
  const { _id: webhookId } = await person.do(webhookRoutes.create, { body });
  onTestFinished(async () => {
    await person.call(webhookRoutes.remove, { params: { id: webhookId } });
  });
  return async () => {
    await catchUp(shop, webhookReader);
    const { rows } = await shop.db.owner.query<{ id: string }>(
      'SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY position',
      [webhookId],
    );
    const sent: SentEvent[] = [];
    for (const { id } of rows) {
      const { payload } = await person.do(webhookRoutes.delivery, { params: { id } });
      const { event, data } = JSON.parse(payload) as SentEvent;
      expect(webhookData[event].parse(data)).toEqual(data);
      sent.push({ event, data });
    }
    return sent;
  };
}
