// A small storefront in plain Node (20 or newer), without packages: requests a quote, places an order exactly once,
// pays for it, cancels it, and receives webhooks after checking their signature. Copy the parts that you need;
// docs/integration.md explains the rest.
//
//   AISLE_URL=http://localhost:4000 AISLE_KEY=aisle_… node docs/examples/storefront.mjs LOCATION_ID SKU
//   AISLE_URL=http://localhost:4000 AISLE_KEY=aisle_… node docs/examples/storefront.mjs LOCATION_ID SKU tok_ok
//   AISLE_URL=http://localhost:4000 AISLE_KEY=aisle_… node docs/examples/storefront.mjs cancel ORDER_ID
//   WEBHOOK_SECRET=whsec_… node docs/examples/storefront.mjs listen 8080

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** An error response of Aisle: its stable code, and the wrong fields or lines. */
export class Refused extends Error {
  constructor(status, { message, error }) {
    super(message);
    this.status = status;
    this.code = error?.code;
    this.fields = error?.fields ?? [];
    this.details = error?.details;
  }
}

/** The calls that a checkout needs. */
export function aisle({ url, key }) {
  async function call(method, path, body, headers = {}) {
    const response = await fetch(`${url}/api/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!answer.status) throw new Refused(response.status, answer);
    return answer.data;
  }
  /** Repeats a request until it gets a response. The key makes Aisle run it only once. */
  async function once(path, body, idempotencyKey) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call('POST', path, body, { 'idempotency-key': idempotencyKey });
      } catch (error) {
        // An error response is final. After any other failure the outcome is unknown, so repeat the request with the same key.
        if ((error instanceof Refused && error.status < 500) || attempt === 4) throw error;
        await pause(250 * 2 ** attempt);
      }
    }
  }
  return {
    /** Prices, taxes, fees and problems. Saves nothing. */
    quote: (basket) => call('POST', '/main-order/quote', basket),
    /** Places an order once. Store the key with your basket, and repeat a request with the same key. */
    placeOrder: (basket, idempotencyKey) => once('/main-order/create', basket, idempotencyKey),
    /** Pays a checkout by card, with the token that your page got from the card gateway. */
    pay: (id, token, idempotencyKey) => once(`/main-order/confirm-payment/${id}`, { token }, idempotencyKey),
    /** An order placed by this key, with its lines, status, payments and refunds. */
    order: (id) => call('GET', `/order/view/${id}`),
    /** Cancels an order. `allowed` of the order shows whether this is still possible. */
    cancelOrder: (id, reason) => call('POST', `/order/cancel-order/${id}`, { reason }),
  };
}

/**
 * Checks that Aisle sent a delivery and that it isn't an old one replayed. `body` must be the unchanged bytes. Any client
 * library of https://www.standardwebhooks.com does the same.
 */
export function isGenuine({ body, headers, secret, now = Date.now(), toleranceSeconds = 300 }) {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(now / 1000 - Number(seconds)) <= toleranceSeconds)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const [version, base64 = ''] = signature.split(',');
    const sent = Buffer.from(base64, 'base64');
    return version === 'v1' && sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

/** Receives webhooks: responds quickly, and calls `onEvent` once per event, even if it is delivered repeatedly. */
export function listen({ port, secret, onEvent }) {
  const seen = new Set();
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    if (!isGenuine({ body, headers: request.headers, secret })) {
      response.writeHead(401).end('Not signed by Aisle');
      return;
    }
    const event = JSON.parse(body);
    // Store processed ids in your database: deliveries can repeat and arrive out of order.
    if (!seen.has(event.id)) {
      seen.add(event.id);
      onEvent(event);
    }
    response.end('Taken');
  });
  server.listen(port);
  return server;
}

/** The basket, increased to the minimum order of a quote. A real shop would ask the customer to add items. */
export function upToMinimum(basket, { orders }) {
  const lines = basket.lines.map((line) => {
    const { itemsTotal, minimumOrder } = orders.find(({ locationId }) => locationId === line.locationId);
    const factor = itemsTotal > 0 ? Math.max(1, minimumOrder / itemsTotal) : 1;
    return { ...line, quantity: Math.ceil(line.quantity * factor) };
  });
  return { ...basket, lines };
}

const problemsOf = ({ problems, orders }) =>
  [
    ...problems,
    ...orders.flatMap((order) => [...order.problems, ...order.lines.map((line) => line.problem)]),
  ].filter(Boolean);

/** The result of a card payment. A real storefront uses the webhook `order.status` instead of polling. */
async function settled(shop, orderId) {
  for (let asked = 0; asked < 40; asked += 1) {
    const { payments } = await shop.order(orderId);
    const payment = payments.find(
      ({ kind, status, underWay }) => kind === 'card' && status !== 'due' && !underWay,
    );
    if (payment) return payment;
    await pause(250);
  }
  throw new Error('The card gateway has not answered yet');
}

const dollars = (cents) => (cents / 100).toFixed(2);

async function main([first, second, token]) {
  if (first === 'listen') {
    listen({ port: Number(second ?? 8080), secret: process.env.WEBHOOK_SECRET, onEvent: console.log });
    return;
  }
  const shop = aisle({ url: process.env.AISLE_URL ?? 'http://localhost:4000', key: process.env.AISLE_KEY });
  if (first === 'cancel') {
    const { number, status } = await shop.cancelOrder(second, 'The customer changed their mind');
    console.log(`${number} is ${status}`);
    return;
  }
  let basket = {
    fulfilment: 'pickup',
    paymentType: token ? 'card' : 'cashOnDelivery',
    lines: [{ sku: second, quantity: 1, locationId: first }],
  };
  let quote = await shop.quote(basket);
  if (problemsOf(quote).some(({ code }) => code === 'minimum-not-met')) {
    basket = upToMinimum(basket, quote);
    quote = await shop.quote(basket);
  }
  if (!quote.possible) {
    console.error('Not possible:', problemsOf(quote));
    if (problemsOf(quote).some(({ code }) => code === 'payment-type-off')) {
      console.error(
        `Turn on the payment type ${basket.paymentType} in Aisle under Settings → General, or order with another one.`,
      );
    }
    process.exitCode = 1;
    return;
  }
  const customer = { firstName: 'Grace', lastName: 'Shopper', phone: '+1 512 555 0199' };
  const order = { ...basket, customer, externalId: randomUUID(), quotedTotal: quote.total };
  const placed = await shop.placeOrder(order, randomUUID());
  console.log(`${placed.number} is ${placed.status}: ${dollars(quote.total)}`);
  for (const { _id, number } of placed.orders) console.log(`${number} can be viewed and cancelled as ${_id}`);
  if (!token) return;
  await shop.pay(placed._id, token, randomUUID());
  for (const { _id, number } of placed.orders) {
    const { status, amount, problem } = await settled(shop, _id);
    console.log(`Card of ${number} ${status}: ${problem ?? dollars(amount)}`);
  }
}

// Run as a program, not imported by another. `import.meta.main` needs Node 24.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(error.code ?? '', error.message, error.fields ?? '');
    process.exitCode = 1;
  });
}
