import { allPermissions } from '@aisle/contract/permissions';
import { defaultMessage, type RecallPlan } from '@aisle/contract/sales/recalls';
import { expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { stockCountRoutes } from '@aisle/contract/warehouse/stock-counts';
import { sql } from 'kysely';
import type { Tx } from '../../src/core/db/db.ts';
import type { Actor } from '../../src/core/http/actor.ts';
import { itemNameOf } from '../../src/core/list/item-names.ts';
import { skipUnwanted } from '../../src/sales/recalls/recall-work.queries.ts';
import { recallWork } from '../../src/sales/recalls/recall-work.ts';
import { updateRecall } from '../../src/sales/recalls/recalls.queries.ts';
import { createRecall } from '../../src/sales/recalls/recalls.service.ts';
import type { JobRun } from '../../src/system/jobs/job-run.ts';
import { expiryLots, markDown, undoMarkDown } from '../../src/warehouse/expiry/expiry.service.ts';
import { listMarkDowns } from '../../src/warehouse/expiry/mark-downs.queries.ts';
import {
  beginCount,
  enterCounts,
  postCount,
  viewItems,
} from '../../src/warehouse/stock-counts/stock-counts.service.ts';
import { createTransfer, receiveTransfer } from '../../src/warehouse/transfers/transfers.service.ts';
import type { Staff } from './people.ts';
import type { Store } from './places.ts';

const actorOf = ({ id, name }: Staff): Actor => ({
  userId: id,
  sessionId: null,
  apiKeyId: null,
  apiScopes: [],
  userType: 'others',
  name,
  permissions: new Set(allPermissions),
  locations: null,
});

/** Stock work of a typical week: mark-downs, a recall, transfers in transit, an open stock count. */
export async function addStockroom(tx: Tx, stores: readonly Store[], staff: readonly Staff[]): Promise<void> {
  const people = staff.filter(({ role }) => role === 'clerk' || role === 'owner').map(actorOf);
  const [first, second = first] = people;
  if (!first || !second || stores.length < 2) return;
  await markSomeDown(tx, first);
  await recallOne(tx, second);
  await send(tx, first, second, stores);
  await count(tx, first, second, stores[0]!.id);
}

const fresh = expiryRoutes.lots.body.parse({ limit: 100 });
/** The suggested mark-downs of the first items to expire, one of which was undone. */
async function markSomeDown(tx: Tx, actor: Actor): Promise<void> {
  const lots = await expiryLots(tx, actor, fresh);
  const { records } = await lots.page();
  const items = new Map<string, { locationId: string; subProductId: string; price: number; until: string }>();
  for (const { locationId, subProductData, suggestion, expiresOn, daysLeft } of records) {
    const key = `${locationId} ${subProductData._id}`;
    if (!suggestion || daysLeft < 0 || items.has(key) || items.size === 7) continue;
    items.set(key, {
      locationId,
      subProductId: subProductData._id,
      price: suggestion.price,
      until: expiresOn,
    });
  }
  if (items.size === 0) return;
  await markDown(tx, actor, { items: [...items.values()] });
  const applied = await listMarkDowns(tx, actor, expiryRoutes.markDowns.body.parse({}));
  const [latest] = (await applied.page()).records;
  if (items.size > 1 && latest) await undoMarkDown(tx, actor, latest._id);
}

interface Suspect {
  subProductId: string;
  lotNumber: string;
  name: string;
}
/** Recalls a lot that some orders of the last weeks contain, and notifies and refunds each customer. */
async function recallOne(tx: Tx, actor: Actor): Promise<void> {
  const { rows } = await sql<Suspect>`
    SELECT lot.sub_product_id AS "subProductId", lot.lot_number AS "lotNumber", ${itemNameOf('sold')} AS name
    FROM lots lot
    JOIN sub_products sold ON sold.id = lot.sub_product_id
    JOIN stock_movements m ON m.location_id = lot.location_id AND m.lot_id = lot.id AND m.kind = 'pick'
    JOIN orders o ON o.location_id = m.location_id AND o.id = m.order_id
    WHERE lot.expires_on IS NOT NULL AND lot.lot_number IS NOT NULL
      AND lot.received_at > now() - interval '14 days'
    GROUP BY lot.sub_product_id, lot.lot_number, sold.name, sold.product_id
    HAVING count(DISTINCT o.id) FILTER (WHERE o.status = 'delivered') BETWEEN 2 AND 20
    ORDER BY sum(lot.on_hand) > 0 DESC, count(DISTINCT o.id) DESC, sold.name, lot.lot_number LIMIT 1`.execute(
    tx,
  );
  const suspect = rows[0];
  if (!suspect) return;
  const { lotNumber, subProductId, name } = suspect;
  const { _id: recallId } = await createRecall(tx, actor, {
    title: name,
    reason: `The vendor found glass in batch ${lotNumber}.`,
    selection: { lotNumber, subProductIds: [subProductId] },
  });
  const plan: RecallPlan = { writeOff: true, refund: true, message: defaultMessage };
  await skipUnwanted(tx, recallId, plan);
  await updateRecall(tx, recallId, { status: 'working', plan });
  // Done at once, in the same way as its job.
  await recallWork({
    input: { recallId },
    actor,
    inTransaction: (work) => work(tx),
    progress: async () => {},
  } satisfies Partial<JobRun> as unknown as JobRun);
}

/** Items that one store has plenty of and another one could use. */
async function send(tx: Tx, from: Actor, to: Actor, stores: readonly Store[]): Promise<void> {
  const [fromLocationId, toLocationId] = [stores[0]!.id, stores[1]!.id];
  const { rows } = await sql<{ subProductId: string; quantity: number }>`
    SELECT level.sub_product_id AS "subProductId", floor(available_now(level) / 3)::int AS quantity
    FROM stock_levels level
    JOIN sub_products sold ON sold.id = level.sub_product_id AND NOT sold.sold_by_weight
    JOIN location_sub_products offer ON offer.location_id = ${toLocationId}
      AND offer.sub_product_id = level.sub_product_id AND offer.assigned
    WHERE level.location_id = ${fromLocationId} AND available_now(level) >= 6
    ORDER BY available_now(level) DESC, sold.name LIMIT 6`.execute(tx);
  if (rows.length < 4) return;
  const route = { fromLocationId, toLocationId };
  await createTransfer(tx, from, {
    ...route,
    lines: rows.slice(0, 2),
    note: 'For the weekend',
    status: 'inTransit',
  });
  await createTransfer(tx, from, {
    ...route,
    lines: rows.slice(2, 3),
    note: 'When the van has room',
    status: 'draft',
  });
  const sent = await createTransfer(tx, from, { ...route, lines: rows.slice(2), status: 'inTransit' });
  const [short, ...whole] = sent.lines;
  await receiveTransfer(tx, to, sent._id, {
    note: 'One crate was dropped',
    lines: [
      { lineId: short!._id, received: short!.quantity - 1, damaged: 1 },
      ...whole.map(({ _id, quantity }) => ({ lineId: _id, received: quantity, damaged: 0 })),
    ],
  });
}

/** One shelf is counted and posted. Two users count another one and disagree on some items. */
async function count(tx: Tx, ann: Actor, ben: Actor, locationId: string): Promise<void> {
  const itemsOf = async (countId: string) => {
    const request = stockCountRoutes.items.body.parse({ limit: 12, filters: { countId } });
    return (await viewItems(tx, ann, request)).records;
  };
  const found = (items: Awaited<ReturnType<typeof itemsOf>>, change: (at: number) => number) => ({
    entries: items.map(({ _id, expected }, at) => ({
      subProductId: _id,
      quantity: Math.max(0, (expected ?? 0) + change(at)),
    })),
  });
  const { rows } = await sql<{ subProductId: string; onHand: number }>`
    SELECT sub_product_id AS "subProductId", on_hand AS "onHand" FROM stock_levels
    WHERE location_id = ${locationId} AND on_hand > 4`.execute(tx);
  const onHand = new Map(rows.map((row) => [row.subProductId, row.onHand]));
  const known = (items: Awaited<ReturnType<typeof itemsOf>>) =>
    items.filter(({ _id }) => onHand.has(_id)).map((item) => ({ ...item, expected: onHand.get(item._id)! }));

  const done = await beginCount(tx, ann, { locationId, name: 'Aisle A', shelves: ['A'], blind: false });
  await enterCounts(
    tx,
    ann,
    done._id,
    found(known(await itemsOf(done._id)), (at) => (at === 2 ? -1 : 0)),
  );
  await postCount(tx, ann, done._id, undefined);

  const open = await beginCount(tx, ben, {
    locationId,
    name: 'Aisle B, evening',
    shelves: ['B'],
    blind: true,
  });
  const items = known(await itemsOf(open._id));
  await enterCounts(
    tx,
    ann,
    open._id,
    found(items, () => 0),
  );
  await enterCounts(
    tx,
    ben,
    open._id,
    found(items.slice(0, 6), (at) => (at === 1 ? -2 : 0)),
  );
}
