import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import type { ConstraintProblems } from '../../core/db/database-problems.ts';
import { enqueue, type Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { type Problem, problem } from '../../core/problem.ts';
import {
  deleteReservations,
  type HeldLot,
  holdLevels,
  insertMovements,
  insertReservations,
  lotsInStock,
  lotsPickedFor,
  type ReservationRow,
  type StockMovement,
  subProductNames,
} from './stock.queries.ts';

export type { StockMovement } from './stock.queries.ts';

/** A sub-product of which more was requested than is available. */
export interface ShortLine {
  locationId: string;
  subProductId: string;
  name: string;
  sku: string;
  asked: number;
  available: number;
}

const notEnough = (short: readonly ShortLine[]): Problem =>
  problem(
    'stock.not-enough',
    { lines: short.map(inWords).join('; '), short },
    { fields: short.map((line) => ({ path: `lines.${line.sku}`, message: inWords(line) })) },
  );
const inWords = ({ name, sku, asked, available }: ShortLine) =>
  `${name} (${sku}): ${formatQuantity(asked)} requested, ${formatQuantity(available)} available`;

/** The only way to write to the stock ledger: applies all movements, or throws a problem that says why not. */
export async function moveStock(tx: Tx, movements: readonly StockMovement[]): Promise<void> {
  if (movements.length === 0) return;
  try {
    await insertMovements(addUp(movements)).execute(tx);
  } catch (error) {
    const { code, detail } = error as { code?: string; detail?: string };
    if (code === tooLittle && detail) throw fallsShort(detail);
    throw error;
  }
}

/** Enqueues movements of goods that are known to be in stock: if one fails, so does the next statement, with the database's error. */
export async function enqueueMovements(tx: Tx, movements: readonly StockMovement[]): Promise<void> {
  if (movements.length > 0) await enqueue(tx, insertMovements(addUp(movements)));
}

/** The SQLSTATE of the ledger's trigger for too little stock; the error's detail is the short lines. */
const tooLittle = 'AS001';
const fallsShort = (detail: string): Problem => notEnough(JSON.parse(detail) as ShortLine[]);

/** Adds up movements of the same sub-product: a cause can move it only once. */
function addUp(movements: readonly StockMovement[]): StockMovement[] {
  const sums = new Map<string, StockMovement>();
  for (const movement of movements) {
    const key = [
      movement.locationId,
      movement.causeId,
      movement.subProductId,
      movement.kind,
      movement.lotId ?? '',
    ].join();
    const sofar = sums.get(key);
    sums.set(key, {
      ...movement,
      onHand: addQuantities(sofar?.onHand ?? 0, movement.onHand ?? 0),
      reserved: addQuantities(sofar?.reserved ?? 0, movement.reserved ?? 0),
    });
  }
  return [...sums.values()];
}

/** Which order, and which of its events moves the stock. */
export interface OrderCause {
  locationId: string;
  orderId: string;
  eventId: string;
  actor: Pick<Actor, 'userId'>;
  /** The cause of returned goods is their return. */
  causeKind?: 'order' | 'return';
}
const causedBy = ({ locationId, orderId, eventId, actor, causeKind = 'order' }: OrderCause) =>
  ({ locationId, orderId, causeKind, causeId: eventId, userId: actor.userId }) as const;

/**
 * Reserves stock for lines of an order: for all of them, or a problem names what is short. One call per event and
 * location; callers go through locations in the sequence of their ids, so that two checkouts cannot deadlock.
 */
export async function reserve(
  tx: Tx,
  { lines, ...cause }: OrderCause & { lines: readonly ReservationRow[] },
): Promise<void> {
  if (lines.length === 0) return;
  await insertReservations(tx, cause.locationId, cause.orderId, lines);
  await moveStock(
    tx,
    lines.map(({ subProductId, quantity }) => ({
      ...causedBy(cause),
      subProductId,
      kind: 'reserve',
      reserved: quantity,
    })),
  );
}

/** Releases the stock reserved for an order, or for some of its lines, and returns what it was. */
export async function release(
  tx: Tx,
  { lineIds, ...cause }: OrderCause & { lineIds?: readonly string[] },
): Promise<ReservationRow[]> {
  const released = await deleteReservations(tx, cause.locationId, cause.orderId, lineIds);
  await enqueueMovements(tx, releases(cause, released));
  return released;
}

const releases = (cause: OrderCause, rows: readonly ReservationRow[]): StockMovement[] =>
  rows.map(({ subProductId, quantity }) => ({
    ...causedBy(cause),
    subProductId,
    kind: 'release',
    reserved: -quantity,
  }));

export interface PickedLine {
  lineId: string;
  subProductId: string;
  /** The quantity to take, which may differ from the reserved one; 0 only releases the reservation. */
  picked: number;
}

/** A quantity of a sub-product from or into a lot. */
export interface LotShare {
  subProductId: string;
  lotId: string;
  quantity: number;
}

/**
 * Takes picked goods out of lots, earliest expiry first and never from an expired one, and releases the lines'
 * reservations. More than was reserved is taken only from stock that no other order has reserved. With `orLess`,
 * what is no longer available (such as an expired lot) is left out instead of refused.
 */
export async function takeFromLots(
  tx: Tx,
  { lines, orLess = false, ...cause }: OrderCause & { lines: readonly PickedLine[]; orLess?: boolean },
): Promise<LotShare[]> {
  if (lines.length === 0) return [];
  const { locationId, orderId } = cause;
  const lineIds = lines.map((line) => line.lineId);
  const requested = sumBySubProduct(lines.map((line) => ({ ...line, quantity: line.picked })));
  const ids = [...requested.keys()];
  const [released, held, inStock] = await Promise.all([
    deleteReservations(tx, locationId, orderId, lineIds),
    holdLevels(tx, locationId, ids),
    lotsInStock(tx, locationId, ids),
  ]);
  const promised = sumBySubProduct(released);
  const levels = new Map(held.map((level) => [level.subProductId, level]));
  const lots = inStock.filter((lot) => !lot.expired);

  const max = (id: string) => {
    const level = levels.get(id);
    if (!level) return 0;
    const sellable = addQuantities(level.onHand, -level.expired);
    const free = Math.max(0, addQuantities(sellable, -level.reserved));
    return Math.min(sellable, addQuantities(promised.get(id) ?? 0, free));
  };
  const short = ids.filter((id) => requested.get(id)! > max(id));
  if (short.length > 0 && !orLess) {
    const lines = short.map((id) => ({ subProductId: id, asked: requested.get(id)!, available: max(id) }));
    throw notEnough(await withNames(tx, locationId, lines));
  }

  const taken = ids.flatMap((id) => shareOut(id, Math.min(requested.get(id)!, max(id)), lots));
  // The levels are locked, so these goods are known to be in stock. The first pick of goods also ends their reservation.
  const picks = taken.map(({ subProductId, lotId, quantity }): StockMovement => {
    const reserved = -(promised.get(subProductId) ?? 0);
    promised.delete(subProductId);
    return { ...causedBy(cause), subProductId, lotId, kind: 'pick', onHand: -quantity, reserved };
  });
  const unpicked = released.filter(({ subProductId }) => promised.has(subProductId));
  await enqueueMovements(tx, [...picks, ...releases(cause, unpicked)]);
  return taken;
}

/**
 * Puts goods of an order back into the lots that they came from. Goods that are written off are put back and then
 * wasted, so that the ledger shows both movements.
 */
export async function putBack(
  tx: Tx,
  {
    lines,
    writeOff = false,
    ...cause
  }: OrderCause & { lines: readonly { subProductId: string; quantity: number }[]; writeOff?: boolean },
): Promise<LotShare[]> {
  const wanted = sumBySubProduct(lines);
  const ids = [...wanted.keys()].filter((id) => wanted.get(id)! > 0);
  if (ids.length === 0) return [];
  const [, out] = await Promise.all([
    holdLevels(tx, cause.locationId, ids),
    lotsPickedFor(tx, cause.locationId, cause.orderId, ids),
  ]);
  const back = ids.flatMap((id) =>
    shareOut(
      id,
      wanted.get(id)!,
      out.map((lot) => ({ id: lot.lotId, subProductId: lot.subProductId, onHand: lot.out })),
    ),
  );
  const inLot = ({ subProductId, lotId }: LotShare) => ({ ...causedBy(cause), subProductId, lotId });
  await enqueueMovements(tx, [
    ...back.map((share): StockMovement => ({ ...inLot(share), kind: 'return', onHand: share.quantity })),
    ...(writeOff ? back : []).map(
      (share): StockMovement => ({ ...inLot(share), kind: 'waste', onHand: -share.quantity }),
    ),
  ]);
  return back;
}

/** Spreads a quantity over lots in sequence. Callers make sure that it fits. */
export function shareOut(
  subProductId: string,
  quantity: number,
  lots: readonly Pick<HeldLot, 'id' | 'subProductId' | 'onHand'>[],
): LotShare[] {
  const shares: LotShare[] = [];
  let rest = quantity;
  for (const lot of lots) {
    if (rest <= 0) break;
    if (lot.subProductId !== subProductId) continue;
    const share = Math.min(rest, lot.onHand);
    shares.push({ subProductId, lotId: lot.id, quantity: share });
    rest = addQuantities(rest, -share);
  }
  if (rest > 0) throw new Error(`Lots of ${subProductId} are ${rest} short of the quantity to move`);
  return shares;
}

function sumBySubProduct(rows: readonly { subProductId: string; quantity: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { subProductId, quantity } of rows) {
    sums.set(subProductId, addQuantities(sums.get(subProductId) ?? 0, quantity));
  }
  return sums;
}

async function withNames(
  tx: Tx,
  locationId: string,
  lines: readonly Pick<ShortLine, 'subProductId' | 'asked' | 'available'>[],
): Promise<ShortLine[]> {
  const names = await subProductNames(
    tx,
    lines.map(({ subProductId }) => subProductId),
  );
  return lines.map((line) => ({
    ...line,
    locationId,
    name: names.get(line.subProductId)?.name ?? '',
    sku: names.get(line.subProductId)?.sku ?? '',
  }));
}

/** The database refuses these too, in case code does not check first. */
export const stockConstraints: ConstraintProblems = {
  stock_levels_reserved_is_there: () =>
    problem('stock.reserved', {}, { message: 'This would leave less than orders have reserved' }),
  [tooLittle]: fallsShort,
  lots_on_hand_check: () => problem('stock.not-enough', { lines: 'a lot has less than this' }),
  stock_movements_cause: () => problem('duplicate', { what: 'This movement of stock' }),
};
