import { addDays, dayIn } from '@aisle/contract/core/dates';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { expect, test } from 'vitest';
import { connectAssistant, type ToolAnswer } from '../../../test/assistant-builders.ts';
import { addDriver, offer, orderToDeliver } from '../../../test/driver-builders.ts';
import { addGoods, openStore } from '../../../test/order-builders.ts';
import { owe } from '../../../test/payable-builders.ts';
import { publishPromotion } from '../../../test/promotion-builders.ts';
import { deliver, requestReturn } from '../../../test/return-builders.ts';
import { addTicket } from '../../../test/support-builders.ts';

const {
  shop,
  manager,
  location,
  goods: milk,
  addOrder,
} = await openStore({
  location: { name: 'Downtown' },
  goods: { name: 'Whole Milk', price: 399, stock: 50 },
});
const eggs = await addGoods(shop, location, { name: 'Eggs', price: 549, stock: 47 });
const butter = await addGoods(shop, location, { name: 'Butter', stock: 0 });
await addGoods(shop, location, { name: 'Yogurt', stock: 8, expiresOn: addDays(dayIn('America/Chicago'), 3) });
await shop.sql`UPDATE location_sub_products SET assigned = false WHERE sub_product_id = ${butter}`;

const bread = await addGoods(shop, location, { name: 'Bread', stock: 2 });
await manager.do(inventoryRoutes.adjust, {
  body: { locationId: location, subProductId: bread, quantity: -2, reason: 'waste' },
});

const late = await addOrder({ status: 'processing' });
await shop.sql`UPDATE orders SET created_at = now() - interval '95 minutes' WHERE id = ${late._id}`;
const sold = await deliver(manager, location, milk, { quantity: 3 });
await deliver(manager, location, eggs, { quantity: 1 });
const returned = await requestReturn(manager, sold);
const driver = await addDriver(manager, location);
const outside = await orderToDeliver(manager, location, milk);
await offer(manager, driver, outside);
await addTicket(manager, {
  subject: 'Broken eggs',
  message: 'Three of my eggs arrived broken.',
  locationId: location,
});
await publishPromotion(manager, { name: 'Milk week' });
await owe(manager, location, 2500);

const key = await shop.withKey({
  permissions: [
    'order_view',
    'cancel_order',
    'order_edit',
    'product_view',
    'sub_product_view',
    'inventory_view',
    'store_view',
    'customer_view',
    'support_view',
    'support_dashboard',
    'location_report',
    'statement_generate',
    'assign_subProduct',
    'driver_view',
    'promotion_view',
    'tax_list',
  ],
});
const today = dayIn('America/Chicago');
const week = { from: addDays(today, -6), to: today };

type Ask = (name: string, given?: Record<string, unknown>) => Promise<ToolAnswer>;
const idIn = ({ data }: ToolAnswer, name = '_id'): string =>
  String((data.records as Record<string, unknown>[])[0]![name]);
const downtown = async (ask: Ask) => idIn(await ask('find_locations', { search: 'Downtown' }));
const subProduct = async (ask: Ask, search: string) => idIn(await ask('find_sub_products', { search }));

/** Questions of a store manager in the morning, each with the calls that answer it and the expected answer. */
const questions: [question: string, answer: (ask: Ask) => Promise<ToolAnswer>, says: RegExp][] = [
  [
    'Which orders are late?',
    (ask) => ask('list_late_orders'),
    new RegExp(`1 late order[\\s\\S]*${late.number}`),
  ],
  [
    `Why is order ${late.number.slice(2)} late?`,
    (ask) => ask('explain_order', { order: late.number.slice(2) }),
    /is 3[45] minutes late[\s\S]*Ada Tester is picking it/,
  ],
  [
    'What sold best last week at Downtown?',
    async (ask) =>
      ask('report_product_sales', {
        ...week,
        locationIds: [await downtown(ask)],
        groupBy: 'product',
        sort: { field: 'units', order: 'desc' },
      }),
    /<data>\n- Whole Milk · \d+ units/,
  ],
  [
    "Why can't I sell butter here?",
    async (ask) =>
      ask('explain_sellability', { id: await subProduct(ask, 'Butter'), locationId: await downtown(ask) }),
    /<data>Butter<\/data> can't be sold at <data>Downtown<\/data> now[\s\S]*Reasons:/,
  ],
  [
    'Why is the stock of eggs 46?',
    async (ask) => {
      const level = await ask('list_stock_levels', { search: 'Eggs' });
      const [row] = level.data.records as { locationId: string; subProductData: { _id: string } }[];
      return ask('explain_stock', { locationId: row!.locationId, subProductId: row!.subProductData._id });
    },
    /Eggs<\/data> at <data>Downtown<\/data>: 46 on hand[\s\S]*pick · -1 · then 46[\s\S]*receipt · \+47/,
  ],
  [
    'What is out of stock?',
    (ask) => ask('list_stock_levels', { status: 'out' }),
    /Bread · Downtown · 0 available/,
  ],
  [
    'What expires this week?',
    (ask) => ask('list_expiring_stock', { days: 7 }),
    /Yogurt · Downtown · 8 · 3 days left/,
  ],
  ['How many orders do we have by status?', (ask) => ask('count_orders'), /Picking · 1/],
  [
    'What waits in the queue?',
    (ask) => ask('get_order_queue'),
    new RegExp(`picking: 1[\\s\\S]*${late.number}`),
  ],
  ['Who delivers right now?', (ask) => ask('get_dispatch_board'), /1 driver/],
  ['Which tickets are open?', (ask) => ask('find_tickets', { status: 'open' }), /Broken eggs · open/],
  [
    'What did the customer write about broken eggs?',
    async (ask) => ask('get_ticket', { id: idIn(await ask('find_tickets', { search: 'broken eggs' })) }),
    /<data>Three of my eggs arrived broken\.<\/data>/,
  ],
  [
    'What did Grace order last?',
    async (ask) =>
      ask('get_customer', { id: idIn(await ask('find_customers', { search: 'Grace Shopper' })) }),
    /Latest orders:\n<data>\n- O-/,
  ],
  [
    `How much can I refund for ${sold.number}?`,
    async (ask) => ask('preview_refund', { id: idIn(await ask('find_orders', { search: sold.number })) }),
    /Up to \$11\.97 can be refunded\./,
  ],
  [
    'What did each store sell this week?',
    (ask) => ask('report_store_sales', week),
    /Downtown · \d+ orders · net sales \$/,
  ],
  ['Which stores take no orders?', (ask) => ask('find_locations'), /1 location/],
  [
    'What do we owe Downtown?',
    async (ask) => ask('explain_balance', { id: await downtown(ask) }),
    /Balance on .*: \$\d/,
  ],
  ['Which statements are due?', (ask) => ask('list_due_statements'), /Downtown · \$/],
  [
    'What does milk cost at each store?',
    async (ask) => ask('compare_prices', { search: 'Milk', locationIds: [await downtown(ask)] }),
    /Whole Milk · list price \$3\.99 · Downtown: \$3\.99/,
  ],
  [
    `Who delivers order ${outside.number}?`,
    async (ask) =>
      ask('list_delivery_attempts', { id: idIn(await ask('find_orders', { search: outside.number })) }),
    /1 delivery attempt/,
  ],
  ['Which promotions run now?', (ask) => ask('find_promotions', { status: 'active' }), /Milk week · active/],
  [
    'Which returns are open?',
    (ask) => ask('list_returns', { status: 'requested' }),
    new RegExp(returned.number),
  ],
];

test('covers at least twenty questions', () => {
  expect(questions.length).toBeGreaterThanOrEqual(20);
});

test.each(questions)('%s', async (_, answer, says) => {
  const { call } = await connectAssistant(shop, key);
  let calls = 0;
  const last = await answer(async (name, given) => {
    calls += 1;
    const answered = await call(name, given);
    expect(answered.isError, answered.text).toBe(false);
    return answered;
  });
  expect(last.text).toMatch(says);
  expect(calls).toBeLessThanOrEqual(3);
});
