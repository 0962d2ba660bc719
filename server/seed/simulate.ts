// Places and works live orders against a running server:
//   npm run simulate -- [--base http://localhost:4000] [--email …] [--password …] [--minute 12] [--for 10]
import { parseArgs } from 'node:util';
import type { DataOf } from '@aisle/contract/core/route';
import { locationRoutes } from '@aisle/contract/locations/locations';
import { mainOrderRoutes } from '@aisle/contract/sales/main-orders/main-orders';
import type { OrderRow } from '@aisle/contract/sales/orders/order-list';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import type { Sellable } from '@aisle/contract/sales/orders/sellables';
import { supportRoutes } from '@aisle/contract/service/support';
import { locations as demoLocations } from './data/locations.ts';
import { customers, demoPassword } from './data/people.ts';
import { random } from './data/random.ts';
import { ticketSeeds } from './data/tickets.ts';
import { ApiProblem, signIn } from './simulate/api.ts';

const { values: options } = parseArgs({
  options: {
    base: { type: 'string', default: `http://localhost:${process.env.PORT ?? 4000}` },
    email: { type: 'string', default: 'admin@aisle.example' },
    password: { type: 'string', default: demoPassword },
    /** Orders per minute. */
    minute: { type: 'string', default: '12' },
    /** Minutes to run; without it until Ctrl-C. */
    for: { type: 'string' },
  },
});
/** The usual next step of staff for an order, by its headline status. */
const nextStep: Partial<Record<OrderRow['headlineStatus'], string>> = {
  orderPlaced: 'processing',
  processing: 'prepared',
  inQueue: 'offQueue',
  offQueue: 'outOfDelivery',
  pickup: 'delivered',
  outOfDelivery: 'delivered',
};

const dice = random(Date.now());
const until =
  options.for === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(options.for) * 60_000;
const pause = 60_000 / Math.max(1, Number(options.minute));

const api = await signIn(options.base, options.email, options.password).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const { records: locations } = await api(locationRoutes.list, {
  body: { limit: 100, filters: { status: true } },
});
if (locations.length === 0) {
  console.error('There is no location yet: add one first, or start with the demo marketplace.');
  process.exit(1);
}
console.log(`Placing ${options.minute} orders a minute at ${locations.length} locations. Ctrl-C ends it.`);

let placed = 0;
while (Date.now() < until) {
  await lettingGo(placeOrder);
  for (let step = 0; step < 4; step += 1) await lettingGo(workAnOrder);
  if (dice.chance(0.2)) await lettingGo(openATicket);
  if (dice.chance(0.3)) await lettingGo(replyToTicket);
  await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + dice.next())));
}

/** Another user may have been faster, or the last item was sold. That is normal in a shop and no failure. */
async function lettingGo(work: () => Promise<string | undefined>): Promise<void> {
  try {
    const message = await work();
    if (message) console.log(message);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    console.log(`  ${error.message}`);
  }
}

async function placeOrder(): Promise<string | undefined> {
  const buyer = dice.pick(customers.filter(({ status }) => status === 'active'));
  const code = demoLocations.find(({ key }) => key === buyer.locationKey)?.code;
  const nearby = locations.find((location) => location.code === code);
  const location = nearby ?? dice.pick(locations);
  const search = dice.pick([...'abcdefghilmnoprstvw']);
  const found = await api(orderRoutes.searchInventory, {
    body: { locationId: location._id, search, limit: 50 },
  });
  const goods = dice.shuffle(found).slice(0, dice.int(1, 7));
  if (goods.length === 0) return undefined;
  const near = buyer.addresses[0]!;
  const { label: _, isDefault: __, ...address } = near;
  const order = await api(mainOrderRoutes.create, {
    body: {
      customer: {
        firstName: buyer.firstName,
        lastName: buyer.lastName,
        phone: buyer.phone,
        email: buyer.email,
      },
      ...(nearby && dice.chance(0.75)
        ? { fulfilment: 'delivery' as const, address }
        : { fulfilment: 'pickup' as const }),
      paymentType: 'cashOnDelivery',
      lines: goods.map((good) => ({
        subProductId: good.subProductId,
        quantity: quantityOf(good),
        locationId: location._id,
      })),
    },
  });
  placed += 1;
  return `${placed}. ${order.number} at ${location.name}: ${goods.length} items`;
}

function quantityOf({ soldByWeight, minPerOrder, maxPerOrder, available }: Sellable): number {
  const wanted = soldByWeight ? dice.int(2, 8) / 4 : dice.int(1, 3);
  return Math.min(
    Math.max(wanted, minPerOrder ?? 0),
    maxPerOrder ?? wanted,
    soldByWeight ? available : Math.floor(available) || 1,
  );
}

async function workAnOrder(): Promise<string | undefined> {
  const headline = dice.pick([...Object.keys(nextStep), 'prepared']) as OrderRow['headlineStatus'];
  const { records } = await api(orderRoutes.list, {
    body: { limit: 25, sort: { field: 'createdAt', order: 'asc' }, filters: { headlineStatus: headline } },
  });
  const order = records[0];
  if (!order) return undefined;
  const ready = order.fulfilment === 'delivery' ? 'awaitingForDelivery' : 'pickup';
  const status = (headline === 'prepared' ? ready : nextStep[headline]) as DataOf<
    typeof orderRoutes.view
  >['status'];
  await api(orderRoutes.updateStatus, {
    params: { id: order._id },
    body: { status, version: order.version },
  });
  return `   ${order.number} → ${status}`;
}

/** A customer with a delivered order writes to support. */
async function openATicket(): Promise<string | undefined> {
  const { records } = await api(orderRoutes.list, {
    body: { limit: 25, filters: { headlineStatus: 'delivered' } },
  });
  const order = records.length > 0 ? dice.pick(records) : undefined;
  if (!order) return undefined;
  const { subject, category, priority, talk } = dice.pick(ticketSeeds);
  const view = await api(orderRoutes.view, { params: { id: order._id } });
  const ticket = await api(supportRoutes.create, {
    body: {
      subject,
      category,
      priority,
      customerId: view.customer._id,
      orderId: order._id,
      message: talk[0]!.replaceAll('{order}', order.number),
    },
  });
  return `   ${ticket.number}: ${subject}`;
}

/** An agent replies to the ticket that has waited longest. */
async function replyToTicket(): Promise<string | undefined> {
  const { records } = await api(supportRoutes.list, {
    body: { limit: 10, sort: { field: 'lastMessageAt', order: 'asc' }, filters: { status: 'open' } },
  });
  const ticket = records[0];
  if (!ticket) return undefined;
  const status = dice.pick(['pending', 'resolved'] as const);
  await api(supportRoutes.reply, {
    params: { id: ticket._id },
    body: { text: 'Thank you for writing to us. We have taken care of it.', status, version: ticket.version },
  });
  return `   ${ticket.number} → ${status}`;
}
