import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { apiKeyRoutes } from '@aisle/contract/system/api-keys';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, inject, test } from 'vitest';
import { signInToApi } from './api.ts';
import { expectAccessible, expectNoOverflow, openSignedInContext, useBrowser } from './browser.ts';
import { deliver, openShop, placeOrder } from './shop.ts';

useBrowser();

test('approves a refund that an assistant drafted, and discards another on a phone', async () => {
  const admin = await signInToApi();
  const shop = await openShop(admin, 'DRAFTS', [{ name: 'Oat Milk', price: 400, stock: 20 }]);
  const order = await deliver(admin, (await placeOrder(admin, shop, { 'Oat Milk': 3 }))._id);
  const { key } = await admin.do(apiKeyRoutes.create, {
    body: { name: 'Assistant', permissions: ['order_edit', 'cancel_order'] },
  });
  const assistant = new Client({ name: 'assistant', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await assistant.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', inject('aisle').base), { requestInit }),
  );
  const draft = (amount: number) =>
    assistant.callTool({
      name: 'refund_order',
      arguments: {
        id: order._id,
        lines: [{ lineId: order.lines[0]!._id, amount }],
        reason: 'Broken on arrival',
      },
    });
  await draft(400);
  await draft(300);
  await assistant.close();

  const desk = await openSignedInContext();
  await desk.page.goto('/drafts');
  await expectAccessible(desk.page);
  await desk.page.getByRole('cell', { name: 'Refund $4.00' }).click();
  const dialog = desk.page.getByRole('dialog', { name: 'Refund an order' });
  await dialog.getByText('Reason: Broken on arrival').waitFor();
  await expectAccessible(desk.page);
  await dialog.getByRole('button', { name: 'Approve draft' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { refunds } = await admin.do(orderRoutes.view, { params: { id: order._id } });
  expect(refunds).toMatchObject([{ amount: 400, reason: 'Broken on arrival' }]);
  await desk.context.close();

  const phone = await openSignedInContext('phone');
  await phone.page.goto('/drafts');
  await phone.page.getByRole('button', { name: 'Refund an order' }).first().click();
  const sheet = phone.page.getByRole('dialog', { name: 'Refund an order' });
  await expectAccessible(phone.page);
  await expectNoOverflow(phone.page);
  await sheet.getByRole('button', { name: 'Discard draft' }).click();
  await phone.page.getByText('Discarded').first().waitFor();
});
