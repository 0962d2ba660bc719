import { brandRoutes } from '@aisle/contract/catalog/brands';
import { bulkEditRoutes } from '@aisle/contract/catalog/bulk-edits';
import { taxRoutes } from '@aisle/contract/catalog/taxes';
import { vendorRoutes } from '@aisle/contract/catalog/vendors';
import { customerActions } from '@aisle/contract/customers/customer-actions';
import { customerGroupRoutes } from '@aisle/contract/customers/customer-groups';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { giftCardRoutes } from '@aisle/contract/customers/gift-cards';
import { subscriptionPlanRoutes } from '@aisle/contract/customers/subscription-plans';
import { subscriptionRoutes } from '@aisle/contract/customers/subscriptions';
import { payoutRoutes } from '@aisle/contract/finance/payouts';
import { statementRoutes } from '@aisle/contract/finance/statements';
import { dispatchRoutes } from '@aisle/contract/sales/dispatch/dispatch';
import { driverRoutes } from '@aisle/contract/sales/drivers';
import { orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { promotionRoutes } from '@aisle/contract/sales/promotions/promotions';
import { recallRoutes } from '@aisle/contract/sales/recalls';
import { returnRoutes } from '@aisle/contract/sales/returns/returns';
import { messageDraftRoutes } from '@aisle/contract/service/message-drafts';
import { messageRoutes } from '@aisle/contract/service/messages';
import { supportRoutes } from '@aisle/contract/service/support';
import { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { bulkActionRoutes } from '@aisle/contract/system/bulk-actions';
import { webhookRoutes } from '@aisle/contract/system/webhooks/webhooks';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { transferRoutes } from '@aisle/contract/warehouse/transfers';
import type { Api } from './api.ts';
import { deliver, inviteUser, openShop, placeOrder } from './shop.ts';

/** IDs, numbers and names of the prepared records. */
export type Known = Readonly<Record<string, string>>;

/**
 * Prepares a few records of every kind, so that no screen is empty. The code and the customer's phone distinguish them from
 * those of other tests.
 */
export async function makeSomethingOfEach(admin: Api, code: string, phone: string): Promise<Known> {
  const shopper = { firstName: 'Ines', lastName: `Marlow ${code}`, phone };
  const shop = await openShop(admin, code, [
    { name: 'Rye Crackers', price: 325, stock: 12 },
    { name: 'Pears, Loose', unit: 'lb', soldByWeight: true, price: 219, stock: 30 },
    { name: 'Sold-out Soup', price: 499 },
  ]);
  const crackers = shop.goods.get('Rye Crackers')!;
  await admin.do(brandRoutes.create, { body: { name: `Field & Oven ${code}` } });
  await admin.do(taxRoutes.create, { body: { name: `Grocery tax ${code}`, rate: 2.25 } });
  const vendor = await admin.do(vendorRoutes.create, {
    body: { name: `North Mill ${code}`, contact: 'Asta Lund' },
  });
  const locationId = shop.location._id;
  const lot = await admin.do(inventoryRoutes.create, {
    body: {
      locationId,
      subProductId: crackers._id,
      vendorId: vendor._id,
      quantity: 6,
      expiresOn: '2099-01-31',
    },
  });
  const lines = { 'Rye Crackers': 2, 'Pears, Loose': 1.5 };
  const fresh = await placeOrder(admin, shop, lines, shopper);
  const picked = await placeOrder(admin, shop, lines, shopper);
  const gone = await placeOrder(admin, shop, lines, shopper);
  const brought = await placeOrder(admin, shop, lines, shopper);
  await deliver(admin, brought._id);
  const stated = await makeStatement(admin, locationId);
  const { lines: broughtLines } = await admin.do(orderRoutes.view, { params: { id: brought._id } });
  const request = await admin.do(returnRoutes.create, {
    body: {
      orderId: brought._id,
      kind: 'return',
      lines: [{ lineId: broughtLines[0]!._id, quantity: 1, note: 'Crumbled' }],
    },
  });
  await admin.do(orderRoutes.updateStatus, { params: { id: picked._id }, body: { status: 'processing' } });
  await admin.do(orderRoutes.cancel, { params: { id: gone._id }, body: { reason: 'Ordered twice' } });
  const leaving = await placeOrder(admin, shop, lines, shopper);
  for (const status of ['processing', 'prepared', 'awaitingForDelivery'] as const) {
    await admin.do(orderRoutes.updateStatus, { params: { id: leaving._id }, body: { status } });
  }
  const driver = await admin.do(driverRoutes.create, {
    body: { name: 'Dora Wheeler', phone: '+1 312 555 0177', locationIds: [locationId] },
  });
  const trip = await admin.do(dispatchRoutes.offer, {
    body: { driverId: driver._id, orderIds: [leaving._id], accepted: true },
  });
  const { records: customers } = await admin.do(customerRoutes.list, { body: { search: shopper.lastName } });
  const customerId = customers[0]!._id;
  const plan = await admin.do(subscriptionPlanRoutes.create, {
    body: { name: `Plan ${code}`, price: 999, period: 'monthly', benefits: { freeDeliveryAbove: 3500 } },
  });
  await admin.do(subscriptionRoutes.subscribe, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { customerId, planId: plan._id, paymentType: 'cash' },
  });
  const ticket = await admin.do(supportRoutes.create, {
    body: {
      subject: 'Pears were bruised',
      orderId: brought._id,
      category: 'order',
      message: 'Half of them were bruised.',
    },
  });
  const user = await inviteUser(admin, `Sunniva${code}`, ['order_list', 'product_list']);
  const elsewhere = await openShop(admin, `${code}x`, []);
  const transfer = await admin.do(transferRoutes.create, {
    body: {
      fromLocationId: locationId,
      toLocationId: elsewhere.location._id,
      lines: [{ subProductId: crackers._id, quantity: 1 }],
    },
  });
  const recall = await admin.do(recallRoutes.create, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: {
      title: 'Crumbled crackers',
      reason: 'Broken in the mill',
      selection: { lotIds: [lot._id] },
    },
  });
  // A draft, so that it changes no prices.
  const promotion = await admin.do(promotionRoutes.create, {
    body: {
      name: 'Cracker days',
      label: 'Buy 2 get 1 free',
      reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100 },
      goods: { subProductIds: [crackers._id] },
      locationIds: [locationId],
      codes: { kind: 'batch' },
      funding: { marketplace: 50, location: 0, vendor: 50, vendorId: vendor._id },
    },
  });
  await admin.do(promotionRoutes.codes, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    params: { id: promotion._id },
    body: { count: 3 },
  });
  const apiKey = await admin.do(apiKeyRoutes.create, {
    body: {
      name: `Till ${code}`,
      permissions: ['product_edit', 'inventory_edit'],
      locationIds: [locationId],
    },
  });
  const webhook = await admin.do(webhookRoutes.create, {
    body: { name: `Billing ${code}`, url: 'https://billing.example/orders', events: ['order.created'] },
  });
  const { mainOrder } = await admin.do(orderRoutes.view, { params: { id: fresh._id } });
  const count = await admin.do(stockCountRoutes.create, { body: { locationId, name: 'Evening' } });
  await deliver(admin, (await placeOrder(admin, shop, lines, shopper))._id);
  const paid = await makeStatement(admin, locationId);
  const giftCard = await admin.do(giftCardRoutes.create, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { kind: 'sold', amount: 2500, payment: { method: 'cash' } },
  });
  const { level } = await admin.do(inventoryRoutes.why, {
    body: { locationId, subProductId: crackers._id },
  });
  return {
    ticket: ticket._id,
    checkout: mainOrder._id,
    checkoutNumber: mainOrder.number,
    promotion: promotion._id,
    promotionNumber: promotion.number,
    recall: recall._id,
    recallNumber: recall.number,
    apiKey: apiKey._id,
    connection: apiKey.connectionId,
    apiKeyName: apiKey.name,
    webhook: webhook._id,
    webhookName: webhook.name,
    giftCard: giftCard._id,
    giftCardNumber: giftCard.number,
    transfer: transfer._id,
    transferNumber: transfer.number,
    count: count._id,
    countNumber: count.number,
    onHand: String(level.onHand),
    location: locationId,
    shop: shop.location.name,
    product: crackers.productId,
    subProduct: crackers._id,
    lot: lot._id,
    lotNumber: lot.number,
    newOrder: fresh._id,
    newOrderNumber: fresh.number,
    pickedOrder: picked._id,
    pickedOrderNumber: picked.number,
    goneOrder: gone._id,
    goneOrderNumber: gone.number,
    broughtOrder: brought._id,
    broughtOrderNumber: brought.number,
    request: request._id,
    requestNumber: request.number,
    statement: stated._id,
    statementNumber: stated.number,
    customer: customerId,
    shopper: `${shopper.firstName} ${shopper.lastName}`,
    user: user._id,
    vendor: vendor._id,
    vendorName: vendor.name,
    driver: driver._id,
    token: trip.link.split('/').at(-1)!,
    ...(await beginOneJobOfEach(admin, code, {
      order: fresh._id,
      customer: customerId,
      product: crackers.productId,
      statement: paid._id,
      paidOn: paid.asOf,
    })),
  };
}

/** A statement of all unbilled entries. */
async function makeStatement(
  admin: Api,
  locationId: string,
): Promise<{ _id: string; number: string; asOf: string }> {
  const { asOf } = await admin.do(statementRoutes.explainBalance, { params: { id: locationId } });
  const made = await admin.do(statementRoutes.create, { body: { locationId, to: asOf } });
  if ('jobId' in made) throw new Error('A job made the statement of one location');
  return { ...made, asOf };
}

/** Bulk edits of many records, and a message that is scheduled for later. */
async function beginOneJobOfEach(
  admin: Api,
  code: string,
  {
    order,
    customer,
    product,
    statement,
    paidOn,
  }: Record<'order' | 'customer' | 'product' | 'statement' | 'paidOn', string>,
): Promise<Known> {
  const once = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } });
  const step = await admin.do(orderBulkRoutes.create, {
    ...once(),
    body: { target: { ids: [order] }, assign: { addTags: ['Regular'] } },
  });
  const action = await admin.do(bulkActionRoutes.run, {
    ...once(),
    params: { name: customerActions.unblock.name },
    body: { target: { ids: [customer] } },
  });
  const edit = await admin.do(bulkEditRoutes.create, {
    ...once(),
    body: {
      target: { filters: { productId: product } },
      change: { field: 'price', to: { by: 'percent', value: 10 } },
    },
  });
  const run = await admin.do(payoutRoutes.run, {
    ...once(),
    body: { statementIds: [statement], method: 'check', paidOn },
  });
  const { number: payoutRunNumber } = await admin.do(payoutRoutes.viewRun, { params: { id: run.runId } });
  const message = await admin.do(messageRoutes.send, {
    ...once(),
    body: {
      name: `Fresh bread ${code}`,
      audience: { city: 'Nowhere' },
      channel: 'email',
      subject: 'Fresh bread',
      body: 'Warm from {{brand.name}}.',
      sendAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  const group = await admin.do(customerGroupRoutes.create, {
    body: { name: `Regulars ${code}`, kind: 'rule', rule: { minOrders: 2 } },
  });
  const content = {
    name: `Bread again ${code}`,
    channel: 'email',
    subject: 'Fresh bread',
    body: 'Warm from {{brand.name}}.',
    buttonLabel: 'See the bread',
    buttonUrl: 'https://market.example/bread',
  } as const;
  const draft = await admin.do(messageDraftRoutes.create, {
    body: { ...content, kind: 'draft', audience: { groupId: group._id, city: 'Nowhere' } },
  });
  const template = await admin.do(messageDraftRoutes.create, { body: { ...content, kind: 'template' } });
  return {
    customerGroup: group._id,
    customerGroupName: group.name,
    messageDraft: draft._id,
    messageTemplate: template._id,
    bulkStep: step._id,
    bulkStepTitle: step.title,
    bulkAction: action._id,
    bulkActionTitle: action.title,
    bulkEdit: edit._id,
    bulkEditTitle: edit.title,
    payoutRun: run.runId,
    payoutRunTitle: payoutRunNumber ? `Payout run ${payoutRunNumber}` : 'Payout run',
    message: message._id!,
    messageName: `Fresh bread ${code}`,
  };
}
