import { addQuantities } from '@aisle/contract/core/quantity';
import { awaitAll } from '../../core/await-all.ts';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import {
  holdLevelsAt,
  type LevelKey,
  type LockedLevel,
  type LockedLot,
  lotsInStockAt,
  lotsToAddTo,
} from '../../ledgers/stock/stock.queries.ts';
import { moveStock, type StockMovement } from '../../ledgers/stock/stock.ts';
import { shareLoss } from './adjustment.ts';
import { insertLots } from './lots.queries.ts';

/** Why a level changes. */
export type LevelCause = LevelKey &
  Pick<StockMovement, 'kind' | 'causeKind' | 'causeId' | 'note' | 'happenedAt'>;
type Level = Omit<LockedLevel, 'subProductId'>;

export const levelKey = ({ locationId, subProductId }: LevelKey): string => `${locationId} ${subProductId}`;

/**
 * Changes many levels at any number of locations in a few statements. The levels are locked in order; takings and additions
 * collect movements, which `post` writes together.
 */
export class StockPosting {
  readonly #actor: Actor;
  readonly #levels: Map<string, Level>;
  readonly #lots: Map<string, LockedLot[]>;
  readonly #movements: StockMovement[] = [];
  readonly #additions: (LevelCause & { quantity: number })[] = [];

  constructor(actor: Actor, levels: readonly (Level & LevelKey)[], lots: readonly (LockedLot & LevelKey)[]) {
    this.#actor = actor;
    this.#levels = new Map(levels.map((level) => [levelKey(level), { ...level }]));
    this.#lots = Map.groupBy(lots, levelKey);
  }

  static async lock(tx: Tx, actor: Actor, levels: readonly LevelKey[]): Promise<StockPosting> {
    if (levels.length === 0) return new StockPosting(actor, [], []);
    const [locked, lots] = await awaitAll([holdLevelsAt(tx, levels), lotsInStockAt(tx, levels)]);
    return new StockPosting(actor, locked, lots);
  }

  /** Undefined for an item that was never in stock at the location. */
  levelOf(key: LevelKey): Level | undefined {
    return this.#levels.get(levelKey(key));
  }

  /** Takes a quantity that the level has: earliest expiration first, and for waste expired lots before all others. */
  take(cause: LevelCause, quantity: number): void {
    const key = levelKey(cause);
    const level = this.#levels.get(key)!;
    const lots = this.#lots.get(key) ?? [];
    const reason = cause.kind === 'waste' ? 'waste' : 'count';
    const shares = shareLoss({ subProductId: cause.subProductId, quantity, reason }, level, lots);
    for (const { lotId, quantity: share } of shares) {
      const lot = lots.find(({ id }) => id === lotId)!;
      if (share === 0) continue;
      lot.onHand = addQuantities(lot.onHand, -share);
      if (lot.expired) level.expired = addQuantities(level.expired, -share);
      this.#movements.push(this.#movement(cause, lotId, -share));
    }
    level.onHand = addQuantities(level.onHand, -quantity);
  }

  /** Adds a quantity: a receipt as a new lot, everything else to the lot received last. */
  add(cause: LevelCause, quantity: number): void {
    this.#additions.push({ ...cause, quantity });
  }

  async post(tx: Tx): Promise<void> {
    await this.#addLots(tx);
    await moveStock(tx, this.#movements);
  }

  async #addLots(tx: Tx): Promise<void> {
    if (this.#additions.length === 0) return;
    const toLots = await lotsToAddTo(
      tx,
      this.#additions.filter(({ kind }) => kind !== 'receipt'),
    );
    const lotOf = new Map(toLots.map((one) => [levelKey(one), one.lotId]));
    const fresh: (LevelKey & { id: string; quantity: number })[] = [];
    for (const { quantity, ...cause } of this.#additions) {
      const { locationId, subProductId, kind } = cause;
      let lotId = kind === 'receipt' ? undefined : lotOf.get(levelKey(cause));
      if (lotId === undefined) {
        lotId = newId();
        fresh.push({ locationId, subProductId, id: lotId, quantity });
      }
      this.#movements.push(this.#movement(cause, lotId, quantity));
    }
    if (fresh.length > 0) await insertLots(tx, {}, this.#actor.userId, fresh);
  }

  #movement(cause: LevelCause, lotId: string, onHand: number): StockMovement {
    const { userId, name } = this.#actor;
    return { ...cause, lotId, onHand, userId, actorName: userId === null ? name : null };
  }
}
