import { addQuantities, formatQuantity } from '@aisle/contract/core/quantity';
import type { RawBuilder } from 'kysely';
import { awaitAll } from '../../core/await-all.ts';
import type { ConstraintProblems } from '../../core/db/database-problems.ts';
import { enqueue, type Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { type Problem, problem } from '../../core/problem.ts';
import {
  holdLevels,
  insertMovements,
  insertReservations,
  type LockedLot,
  type LotShare,
  lotsPickedFor,
  pickFromLots,
  type ReservationRow,
  releaseReserved,
  type StockMovement,
} from './stock.queries.ts';

export type { LotShare, StockMovement } from './stock.queries.ts';

/** A sub-product with less stock available than requested. */
interface ShortLine {
  locationId: string;
  subProductId: string;
  name: string;
  sku: string;
  asked: number;
  available: number;
}

const stockShortage = (short: readonly ShortLine[]): Problem =>
  problem(
    'stock.not-enough',
    { lines: short.map(inWords).join('; '), short },
    { fields: short.map((line) => ({ path: `lines.${line.sku}`, message: inWords(line) })) },
  );
const inWords = ({ name, sku, asked, available }: ShortLine) =>
  `${name} (${sku}): ${formatQuantity(asked)} requested, ${formatQuantity(available)} available`;

/** Applies all movements, or throws a problem with the reason. This is the only way to write to the stock ledger. */
export async function moveStock(tx: Tx, movements: readonly StockMovement[]): Promise<void> {
  if (movements.length === 0) return;
  try {
    await insertMovements(addUp(movements)).execute(tx);
  } catch (error) {
    const { code, detail } = error as { code?: string; detail?: string };
    if (code === shortageState && detail) throw shortageOf(detail);
    throw error;
  }
}

/**
 * Enqueues movements of items that are certainly in stock. If one fails, the next statement fails with the database's error.
 */
export async function enqueueMovements(tx: Tx, movements: readonly StockMovement[]): Promise<void> {
  if (movements.length > 0) await enqueue(tx, insertMovements(addUp(movements)));
}

/** The SQLSTATE that the ledger's trigger raises if stock is too low. The error's detail contains the short lines. */
const shortageState = 'AS001';
const shortageOf = (detail: string): Problem => stockShortage(JSON.parse(detail) as ShortLine[]);

/** Adds up movements of the same sub-product, since a cause can move it only once. */
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

/** The order and the event that move the stock. */
interface OrderCause {
  locationId: string;
  orderId: string;
  eventId: string;
  actor: Pick<Actor, 'userId'>;
  /** The cause of returned items is their return. */
  causeKind?: 'order' | 'return';
}
const causedBy = ({ locationId, orderId, eventId, actor, causeKind = 'order' }: OrderCause) =>
  ({ locationId, orderId, causeKind, causeId: eventId, userId: actor.userId }) as const;

/**
 * Reserves stock for all lines of an order, or throws a problem with the short lines. Call it once per event and location, with
 * locations in the order of their IDs, so that two checkouts can't deadlock.
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

/** Releases the stock reserved for an order, or for some of its lines. */
export const release = (
  tx: Tx,
  { lineIds, ...cause }: OrderCause & { lineIds?: readonly string[] },
): Promise<void> => enqueue(tx, releaseReserved(causedBy(cause), lineIds));

/**
 * Takes picked items out of lots, earliest expiration first and never from an expired one, and releases the order's
 * reservations. More than the reserved quantity is taken only from unreserved stock. Skips quantities that aren't available
 * anymore, such as those of an expired lot. Returns the quantities taken.
 */
export const takeFromLots = (
  tx: Tx,
  { picked, ...cause }: OrderCause & { picked: RawBuilder<unknown> },
): Promise<LotShare[]> => pickFromLots(tx, causedBy(cause), picked);

/**
 * Returns an order's items to the lots that they came from. Items to write off are returned and then wasted, so that the ledger
 * shows both movements.
 */
export async function returnToLots(
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
  const [, out] = await awaitAll([
    holdLevels(tx, cause.locationId, ids),
    lotsPickedFor(tx, cause.locationId, cause.orderId, ids),
  ]);
  const back = ids.flatMap((id) =>
    distributeOverLots(
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

/** Distributes a quantity over lots in order. The caller makes sure that it fits. */
export function distributeOverLots(
  subProductId: string,
  quantity: number,
  lots: readonly Pick<LockedLot, 'id' | 'subProductId' | 'onHand'>[],
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

/** The database enforces these limits too, in case the code doesn't check first. */
export const stockConstraints: ConstraintProblems = {
  stock_levels_reserved_is_there: () =>
    problem('stock.reserved', {}, { message: 'This would leave less than orders have reserved' }),
  [shortageState]: shortageOf,
  lots_on_hand_check: () => problem('stock.not-enough', { lines: 'a lot has less than this' }),
  stock_movements_cause: () => problem('duplicate', { what: 'This movement of stock' }),
};
