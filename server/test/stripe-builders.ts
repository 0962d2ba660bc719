import { createHmac } from 'node:crypto';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { afterAll } from 'vitest';
import { standInPublishableKey, startStandIn } from '../../tools/stripe/server.ts';
import { clientOf } from '../../tools/stripe/test-client.ts';
import { gatewayEvents } from '../src/jobs.ts';
import { applyEvents } from '../src/ledgers/gateways/gateway-events.ts';
import { StripeGateway } from '../src/ledgers/gateways/stripe/stripe-gateway.ts';
import { processGatewayQueue } from '../src/sales/payments/work-off.ts';
import { advanceTo, openStore } from './order-builders.ts';

const webhookSecret = 'whsec_standin';

/** Signs a message as Stripe does. */
export function signatureOf(body: string, { secret = webhookSecret, ageSeconds = 0 } = {}): string {
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

/** A store whose cards are charged through a stand-in for Stripe, which ends with the tests of the file. */
export async function openStripeStore(parts: Parameters<typeof openStore>[0] = {}) {
  const standIn = await startStandIn();
  afterAll(() => standIn.close());
  const settings = {
    secretKey: standIn.secretKey,
    publishableKey: standInPublishableKey,
    webhookSecrets: [webhookSecret],
    apiUrl: standIn.url,
  };
  const store = await openStore({
    ...parts,
    server: { cardGateway: 'stripe', stripe: settings, ...parts.server },
  });
  const { shop, manager, addOrder } = store;
  const gateway = new StripeGateway(shop.db, settings, shop.services.settings.publicUrl);
  const runGateway = () => processGatewayQueue(shop.db, [gateway]);
  const confirm = (order: Pick<Order, 'mainOrder'>, token = 'pm_card_visa', rest: object = {}) =>
    manager.call(paymentRoutes.confirm, { params: { id: order.mainOrder._id }, body: { token, ...rest } });
  /** Pays with a card and sends the requests that this causes. */
  const pay = async (order: Pick<Order, 'mainOrder'>, token?: string) => {
    await confirm(order, token);
    await runGateway();
  };
  const addCardOrder = () => addOrder({ paymentType: 'card', fulfilment: 'pickup' });
  /** A delivered order that a card paid. */
  const addPaidOrder = async (token?: string) => {
    const order = await addCardOrder();
    await pay(order, token);
    await advanceTo(manager, order, 'delivered');
    await runGateway();
    return order;
  };
  /** Delivers a message to the address for Stripe's webhooks. Returns the status of the response. */
  const post = async (body: string, signature = signatureOf(body)) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await shop.server.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers,
      payload: body,
    });
    return answer.statusCode;
  };
  const sent = new Set<string>();
  /** Delivers and applies everything that happened at the stand-in since the last call. */
  const deliverEvents = async () => {
    const events = standIn.world.events.newestFirst().filter(({ id }) => !sent.has(id));
    for (const event of events.toReversed()) {
      sent.add(event.id);
      await post(JSON.stringify(event));
    }
    await applyEvents(shop.db, [gateway], gatewayEvents);
    await runGateway();
  };
  return {
    ...store,
    standIn,
    stripe: clientOf(standIn),
    gateway,
    runGateway,
    confirm,
    pay,
    addCardOrder,
    addPaidOrder,
    post,
    deliverEvents,
  };
}
