import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { orderMessageRoutes } from '@aisle/contract/sales/order-messages';
import { defaultSettings } from '@aisle/contract/system/settings';
import { expect, test, vi } from 'vitest';
import { addGoods, addOrderLocation, decide, placeOne } from '../../../test/order-builders.ts';
import { openShop } from '../../../test/shop.ts';

// In a separate file, because a second marketplace in one process may briefly get the settings of the first.

test('sends texts through a provider, retries after a failure and resends on request', async () => {
  const received: { id: string; channel: string; to: string; text: string }[] = [];
  let answer = 503;
  const provider = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      if (answer === 200) received.push(JSON.parse(text));
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  const texting = await openShop({
    demo: true,
    smsProvider: 'webhook',
    webhookAllowPrivate: true,
    messageWebhook: {
      url: `http://127.0.0.1:${port}/`,
      secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    },
  });
  const person = await texting.signIn();
  const { orderMessages, orderEmails } = defaultSettings;
  const sms = { ...orderMessages.sms, placed: true };
  await decide(texting, {
    orderEmails: { ...orderEmails, placed: false },
    orderMessages: { ...orderMessages, sms },
  });
  const place = await addOrderLocation(texting);
  const order = await placeOne(person, place, await addGoods(texting, place));
  const listed = () => person.do(orderMessageRoutes.list, { params: { id: order._id } });
  const shown = (state: string, count: number) =>
    vi.waitFor(
      async () => {
        const found = await listed();
        expect([found.length, found[0]?.state]).toEqual([count, state]);
        return found;
      },
      { timeout: 10_000, interval: 50 },
    );

  const [failed] = await shown('retrying', 1);
  answer = 200;
  await texting.look((tx) =>
    tx.updateTable('mails').set({ next_attempt_at: new Date().toISOString() }).execute(),
  );
  await person.do(orderMessageRoutes.resend, { params: { id: order._id }, body: { messageId: failed!._id } });
  await shown('sent', 2);
  await vi.waitFor(() => expect(received).toHaveLength(2), 10_000);

  expect(failed).toMatchObject({ kind: 'placed', channel: 'sms', to: order.customer.phone });
  expect(received[0]).toMatchObject({ channel: 'sms', to: order.customer.phone });
  expect(received[0]!.text).toBe(`Aisle: order ${order.number} is confirmed.`);
  await new Promise((resolve) => provider.close(resolve));
});
