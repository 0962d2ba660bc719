import { expect, test } from 'vitest';
import { connectAssistant, revisions } from '../../../test/assistant-builders.ts';
import { addOrderLocation, openStore } from '../../../test/order-builders.ts';

const { shop, location, addOrder } = await openStore({
  server: { mcpLimit: 0 },
  goods: { name: 'Oat Milk' },
});
const key = await shop.withKey({
  permissions: ['order_view', 'product_view', 'store_view', 'inventory_view', 'location_report'],
  locations: [location],
});
const textOf = (content: object | undefined) => (content && 'text' in content ? String(content.text) : '');

test.each(revisions)('reads an order as a resource (%s)', async (revision) => {
  const order = await addOrder();
  const { client } = await connectAssistant(shop, key, { revision });
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'aisle://orders/{id}',
    'aisle://products/{id}',
    'aisle://reports/stores/{from}/{to}',
    'aisle://reports/products/{from}/{to}',
  ]);
  const { contents } = await client.readResource({ uri: `aisle://orders/${order._id}` });
  expect(textOf(contents[0])).toContain(`${order.number} is “New”`);
  expect(JSON.parse(textOf(contents[1]))).toMatchObject({ _id: order._id, number: order.number });
});

test('lists reports of the last week, and reads them', async () => {
  const { client } = await connectAssistant(shop, key);
  const { resources } = await client.listResources();
  expect(resources.map(({ title }) => title)).toEqual([
    'Sales by store, last 7 days',
    'Sales by product, last 7 days',
  ]);
  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri });
    expect(textOf(contents[0])).toMatch(/^\d\d\/\d\d\/\d{4}–/);
  }
});

test('finds no record of another location, and no unknown address', async () => {
  const elsewhere = await shop.withKey({
    permissions: ['order_view'],
    locations: [await addOrderLocation(shop)],
  });
  const order = await addOrder();
  const { client } = await connectAssistant(shop, elsewhere);
  for (const uri of [
    `aisle://orders/${order._id}`,
    'aisle://orders/x',
    'aisle://users/1',
    'file:///etc/passwd',
  ]) {
    await expect(client.readResource({ uri })).rejects.toThrow(/not found/i);
  }
});

test('offers prompts whose tools the key has', async () => {
  const { client } = await connectAssistant(shop, key);
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ title }) => title)).toEqual(['Morning check of a store', 'What should I order?']);

  const { messages } = await client.getPrompt({
    name: 'morning_check',
    arguments: { location: 'Downtown' },
  });
  expect(textOf(messages[0]?.content)).toContain('Do the morning check of the store “Downtown”.');
  await expect(client.getPrompt({ name: 'morning_check' })).rejects.toThrow('location is required');
  await expect(client.getPrompt({ name: 'close_the_month' })).rejects.toThrow('no prompt close_the_month');
});

test('names only tools that exist in prompts', async () => {
  const strong = await shop.withKey({
    permissions: [
      'order_view',
      'store_view',
      'inventory_view',
      'product_view',
      'location_report',
      'statement_generate',
      'statement_all_view',
      'reconciliation_list',
      'support_view',
      'support_reply',
      'order_edit',
      'cancel_order',
    ],
  });
  const { client } = await connectAssistant(shop, strong);
  const { tools } = await client.listTools();
  const names = new Set(tools.map(({ name }) => name));
  const { prompts } = await client.listPrompts();
  expect(prompts).toHaveLength(4);
  for (const { name, arguments: args = [] } of prompts) {
    const given = Object.fromEntries(args.map((arg) => [arg.name, 'x']));
    const { messages } = await client.getPrompt({ name, arguments: given });
    const named = textOf(messages[0]?.content).match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [];
    expect(
      named.filter((one) => !names.has(one)),
      name,
    ).toEqual([]);
  }
});
