import { customerRoutes } from '@aisle/contract/customers/customers';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { customerCareRoutes } from '@aisle/contract/service/customer-care';
import { type OrderMessageKind, orderMessageKinds } from '@aisle/contract/system/order-messages';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { catchUp } from '../../../../test/change-readers.ts';
import { decide, openStore } from '../../../../test/order-builders.ts';
import { tracesOf } from '../../../../test/traces.ts';
import { readChanges } from '../../../core/changes/change-reader.ts';
import type { Tx } from '../../../core/db/db.ts';
import { orderMessageReader } from '../../../sales/order-messages/order-messages.service.ts';
import { copyCustomers } from '../../../system/erasure/copying.ts';

// Events during the erasure of a customer.

const { shop, manager, addOrder } = await openStore({ goods: { name: 'Bread', price: 300 } });

let count = 0;
/** A customer with a unique email and last name. */
async function add(): Promise<{ id: string; email: string; lastName: string }> {
  count += 1;
  const lastName = `Quixworth${count}`;
  const person = { firstName: 'Zebulon', lastName, email: `zeb.${count}@quixworth.example` };
  const body = { ...person, phone: `+1 737 909 810${count}` };
  const { _id: id } = await manager.do(customerRoutes.create, { body });
  return { id, email: person.email, lastName };
}
const placeFor = (customerId: string): Promise<Order> => addOrder({ customerId, fulfilment: 'pickup' });
const cancel = ({ _id: id }: Order) =>
  manager.do(orderRoutes.updateStatus, { params: { id }, body: { status: 'cancelled' } });
const eraseNow = (id: string) => manager.call(customerCareRoutes.erase, { params: { id }, body: {} });

test('erases a message about an order that is being written', async () => {
  const { id, email, lastName } = await add();
  const order = await placeFor(id);
  await cancel(order);

  const erasing = await shop.look(async (tx) => {
    await writeMessagesOf(tx, order._id);
    const answer = eraseNow(id);
    await Promise.race([answer, waitsForLock()]);
    return { answer };
  });

  expect((await erasing.answer).status).toBe(200);
  expect(await tracesOf(shop, [email, lastName])).toEqual([]);
});

test('recreates a slow export if a customer is erased meanwhile, because it may contain their data', async () => {
  const { id } = await add();
  const made: string[] = [];
  const dropped: string[] = [];

  const kept = await copyCustomers((work) => shop.look(work), {
    make: async () => {
      const copy = await manager.do(customerRoutes.show, { params: { id } });
      if (made.length === 0) expect((await eraseNow(id)).status).toBe(200);
      made.push(copy.firstName);
      return copy.firstName;
    },
    keep: async (_tx, copy) => copy,
    drop: async (copy) => dropped.push(copy),
  });

  expect(kept).toBe('Erased');
  expect(dropped).toEqual([made[0]]);
  expect(made).toHaveLength(2);
});

test('sends no more order messages to an erased customer on any channel', async () => {
  const everything = Object.fromEntries(orderMessageKinds.map((kind) => [kind, true])) as Record<
    OrderMessageKind,
    boolean
  >;
  await decide(shop, { orderMessages: { sms: everything, push: everything, templates: {} } });
  const { id } = await add();
  const order = await placeFor(id);
  await cancel(order);
  await eraseNow(id);

  await catchUp(shop, orderMessageReader({ sms: true, push: true }));
  await decide(shop, {});

  const { rows } = await shop.db.owner.query('SELECT recipient FROM order_messages WHERE order_id = $1', [
    order._id,
  ]);
  expect(rows.filter(({ recipient }) => recipient !== 'erased')).toEqual([]);
});

/** Writes the messages for an order's customer, as the server does within seconds, once its events can be read. */
const writeMessagesOf = (tx: Tx, orderId: string) =>
  vi.waitFor(
    async () => {
      await readChanges(tx, orderMessageReader({ sms: false, push: false }));
      const { rows } = await sql`SELECT FROM order_messages WHERE order_id = ${orderId}`.execute(tx);
      expect(rows.length).toBeGreaterThan(0);
    },
    { timeout: 15_000, interval: 20 },
  );

/** Resolves when a transaction waits for another one. */
const waitsForLock = () =>
  vi.waitFor(
    async () => {
      const { rows } = await shop.db.owner.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows.length).toBeGreaterThan(0);
    },
    { timeout: 15_000, interval: 20 },
  );
