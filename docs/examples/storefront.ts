// A small storefront: requests a quote, places an order exactly once, pays for it, cancels it, and receives webhooks. Copy the
// parts that you need; docs/integration.md explains the rest. Node 22.18 or newer runs it as it is.
//
//   npm install @aisle/client
//   AISLE_URL=http://localhost:4000 AISLE_KEY=aisle_… node storefront.ts LOCATION_ID SKU
//   AISLE_URL=http://localhost:4000 AISLE_KEY=aisle_… node storefront.ts LOCATION_ID SKU tok_ok
//   AISLE_URL=http://localhost:4000 AISLE_KEY=aisle_… node storefront.ts cancel ORDER_ID
//   WEBHOOK_SECRET=whsec_… node storefront.ts listen 8080

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Aisle,
  createAisle,
  isAisleError,
  type MainOrderInput,
  type Payment,
  type Quote,
  readWebhook,
  WebhookError,
} from '@aisle/client';

async function order(aisle: Aisle, [locationId, sku, token]: string[]): Promise<void> {
  let basket: MainOrderInput = {
    customer: { firstName: 'Grace', lastName: 'Shopper', phone: '+1 512 555 0199' },
    fulfilment: 'pickup',
    paymentType: token ? 'card' : 'cashOnDelivery',
    lines: [{ sku: sku!, quantity: 1, locationId: locationId! }],
  };
  let quote = await aisle.mainOrders.quote(basket);
  if (problemsOf(quote).some(({ code }) => code === 'minimum-not-met')) {
    basket = upToMinimum(basket, quote);
    quote = await aisle.mainOrders.quote(basket);
  }
  if (!quote.possible) {
    console.error('Not possible:', problemsOf(quote));
    process.exitCode = 1;
    return;
  }
  // Store both with your basket, so that your program can repeat the call after a crash.
  const [externalId, idempotencyKey] = [randomUUID(), randomUUID()];
  const placed = await aisle.mainOrders.create(
    { ...basket, externalId, quotedTotal: quote.total },
    { idempotencyKey },
  );
  console.log(`${placed.number} is ${placed.status}: ${dollars(quote.total)}`);
  for (const { _id, number } of placed.orders) console.log(`${number} can be viewed and cancelled as ${_id}`);
  if (!token) return;
  await aisle.payments.confirm(placed._id, { token });
  for (const { _id, number } of placed.orders) {
    const { status, amount, problem } = await settled(aisle, _id);
    console.log(`Card of ${number} ${status}: ${problem ?? dollars(amount)}`);
  }
}

/** The basket, increased to the minimum order of a quote. A real shop would ask the customer to add items. */
function upToMinimum(basket: MainOrderInput, { orders }: Quote): MainOrderInput {
  const lines = basket.lines.map((line) => {
    const { itemsTotal, minimumOrder } = orders.find(({ locationId }) => locationId === line.locationId)!;
    const factor = itemsTotal > 0 ? Math.max(1, minimumOrder / itemsTotal) : 1;
    return { ...line, quantity: Math.ceil(line.quantity * factor) };
  });
  return { ...basket, lines };
}

const problemsOf = ({ problems, orders }: Quote) =>
  [
    ...problems,
    ...orders.flatMap((order) => [...order.problems, ...order.lines.map((line) => line.problem)]),
  ].filter((problem) => problem !== null);

/** The result of a card payment. A real storefront uses the webhook `order.status` instead of polling. */
async function settled(aisle: Aisle, orderId: string): Promise<Payment> {
  for (let asked = 0; asked < 40; asked += 1) {
    const { payments } = await aisle.orders.view(orderId);
    const payment = payments.find(
      ({ kind, status, underWay }) => kind === 'card' && status !== 'due' && !underWay,
    );
    if (payment) return payment;
    await pause(250);
  }
  throw new Error('The card gateway has not answered yet');
}

async function cancel(aisle: Aisle, orderId: string): Promise<void> {
  const { number, status } = await aisle.orders.cancel(orderId, {
    reason: 'The customer changed their mind',
  });
  console.log(`${number} is ${status}`);
}

/** Receives webhooks: responds quickly, and prints each event once, even if it is delivered repeatedly. */
function listen(port: number, secret: string): void {
  // Store processed ids in your database: deliveries can repeat and arrive out of order.
  const seen = new Set<string>();
  createServer(async (request, response) => {
    try {
      const event = await readWebhook({ body: await buffer(request), headers: request.headers, secret });
      if (!seen.has(event.id)) console.log(event);
      seen.add(event.id);
      response.end('Taken');
    } catch (error) {
      response.writeHead(error instanceof WebhookError ? 401 : 500).end('Not signed by Aisle');
    }
  }).listen(port);
}

const dollars = (cents: number) => (cents / 100).toFixed(2);

const {
  AISLE_URL: url = 'http://localhost:4000',
  AISLE_KEY: key = '',
  WEBHOOK_SECRET: secret = '',
} = process.env;
const [first = '', second = '', token = ''] = process.argv.slice(2);
const aisle = createAisle({ url, key });
try {
  if (first === 'listen') listen(Number(second || 8080), secret);
  else if (first === 'cancel') await cancel(aisle, second);
  else await order(aisle, [first, second, token]);
} catch (error) {
  if (!isAisleError(error)) throw error;
  console.error(error.code, error.message, error.fields);
  process.exitCode = 1;
}
