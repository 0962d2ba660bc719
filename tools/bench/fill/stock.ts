import { dayIn } from '@aisle/contract/core/dates';
import { draw } from './draws.ts';
import { idOf } from './ids.ts';
import type { Marketplace } from './marketplace.ts';
import { everyOrder, isEnded, type Order, reachedAt } from './orders.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** One received batch. Quantities are in thousandths. */
export interface Lot {
  id: string;
  number: number;
  level: number;
  location: number;
  subProduct: number;
  size: number;
  left: number;
  receivedAt: number;
  /** A calendar day as UTC midnight; infinite if it never expires. */
  expiresOn: number;
  next: Lot | null;
}
export interface Level {
  location: number;
  subProduct: number;
  /** Lots with remaining stock, in order of expiration. */
  lots: Lot | null;
  onHand: number;
  reserved: number;
}

/** Receives the changes of the stock in their order. */
export interface Listener {
  received?(lot: Lot): void;
  emptied?(lot: Lot): void;
  reserved?(order: Order, line: number): void;
  released?(order: Order, line: number): void;
  /** `taken` is the quantity from one lot; a line can take from two. */
  picked?(order: Order, line: number, lot: Lot, taken: number): void;
  written?(lot: Lot, kind: 'waste' | 'count', taken: number, at: number): void;
}

/** One empty level for each sub-product of each location. */
export const emptyLevels = (market: Marketplace): Level[] =>
  Array.from({ length: market.locations.length * market.size.assortment }, (_, index) => {
    const location = Math.floor(index / market.size.assortment);
    const subProduct = market.subProductAt(location, index % market.size.assortment);
    return { location, subProduct, lots: null, onHand: 0, reserved: 0 };
  });

/**
 * Runs the whole stock history on empty levels: receipts, reservations, picks, waste. Reserves only available stock. Pauses
 * after every order, so that the listener's data can be written.
 */
export function* playStock(
  market: Marketplace,
  levels: readonly Level[],
  listener: Listener,
): Generator<void> {
  const { size, subProducts, now } = market;
  let lotNumber = 0;
  for (const index of levels.keys()) {
    receive(index, market.start - Math.floor(draw(index, 81) * 5 * day), 0);
    yield;
  }
  for (const order of everyOrder(market)) {
    serve(order);
    yield;
  }
  for (const index of levels.keys()) {
    loseByCount(index);
    yield;
  }

  function receive(index: number, at: number, atLeast: number): void {
    const level = levels[index]!;
    const { shelfLifeDays } = subProducts[level.subProduct]!;
    const demand = 1 + 9 * (1 - (index % size.assortment) / size.assortment) ** 3;
    const usual = 1000 * Math.ceil((8 + draw(index, lotNumber) * 24) * demand);
    const lot: Lot = {
      id: idOf('lot', at, lotNumber),
      number: lotNumber,
      level: index,
      location: level.location,
      subProduct: level.subProduct,
      size: Math.max(usual, atLeast + 1000),
      left: 0,
      receivedAt: at,
      expiresOn:
        shelfLifeDays === null ? Number.POSITIVE_INFINITY : Math.ceil(at / day + shelfLifeDays) * day,
      next: null,
    };
    lotNumber += 1;
    lot.left = lot.size;
    level.onHand += lot.size;
    let last = level.lots;
    while (last?.next) last = last.next;
    if (last) last.next = lot;
    else level.lots = lot;
    listener.received?.(lot);
  }

  function serve(order: Order): void {
    const isPrepared = reachedAt(order, 'prepared') !== undefined;
    const isOver = isEnded(order);
    for (const [line, { slot, quantity }] of order.lines.entries()) {
      const index = order.location * size.assortment + slot;
      const level = levels[index]!;
      throwAway(level, order.placedAt);
      if (level.onHand - level.reserved < quantity) {
        receive(index, order.placedAt - 6 * hour, quantity + level.reserved - level.onHand);
      }
      level.reserved += quantity;
      listener.reserved?.(order, line);
      if (isOver) {
        level.reserved -= quantity;
        listener.released?.(order, line);
      } else if (isPrepared) {
        level.reserved -= quantity;
        pick(level, order, line);
      }
    }
  }

  function pick(level: Level, order: Order, line: number): void {
    let wanted = order.lines[line]!.quantity;
    while (wanted > 0) {
      const lot = level.lots!;
      const taken = Math.min(wanted, lot.left);
      wanted -= taken;
      take(level, lot, taken);
      listener.picked?.(order, line, lot, taken);
    }
  }

  /** Stock that can't be sold in time is wasted three days before its expiration, so that open orders keep theirs. */
  function throwAway(level: Level, at: number): void {
    while (level.lots && level.lots.expiresOn < at + 3 * day) {
      const lot = level.lots;
      const taken = lot.left;
      take(level, lot, taken);
      listener.written?.(lot, 'waste', taken, Math.max(at - 5 * hour, lot.receivedAt + hour));
    }
  }

  /** A count found every hundredth shelf empty. */
  function loseByCount(index: number): void {
    const level = levels[index]!;
    if (level.reserved > 0 || draw(index, 82) > 0.01) return;
    while (level.lots) {
      const lot = level.lots;
      const taken = lot.left;
      take(level, lot, taken);
      listener.written?.(lot, 'count', taken, now - hour);
    }
  }

  function take(level: Level, lot: Lot, quantity: number): void {
    lot.left -= quantity;
    level.onHand -= quantity;
    if (lot.left > 0) return;
    level.lots = lot.next;
    listener.emptied?.(lot);
  }
}

/** The expired part of a level, and the next day on which stock expires. */
export function expiryOf(level: Level, today: number): { expired: number; nextExpiry: number | null } {
  let expired = 0;
  let nextExpiry: number | null = null;
  for (let lot = level.lots; lot; lot = lot.next) {
    if (lot.expiresOn < today) expired += lot.left;
    else if (Number.isFinite(lot.expiresOn))
      nextExpiry = Math.min(nextExpiry ?? lot.expiresOn, lot.expiresOn);
  }
  return { expired, nextExpiry };
}

/** The current day at a location, as UTC midnight of that calendar day. */
export const todayAt = (timeZone: string, now: number): number => Date.parse(dayIn(timeZone, new Date(now)));
