import { addDays, dayIn } from '@aisle/contract/core/dates';
import { allPermissions } from '@aisle/contract/permissions';
import { tools } from '@aisle/contract/tools';
import { expect, test } from 'vitest';
import { connectAssistant } from '../../../test/assistant-builders.ts';
import { addDriver, offer, orderToDeliver } from '../../../test/driver-builders.ts';
import { addCustomer, addOrderLocation, openStore } from '../../../test/order-builders.ts';
import { dayAgo, owe, state } from '../../../test/payable-builders.ts';
import { publishPromotion } from '../../../test/promotion-builders.ts';
import { addDispute, deliver, requestReturn } from '../../../test/return-builders.ts';
import { addTicket } from '../../../test/support-builders.ts';
import { sizeOf } from './answers.ts';

const { shop, manager, location, goods, addOrder } = await openStore({
  server: { mcpLimit: 0 },
  goods: { name: 'Oat Milk' },
});
const [open, delivered] = [await addOrder(), await deliver(manager, location, goods)];
const statement = await state(manager, location);
const uptown = await addOrderLocation(shop, { name: 'Uptown' });
await owe(manager, uptown, 2500);
const outgoing = await orderToDeliver(manager, location, goods);
const driver = await addDriver(manager, location);
await offer(manager, driver, outgoing);
const request = await requestReturn(manager, delivered);
await addDispute(shop, delivered._id);
const promotion = await publishPromotion(manager);
const ticket = await addTicket(manager, { locationId: location });
const customer = await addCustomer(manager);
const [{ id: productId }] = (await shop.sql<{
  id: string;
}>`SELECT product_id AS id FROM sub_products WHERE id = ${goods}`) as [{ id: string }];
const lineId = delivered.lines[0]!._id;
const period = { from: dayAgo(6), to: dayAgo() };
const at = { locationId: location };
const soon = addDays(dayIn('America/Chicago'), 3);

/** The arguments of tools that need some. */
const given: Record<string, Record<string, unknown>> = {
  search_records: { q: 'milk' },
  report_store_sales: { ...period, compare: 'previous' },
  report_product_sales: period,
  get_order: { id: open._id },
  explain_order: { order: delivered._id },
  get_order_payments: { id: delivered._id },
  preview_refund: { id: delivered._id, lines: [{ lineId, amount: 100 }] },
  preview_cancellation: { id: open._id },
  get_return: { id: request._id },
  check_returnable: { id: delivered._id },
  list_delivery_attempts: { id: outgoing._id },
  find_sellable_items: at,
  explain_sellability: { id: goods, ...at },
  get_driver: { id: driver },
  explain_stock: { ...at, subProductId: goods },
  compare_prices: { locationIds: [location] },
  get_customer: { id: customer._id },
  explain_coins: { customerId: customer._id },
  get_location: { id: location },
  get_stock_health: { id: location },
  explain_tax: { ...at, subProductId: goods },
  get_product: { id: productId },
  get_product_sales: { id: productId },
  get_product_places: { id: productId },
  get_statement: { id: statement._id },
  preview_statement: { locationId: uptown, to: dayAgo() },
  explain_balance: { id: location },
  get_trial_balance: period,
  get_ticket: { id: ticket._id },
  get_customer_timeline: { customerId: customer._id },
  move_order: { id: open._id, status: 'processing' },
  cancel_order: { id: open._id, reason: 'No longer needed' },
  add_order_note: { id: open._id, note: 'Call first' },
  refund_order: { id: delivered._id, lines: [{ lineId, amount: 100 }], reason: 'Broken' },
  create_return: { orderId: delivered._id, kind: 'return', lines: [{ lineId, quantity: 1 }] },
  move_return: { id: request._id, status: 'approved' },
  switch_promotion: { id: promotion._id, status: 'paused' },
  adjust_stock: { ...at, subProductId: goods, quantity: -1, reason: 'waste' },
  receive_stock: { ...at, subProductId: goods, quantity: 5, costPrice: 200, expiresOn: soon },
  mark_down_items: { items: [{ ...at, subProductId: goods, price: 100, until: soon }] },
  block_customer: { id: customer._id, status: 'blocked' },
  adjust_coins: { customerId: customer._id, coins: 10, reason: 'Goodwill' },
  adjust_store_credit: { customerId: customer._id, amount: 500, reason: 'goodwill' },
  switch_product: { id: productId, status: false },
  create_statement: { locationId: uptown, to: dayAgo() },
  pay_statement: { id: statement._id, method: 'check', reference: '1001', paidOn: dayAgo() },
  draft_ticket_reply: { id: ticket._id, text: 'We are on it.' },
  move_ticket: { id: ticket._id, status: 'pending' },
  edit_ticket: { id: ticket._id, priority: 'high', addTags: ['vip'] },
};
const key = await shop.withKey({ permissions: allPermissions });

test('gives a key with all permissions every tool', async () => {
  const { client } = await connectAssistant(shop, key);
  const { tools: listed } = await client.listTools();
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  expect(listed.length).toBeGreaterThanOrEqual(70);
});

/** Words that a text shows when a value is missing. */
const broken = /undefined|null|NaN|\[object|Invalid Date/;

test.each(tools.map((tool) => [tool.name, tool] as const))(
  '%s answers in words within 8 KB',
  async (name, tool) => {
    const { client, call } = await connectAssistant(shop, key);
    // The client checks answers against the schemas of the listed tools.
    await client.listTools();
    const { isError, text, data } = await call(name, given[name]);

    expect(isError, text).toBe(false);
    expect(text.length).toBeGreaterThan(0);
    expect(text).not.toMatch(broken);
    expect(sizeOf({ text, structured: data })).toBeLessThanOrEqual(8000);
    if (!tool.change) return;
    const { movesMoney, forPeople } = tool.change;
    expect(data.state).toBe(movesMoney === true || forPeople ? 'draft' : 'preview');
    expect(String(data.preview)).not.toMatch(broken);
  },
);

test('leaves a change of more than 20 records for a person', async () => {
  const { call } = await connectAssistant(shop, key);
  const items = Array.from({ length: 21 }, () => ({ ...at, subProductId: goods, price: 100, until: soon }));
  expect((await call('mark_down_items', { items })).data.state).toBe('draft');
  const strong = await shop.withKey({ permissions: allPermissions, mayMoveMoney: true });
  const { call: callAsStrong } = await connectAssistant(shop, strong);
  expect((await callAsStrong('mark_down_items', { items })).data.state).toBe('preview');
});
