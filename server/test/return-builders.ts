import type { Order } from '@aisle/contract/sales/orders/order-view';
import {
  type Return,
  type ReturnInput,
  type ReturnStep,
  returnRoutes,
} from '@aisle/contract/sales/returns/returns';
import { SimulatedGateway } from '../src/ledgers/gateways/simulated/simulated-gateway.ts';
import { processGatewayQueue } from '../src/sales/payments/work-off.ts';
import { advanceTo, placeOne, runSql } from './order-builders.ts';
import type { Inside, Person, Shop } from './shop.ts';

/** A delivered order with one line. */
export async function deliver(
  person: Person,
  locationId: string,
  subProductId: string,
  rest: Parameters<typeof placeOne>[3] = {},
): Promise<Order> {
  const order = await placeOne(person, locationId, subProductId, { fulfilment: 'pickup', ...rest });
  return advanceTo(person, order, 'delivered');
}

/** Requests the return of this quantity of its first line. */
export const requestReturn = (
  person: Person,
  order: Order,
  parts: Partial<ReturnInput> & { quantity?: number } = {},
): Promise<Return> => {
  const { quantity = 1, ...rest } = parts;
  const lines = [{ lineId: order.lines[0]!._id, quantity }];
  return person.do(returnRoutes.create, { body: { orderId: order._id, kind: 'return', lines, ...rest } });
};

export const stepTo = (
  person: Person,
  request: Pick<Return, '_id'>,
  status: ReturnStep['status'],
  rest: Partial<ReturnStep> = {},
): Promise<Return> =>
  person.do(returnRoutes.updateStatus, { params: { id: request._id }, body: { status, ...rest } as never });

/** Takes a return of a line to the step that refunds it. */
export async function completeReturn(person: Person, request: Pick<Return, '_id'>): Promise<Return> {
  for (const status of ['approved', 'received'] as const) await stepTo(person, request, status);
  return stepTo(person, request, 'returned');
}

/** Processes all due gateway operations, as the job does. `slowMs` keeps a slow card from slowing down tests. */
export const runGatewayOperations = (shop: Shop): Promise<void> =>
  processGatewayQueue(shop.db, [new SimulatedGateway(shop.db, 5)]);

/** Processes gateway operations until none is due, including retries. */
export async function settleGateway(shop: Shop): Promise<void> {
  await runGatewayOperations(shop);
  await letTimePass(shop);
  await runGatewayOperations(shop);
}

/** Opens a dispute of the first payment of an order. Returns its ID and number. */
export async function addDispute(shop: Inside, orderId: string): Promise<{ id: string; number: string }> {
  const [row] = await runSql<{ id: string; number: string }>(
    shop,
    `INSERT INTO disputes (location_id, id, order_id, payment_id, provider, provider_id, provider_status, status, amount,
       reason, due_by, evidence, funded_by)
     SELECT location_id, new_uuid_v7(), order_id, id, 'stripe', 'du_' || id, 'needs_response', 'needsResponse', 500,
       'fraudulent', now() + interval '9 days', '{"otherEvidence": "Delivered in person"}', 'marketplace'
     FROM payments WHERE order_id = '${orderId}' ORDER BY id LIMIT 1
     RETURNING id, format_number('dispute', number) AS number`,
  );
  return row!;
}

/** A payout from the card provider to the bank with one row, the payment of an order. Returns its ID. */
export async function addBankPayout(shop: Inside, orderId: string): Promise<string> {
  const [row] = await runSql<{ id: string }>(
    shop,
    `WITH payout AS (
       INSERT INTO bank_payouts (id, provider, provider_id, amount, arrives_on, bank_status, is_automatic, is_complete,
         charges, fees, row_count)
       SELECT new_uuid_v7(), 'stripe', 'po_' || id, 471, '2026-11-20', 'paid', true, true, 500, -29, 1
       FROM orders WHERE id = '${orderId}'
       RETURNING id, provider_id
     ), charge AS (
       INSERT INTO provider_transactions (id, provider, provider_id, category, kind, amount, fee, occurred_at,
         available_at, order_id, location_id, payout_id, state)
       SELECT new_uuid_v7(), 'stripe', 'txn_' || o.id, 'charge', 'payment', 500, 29, now(), now(), o.id, o.location_id,
         p.provider_id, 'matched'
       FROM orders o, payout p WHERE o.id = '${orderId}'
     )
     SELECT id FROM payout`,
  );
  return row!.id;
}

/** Makes all waiting retries due. */
export const letTimePass = (shop: Shop): Promise<unknown> =>
  shop.look(async (tx) => {
    const past = '2020-01-01T00:00:00Z';
    await tx
      .updateTable('gateway_operations')
      .set({ next_at: past })
      .where('status', '=', 'waiting')
      .execute();
    await tx.updateTable('refunds').set({ next_try_at: past }).where('next_try_at', 'is not', null).execute();
  });
