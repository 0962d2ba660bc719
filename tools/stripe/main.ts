import { parseArgs } from 'node:util';
import { standInKey, standInPublishableKey, startStandIn } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4242' },
    /** The address of Aisle, whose webhooks get the events. */
    aisle: { type: 'string', default: 'http://localhost:4000' },
  },
});

const secret = 'whsec_standin';
const connectSecret = 'whsec_standin_connect';
const url = `${values.aisle}/webhooks/stripe`;
const standIn = await startStandIn({
  port: Number(values.port),
  webhooks: [
    { url, secret },
    { url, secret: connectSecret, connect: true },
  ],
});

console.log(`The stand-in for Stripe listens on ${standIn.url}. It forgets everything when it ends.

Start Aisle with:

CARD_GATEWAY=stripe \\
STRIPE_API_URL=${standIn.url} \\
STRIPE_SECRET_KEY=${standInKey} \\
STRIPE_PUBLISHABLE_KEY=${standInPublishableKey} \\
STRIPE_WEBHOOK_SECRET=${secret} \\
STRIPE_CONNECT_WEBHOOK_SECRET=${connectSecret} \\
npm start
`);
