import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import { lockOrder } from '../../src/sales/orders/steps/order-steps.queries.ts';
import { applyTransition } from '../../src/sales/orders/steps/order-steps.ts';
import { randomFor } from '../data/random.ts';
import { idAt } from './demo-ids.ts';
import { insertRows } from './insert.ts';
import type { Staff } from './people.ts';
import type { Store } from './places.ts';

const day = 86_400_000;
/** 9 PM in winter at the stores. */
const eveningUtc = 3 * 3_600_000;
const daysOfHandIns = 7;
const dice = randomFor('hand-ins');

/** The cash of the last week, handed in every evening, and a delivery that failed just now. */
export async function addHandIns(
  tx: Tx,
  { stores, staff, now }: { stores: readonly Store[]; staff: readonly Staff[]; now: number },
): Promise<void> {
  const clerks = new Map(
    stores.map(({ id, key }) => [
      id,
      staff.find(({ role, locationKeys }) => role === 'clerk' && locationKeys.includes(key)) ?? staff[0]!,
    ]),
  );
  // Half a day ago or more, so that drivers have some cash at any time.
  const lastEvening = Math.floor((now - day / 2 - eveningUtc) / day) * day + eveningUtc;
  for (let back = daysOfHandIns - 1; back >= 0; back -= 1) {
    const evening = lastEvening - back * day;
    await collect(tx, evening - day, evening);
    await handIn(tx, clerks, evening);
  }
  await collect(tx, lastEvening, now);
  await failOne(tx);
}

async function collect(tx: Tx, from: number, to: number): Promise<void> {
  await sql`
    INSERT INTO driver_cash_entries (location_id, driver_id, delivery_id, amount, created_at)
    SELECT d.location_id, d.driver_id, d.id, p.amount, d.ended_at
    FROM deliveries d JOIN payments p ON p.location_id = d.location_id AND p.order_id = d.order_id
      AND p.provider = 'cash' AND p.status = 'captured'
    WHERE d.status = 'delivered' AND d.return_id IS NULL
      AND d.ended_at > ${new Date(from)} AND d.ended_at <= ${new Date(to)}
    ORDER BY d.id`.execute(tx);
}

async function handIn(tx: Tx, clerks: ReadonlyMap<string, Staff>, at: number): Promise<void> {
  const { rows } = await sql<{ locationId: string; driverId: string; name: string; held: number }>`
    SELECT c.location_id AS "locationId", c.driver_id AS "driverId", d.name, c.held
    FROM driver_cash c JOIN drivers d ON d.id = c.driver_id WHERE c.held > 0 ORDER BY d.name, c.location_id`.execute(
    tx,
  );
  const handIns = rows.map(({ locationId, driverId, name, held }) => {
    const missing = dice.chance(0.06) ? Math.min(held, dice.int(1, 5) * 100) : 0;
    const clerk = clerks.get(locationId)!;
    return {
      location_id: locationId,
      id: idAt(at),
      driver_id: driverId,
      driver_name: name,
      expected: held,
      counted: held - missing,
      note: missing > 0 ? 'Gave too much change' : null,
      received_by: clerk.id,
      received_by_name: clerk.name,
      created_at: new Date(at),
    };
  });
  await insertRows(tx, 'hand_ins', handIns);
}

async function failOne(tx: Tx): Promise<void> {
  const { rows } = await sql<{ orderId: string; driverName: string }>`
    SELECT order_id AS "orderId", driver_name AS "driverName" FROM deliveries
    WHERE status = 'onTheWay' AND return_id IS NULL ORDER BY id LIMIT 1`.execute(tx);
  const [delivery] = rows;
  if (!delivery) return;
  const order = await lockOrder(tx, delivery.orderId);
  const actor = { userId: null, name: delivery.driverName };
  await applyTransition(tx, order, 'awaitingForDelivery', { actor, note: 'No one home', comingBack: true });
}
