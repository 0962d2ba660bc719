import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import type { Actor } from '../core/actor.ts';
import type { ConstraintProblems } from '../core/database-problems.ts';
import { inTurn, sendAlong, type Tx } from '../core/db.ts';
import { type Problem, problem } from '../core/problem.ts';
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

/** A sub-product of which more was asked than can be had. */
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
  `${name} (${sku}): ${formatQuantity(asked)} asked, ${formatQuantity(available)} available`;

/** The ledger's only way in: what stands here is on the shelf, or nothing is and the problem says why. */
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

/** The same with the next statement, for what is known to be there: a refusal is told by that one, as the database put it. */
export const moveStockAlong = (tx: Tx, movements: readonly StockMovement[]): Promise<void> =>
  sendAlong(tx, insertMovements(addUp(movements)));

/** What the trigger of the ledger refuses with; its detail is the lines that fall short. */
const tooLittle = 'AS001';
const fallsShort = (detail: string): Problem => notEnough(JSON.parse(detail) as ShortLine[]);

/** Two lines of one order may be the same sub-product: a cause moves it once, by the sum. */
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
  /** Goods that a customer brings back come by their return. */
  causeKind?: 'order' | 'return';
}
const causedBy = ({ locationId, orderId, eventId, actor, causeKind = 'order' }: OrderCause) =>
  ({ locationId, orderId, causeKind, causeId: eventId, userId: actor.userId }) as const;

/**
 * Promises stock to the lines of an order: all of them, or a problem names what falls short. One call for
 * each event and location; several locations in the order of their ids, so that two baskets cannot deadlock.
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

/** Takes back what was promised to an order, or to the given lines of it, and says what that was. */
export async function release(
  tx: Tx,
  { lineIds, ...cause }: OrderCause & { lineIds?: readonly string[] },
): Promise<ReservationRow[]> {
  const released = await deleteReservations(tx, cause.locationId, cause.orderId, lineIds);
  await moveStock(tx, releases(cause, released));
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
  /** What is taken, also when it is more or less than was promised; 0 only gives the promise back. */
  picked: number;
}

/** So much of a sub-product, from or into that lot. */
export interface LotShare {
  subProductId: string;
  lotId: string;
  quantity: number;
}

/**
 * Takes what was picked out of the lots, the earliest expiry first and never from an expired one, and closes
 * the lines' promises. More than was promised is taken only as far as nobody else was promised it. With
 * `orLess`, what is no longer there (a lot expired while it was promised) is left out rather than refused.
 */
export async function takeFromLots(
  tx: Tx,
  { lines, orLess = false, ...cause }: OrderCause & { lines: readonly PickedLine[]; orLess?: boolean },
): Promise<LotShare[]> {
  if (lines.length === 0) return [];
  const { locationId, orderId } = cause;
  const lineIds = lines.map((line) => line.lineId);
  const asked = sumBySubProduct(lines.map((line) => ({ ...line, quantity: line.picked })));
  const ids = [...asked.keys()];
  const [released, [held, inStock]] = await inTurn(
    deleteReservations(tx, locationId, orderId, lineIds),
    inTurn(holdLevels(tx, locationId, ids), lotsInStock(tx, locationId, ids)),
  );
  const promised = sumBySubProduct(released);
  const levels = new Map(held.map((level) => [level.subProductId, level]));
  const lots = inStock.filter((lot) => !lot.expired);

  const most = (id: string) => {
    const level = levels.get(id);
    if (!level) return 0;
    const sellable = addQuantities(level.onHand, -level.expired);
    const free = Math.max(0, addQuantities(sellable, -level.reserved));
    return Math.min(sellable, addQuantities(promised.get(id) ?? 0, free));
  };
  const short = ids.filter((id) => asked.get(id)! > most(id));
  if (short.length > 0 && !orLess) throw notEnough(await describe(tx, locationId, short, asked, most));

  const taken = ids.flatMap((id) => shareOut(id, Math.min(asked.get(id)!, most(id)), lots));
  await moveStock(tx, [
    ...releases(cause, released),
    ...taken.map(
      ({ subProductId, lotId, quantity }): StockMovement => ({
        ...causedBy(cause),
        subProductId,
        lotId,
        kind: 'pick',
        onHand: -quantity,
      }),
    ),
  ]);
  return taken;
}

/**
 * Brings goods of an order back into the lots that they came from, or writes them off: then they come back
 * and go to waste in one, so that the ledger shows both.
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
  const [, out] = await inTurn(
    holdLevels(tx, cause.locationId, ids),
    lotsPickedFor(tx, cause.locationId, cause.orderId, ids),
  );
  const back = ids.flatMap((id) =>
    shareOut(
      id,
      wanted.get(id)!,
      out.map((lot) => ({ id: lot.lotId, subProductId: lot.subProductId, onHand: lot.out })),
    ),
  );
  const inLot = ({ subProductId, lotId }: LotShare) => ({ ...causedBy(cause), subProductId, lotId });
  await moveStock(tx, [
    ...back.map((share): StockMovement => ({ ...inLot(share), kind: 'return', onHand: share.quantity })),
    ...(writeOff ? back : []).map(
      (share): StockMovement => ({ ...inLot(share), kind: 'waste', onHand: -share.quantity }),
    ),
  ]);
  return back;
}

/** Spreads a quantity over lots in their order; the callers have made sure that it fits. */
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
  if (rest > 0) throw new Error(`Lots of ${subProductId} hold ${rest} less than was to be moved`);
  return shares;
}

function sumBySubProduct(rows: readonly { subProductId: string; quantity: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { subProductId, quantity } of rows) {
    sums.set(subProductId, addQuantities(sums.get(subProductId) ?? 0, quantity));
  }
  return sums;
}

async function describe(
  tx: Tx,
  locationId: string,
  ids: readonly string[],
  asked: ReadonlyMap<string, number>,
  most: (id: string) => number,
): Promise<ShortLine[]> {
  const names = await subProductNames(tx, ids);
  return ids.map((subProductId) => ({
    locationId,
    subProductId,
    name: names.get(subProductId)?.name ?? '',
    sku: names.get(subProductId)?.sku ?? '',
    asked: asked.get(subProductId)!,
    available: most(subProductId),
  }));
}

/** The database's own word, for whoever forgot to ask first. */
export const stockConstraints: ConstraintProblems = {
  stock_levels_reserved_is_there: () =>
    problem('stock.reserved', {}, { message: 'Orders were promised more than this would leave' }),
  [tooLittle]: fallsShort,
  lots_on_hand_check: () => problem('stock.not-enough', { lines: 'a lot holds less than this' }),
  stock_movements_cause: () => problem('duplicate', { what: 'This movement of stock' }),
};
