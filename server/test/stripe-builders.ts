import type { Order } from '@aisle/contract/sales/orders/order-view';
import { paymentRoutes } from '@aisle/contract/sales/payments';
import { afterAll } from 'vitest';
import { standInPublishableKey, startStandIn } from '../../tools/stripe/server.ts';
import { clientOf } from '../../tools/stripe/test-client.ts';
import { StripeGateway } from '../src/ledgers/gateways/stripe/stripe-gateway.ts';
import { processGatewayQueue } from '../src/sales/payments/work-off.ts';
import { openStore } from './order-builders.ts';

export const webhookSecret = 'whsec_standin';

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
  return {
    ...store,
    standIn,
    stripe: clientOf(standIn),
    settings,
    gateway,
    runGateway,
    confirm,
    pay,
    addCardOrder,
  };
}
