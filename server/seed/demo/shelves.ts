import { type Random, randomFor } from '../data/random.ts';
import type { Good } from './catalogue.ts';
import { idAt } from './demo-ids.ts';
import type { Store, Supplier } from './places.ts';

const day = 86_400_000;
const thousandths = (quantity: number) => Math.round(quantity * 1000) / 1000;

interface Lot {
  id: string;
  onHand: number;
  /** The last day of sale, 2026-11-21; null if it never expires. */
  expiresOn: string | null;
}
interface Shelf {
  good: Good;
  lots: Lot[];
  reserved: number;
  /** Units sold on a usual day. */
  perDay: number;
  /** The time of the last delivery. The remaining stock sells out. */
  driesUpAt: number;
}
interface Taken {
  lotId: string;
  quantity: number;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * The stock of one store over time, with all its movements: deliveries before it runs low, reservations for orders, picks from
 * the lot that expires first, and waste of expired items.
 */
export class Shelves {
  readonly store: Store;
  readonly lotRows: Record<string, unknown>[] = [];
  readonly receipts: Record<string, unknown>[] = [];
  readonly movements: Record<string, unknown>[] = [];
  readonly #shelves: Shelf[];
  readonly #byGood = new Map<string, Shelf>();
  readonly #choice: (readonly [Shelf, number])[];
  readonly #suppliers: readonly Supplier[];
  readonly #clerkId: string;
  readonly #dice: Random;

  constructor(
    store: Store,
    goods: readonly Good[],
    suppliers: readonly Supplier[],
    clerkId: string,
    days: { dailyLines: number; now: number },
  ) {
    this.store = store;
    this.#suppliers = suppliers;
    this.#clerkId = clerkId;
    this.#dice = randomFor(`shelves of ${store.key}`);
    const total = goods.reduce((sum, good) => sum + good.popularity, 0);
    const perDay = (good: Good) => (days.dailyLines * good.popularity * 1.4) / total;
    // A store doesn't carry items that would mostly expire before they are sold.
    const turnsOver = (good: Good) => perDay(good) * (good.shelfLifeDays ?? 365) >= 2.4;
    const carried = goods.filter(
      (good) =>
        turnsOver(good) && this.#dice.chance(Math.min(1, 0.6 + good.popularity / 4 + store.popularity / 8)),
    );
    this.#shelves = carried.map((good) => ({
      good,
      lots: [],
      reserved: 0,
      perDay: perDay(good),
      driesUpAt: this.#dice.chance(0.035) ? days.now - this.#dice.int(2, 12) * day : Number.POSITIVE_INFINITY,
    }));
    for (const shelf of this.#shelves) this.#byGood.set(shelf.good.id, shelf);
    this.#choice = this.#shelves.map((shelf) => [shelf, shelf.good.popularity] as const);
  }

  /** The assortment of the store. Fast-selling items have a threshold of two days of sales. */
  get assortment(): { good: Good; threshold: number | null; shelf: string }[] {
    const aisles = [...new Set(this.#shelves.map(({ good }) => good.departmentKey))].sort();
    const placed = new Map<string, number>();
    return this.#shelves.map(({ good, perDay }) => {
      const aisle = String.fromCharCode(65 + aisles.indexOf(good.departmentKey));
      const before = placed.get(aisle) ?? 0;
      placed.set(aisle, before + 1);
      return {
        good,
        threshold: perDay >= 1 ? Math.ceil(perDay * 2) : null,
        // Eight items to a shelf, one board for every four of them: A1-1, A1-2, A2-1.
        shelf: `${aisle}${Math.floor(before / 8) + 1}-${(Math.floor(before / 4) % 2) + 1}`,
      };
    });
  }

  /** The start of a day: expired stock is written off, and items that run low have been delivered. */
  open(morning: number): void {
    const today = dayOf(morning);
    for (const shelf of this.#shelves) {
      this.#waste(shelf, today, morning);
      if (morning < shelf.driesUpAt) this.#restock(shelf, today, morning);
    }
  }

  /** An item that a customer can order now. */
  browse(): Good {
    return this.#dice.weighted(this.#choice).good;
  }

  available(good: Good, at: number): number {
    const shelf = this.#byGood.get(good.id);
    // Lots that expire before tomorrow aren't offered anymore, because they might not be picked in time.
    return shelf ? thousandths(this.#sellable(shelf, dayOf(at + day)) - shelf.reserved) : 0;
  }

  reserve(good: Good, quantity: number, cause: Cause): void {
    const shelf = this.#byGood.get(good.id)!;
    shelf.reserved = thousandths(shelf.reserved + quantity);
    this.#move(shelf, 'reserve', { reserved: quantity }, cause);
  }

  release(good: Good, quantity: number, cause: Cause): void {
    const shelf = this.#byGood.get(good.id)!;
    shelf.reserved = thousandths(shelf.reserved - quantity);
    this.#move(shelf, 'release', { reserved: -quantity }, cause);
  }

  /** Releases a reservation and picks the found quantity from the lots that expire first. */
  pick(good: Good, reserved: number, found: number, cause: Cause): void {
    const shelf = this.#byGood.get(good.id)!;
    this.release(good, reserved, cause);
    for (const { lotId, quantity } of this.#takeFirst(shelf, found, dayOf(cause.at))) {
      this.#move(shelf, 'pick', { on_hand: -quantity, lot_id: lotId }, cause);
    }
  }

  #sellable(shelf: Shelf, today: string): number {
    return shelf.lots.reduce(
      (sum, lot) => (lot.expiresOn === null || lot.expiresOn >= today ? sum + lot.onHand : sum),
      0,
    );
  }

  #takeFirst(shelf: Shelf, quantity: number, today: string): Taken[] {
    const taken: Taken[] = [];
    let left = quantity;
    for (const lot of shelf.lots) {
      if (left <= 0) break;
      if (lot.expiresOn !== null && lot.expiresOn < today) continue;
      const part = Math.min(lot.onHand, left);
      if (part <= 0) continue;
      lot.onHand = thousandths(lot.onHand - part);
      left = thousandths(left - part);
      taken.push({ lotId: lot.id, quantity: part });
    }
    shelf.lots = shelf.lots.filter((lot) => lot.onHand > 0);
    return taken;
  }

  #waste(shelf: Shelf, today: string, at: number): void {
    const kept: Lot[] = [];
    for (const lot of shelf.lots) {
      const isOver = lot.expiresOn !== null && lot.expiresOn < today;
      // Some expired lots are overlooked for a day or two.
      if (!isOver || this.#dice.chance(0.08)) {
        kept.push(lot);
        continue;
      }
      this.#move(
        shelf,
        'waste',
        { on_hand: -lot.onHand, lot_id: lot.id },
        { kind: 'adjustment', id: idAt(at), at, note: 'Past its date' },
      );
    }
    shelf.lots = kept;
  }

  #restock(shelf: Shelf, today: string, at: number): void {
    const { good, perDay } = shelf;
    const free = this.#sellable(shelf, today) - shelf.reserved;
    const keeps = good.shelfLifeDays ?? 90;
    const cover = Math.max(2, Math.min(8, keeps * 0.6));
    // Reordered before it is low, so only items that sell faster than they are delivered reach their threshold.
    if (free >= Math.max(4, perDay * cover * 0.5)) return;
    const least = keeps > 20 ? 12 : 6;
    const quantity = Math.ceil(Math.max(least, perDay * cover * 1.3) - free);
    const expiresOn = good.shelfLifeDays === null ? null : dayOf(at + Math.max(2, good.shelfLifeDays) * day);
    const lot: Lot = { id: idAt(at), onHand: quantity, expiresOn };
    // First expired, first out; lots that never expire come last.
    shelf.lots = [...shelf.lots, lot].sort((a, b) =>
      (a.expiresOn ?? '9999').localeCompare(b.expiresOn ?? '9999'),
    );
    this.lotRows.push({
      location_id: this.store.id,
      id: lot.id,
      sub_product_id: good.id,
      vendor_id: this.#supplierOf(good),
      lot_number: `${good.sku.slice(0, 3)}-${dayOf(at).replaceAll('-', '').slice(2)}`,
      received_quantity: quantity,
      cost_price: good.costPrice,
      manufactured_on: expiresOn === null ? null : dayOf(at - this.#dice.int(1, 3) * day),
      expires_on: expiresOn,
      received_by: this.#clerkId,
      received_at: new Date(at),
      expected_on: this.#promised(good, at),
    });
    this.receipts.push(
      this.#row(shelf, 'receipt', { on_hand: quantity, lot_id: lot.id }, { kind: 'receipt', id: lot.id, at }),
    );
  }

  /** The day that the vendor promised: usually this one, sometimes an earlier one. */
  #promised(good: Good, at: number): string {
    const vendor = this.#supplierOf(good);
    // All items that a vendor delivers to a store in one morning share this value.
    const luck = [...`${vendor} ${this.store.key} ${dayOf(at)}`].reduce(
      (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973,
      7,
    );
    return dayOf(at - (luck % 11 === 0 ? day : luck % 23 === 0 ? 2 * day : 0));
  }

  #supplierOf(good: Good): string {
    const able = this.#suppliers.filter(({ departments }) => departments.includes(good.departmentKey));
    return (able[good.sku.length % Math.max(1, able.length)] ?? this.#suppliers[0]!).id;
  }

  #move(shelf: Shelf, kind: string, change: Change, cause: Cause): void {
    this.movements.push(this.#row(shelf, kind, change, cause));
  }

  #row(shelf: Shelf, kind: string, change: Change, cause: Cause): Record<string, unknown> {
    return {
      location_id: this.store.id,
      sub_product_id: shelf.good.id,
      id: idAt(cause.at),
      kind,
      on_hand: change.on_hand ?? 0,
      reserved: change.reserved ?? 0,
      lot_id: change.lot_id ?? null,
      cause_kind: cause.kind,
      cause_id: cause.id,
      order_id: cause.orderId ?? null,
      user_id: cause.userId ?? this.#clerkId,
      note: cause.note ?? null,
      created_at: new Date(cause.at),
    };
  }
}
interface Change {
  on_hand?: number;
  reserved?: number;
  lot_id?: string;
}
export interface Cause {
  kind: 'receipt' | 'adjustment' | 'order';
  id: string;
  at: number;
  orderId?: string;
  userId?: string | null;
  note?: string;
}
