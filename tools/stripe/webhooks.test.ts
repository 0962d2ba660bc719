import http from 'node:http';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StandIn, startStandIn } from './server.ts';
import { clientOf } from './test-client.ts';

const secret = 'whsec_test';
let standIn: StandIn;
let stripe: Stripe;
let receiver: http.Server;
let received: Stripe.Event[];
let answers: number[];

beforeEach(async () => {
  received = [];
  answers = [];
  standIn = await startStandIn();
  stripe = clientOf(standIn);
  receiver = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const signature = String(request.headers['stripe-signature']);
    received.push(stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, secret));
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port');
  standIn.addWebhook({ url: `http://127.0.0.1:${address.port}/`, secret });
});
afterEach(async () => {
  await standIn.close();
  await new Promise((resolve) => receiver.close(resolve));
});

const types = () => received.map(({ type }) => type);

test('signs its events so that the package accepts them', async () => {
  const customer = await stripe.customers.create();
  await standIn.delivered();

  expect(received).toMatchObject([{ type: 'customer.created', data: { object: { id: customer.id } } }]);
});

test('tries again until the receiver answers 200', async () => {
  answers = [500, 500];
  await stripe.customers.create();
  await standIn.delivered();
  expect(received).toHaveLength(1);

  standIn.advance(60);
  await standIn.delivered();
  standIn.advance(300);
  await standIn.delivered();
  standIn.advance(7 * 24 * 3600);
  await standIn.delivered();

  expect(received).toHaveLength(3);
});

test('delivers late, twice, in reverse order or never', async () => {
  standIn.deliver({ delaySeconds: 60 });
  await stripe.customers.create();
  await standIn.delivered();
  expect(received).toEqual([]);
  standIn.advance(60);
  await standIn.delivered();
  expect(types()).toEqual(['customer.created']);

  standIn.deliver({ copies: 2 });
  await stripe.customers.create();
  await standIn.delivered();
  expect(received[1]?.id).toBe(received[2]?.id);

  standIn.deliver({ hold: true });
  const { id } = await stripe.customers.create();
  await stripe.customers.del(id);
  standIn.world.webhooks.release({ reverse: true });
  await standIn.delivered();
  expect(new Set(types().slice(3))).toEqual(new Set(['customer.deleted', 'customer.created']));

  standIn.deliver({ loss: 1 });
  await stripe.customers.create();
  await standIn.delivered();
  expect(received).toHaveLength(5);
  expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(1);
});
