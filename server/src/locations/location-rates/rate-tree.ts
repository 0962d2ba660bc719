import type { CategoryRates, RateSource, StoredRate } from '@aisle/contract/locations/location-rates';
import {
  type CategoryStep,
  changeDays,
  type OwnRate,
  type RateKind,
  rateOn,
  type Weighed,
  weighCommission,
  weighTax,
} from '@aisle/contract/locations/rate-rules';
import type { CategoryRow, WrittenRate } from './location-rates.queries.ts';

/** The category tree with the rates of one location. Finds the rate that applies to a category on any day. */
export class RateTree {
  readonly rows: readonly CategoryRow[];
  /** The location's commission, which applies if no category sets another. */
  readonly commissionRate: number;
  private readonly byId: ReadonlyMap<string, CategoryRow>;
  private readonly childrenOf: ReadonlyMap<string | null, CategoryRow[]>;
  private readonly written: ReadonlyMap<string, WrittenRate[]>;

  constructor(rows: readonly CategoryRow[], written: readonly WrittenRate[], commissionRate: number) {
    this.rows = rows;
    this.commissionRate = commissionRate;
    this.byId = new Map(rows.map((row) => [row._id, row]));
    this.childrenOf = Map.groupBy(rows, (row) => row.parentId);
    this.written = Map.groupBy(written, (rate) => keyOf(rate.categoryId, rate.kind));
  }

  find(id: string): CategoryRow | undefined {
    return this.byId.get(id);
  }

  /** All categories below this one. */
  below(id: string): CategoryRow[] {
    return (this.childrenOf.get(id) ?? []).flatMap((child) => [child, ...this.below(child._id)]);
  }

  /** The rates of one category that may still apply. */
  writtenFor(id: string, kind: RateKind): readonly WrittenRate[] {
    return this.written.get(keyOf(id, kind)) ?? [];
  }

  /** The commission of a category on a day, or its tax for products without their own taxes. */
  weigh(row: CategoryRow, kind: RateKind, day: string): Weighed {
    const steps = this.chain(row).map((one) => this.step(one, day));
    return kind === 'tax' ? weighTax([], steps) : weighCommission(this.commissionRate, steps);
  }

  /** The categories in tree order, each with the rates that apply to it. */
  shown(day: string): CategoryRates[] {
    const walk = (parentId: string | null): CategoryRates[] =>
      (this.childrenOf.get(parentId) ?? []).flatMap((row) => [this.show(row, day), ...walk(row._id)]);
    return walk(null);
  }

  private show(row: CategoryRow, day: string): CategoryRates {
    const { _id, name, parentId, level, status } = row;
    const planned = (['tax', 'commission'] as const)
      .flatMap((kind) => this.writtenFor(_id, kind))
      .filter(({ from }) => from > day)
      .sort((a, b) => a.from.localeCompare(b.from) || a.position - b.position);
    return {
      _id,
      name,
      parentId,
      level,
      status,
      taxes: [...(this.chain(row).find(({ taxes }) => taxes.length > 0)?.taxes ?? [])],
      tax: this.held(row, 'tax', day),
      commission: this.held(row, 'commission', day),
      planned: planned.map(({ categoryId: _, ...rate }) => rate),
    };
  }

  private held(row: CategoryRow, kind: RateKind, day: string): StoredRate {
    const { rate, rules } = this.weigh(row, kind, day);
    const winner = rules.find(({ outcome }) => outcome === 'won')!;
    const source: RateSource = { rule: winner.rule, category: winner.category };
    return {
      rate,
      source,
      own: this.ownOn(row._id, kind, day),
      since: winner.from,
      next: this.nextOf(row, kind, day, rate),
    };
  }

  private nextOf(row: CategoryRow, kind: RateKind, day: string, rate: number): StoredRate['next'] {
    const written = this.chain(row).flatMap(({ _id }) => this.writtenFor(_id, kind));
    for (const on of changeDays(written, day)) {
      const then = this.weigh(row, kind, on).rate;
      if (then !== rate) return { on, rate: then };
    }
    return null;
  }

  /** The category and its ancestors, nearest first. */
  private chain(row: CategoryRow): CategoryRow[] {
    const above = row.parentId === null ? undefined : this.byId.get(row.parentId);
    return above ? [row, ...this.chain(above)] : [row];
  }

  private step(row: CategoryRow, day: string): CategoryStep {
    return {
      category: { _id: row._id, name: row.name },
      tax: this.ownOn(row._id, 'tax', day),
      commission: this.ownOn(row._id, 'commission', day),
      taxes: row.taxes,
    };
  }

  ownOn(id: string, kind: RateKind, day: string): OwnRate | null {
    const found = rateOn(this.writtenFor(id, kind), day);
    return found?.rate == null ? null : { rate: found.rate, from: found.from, until: found.until };
  }
}

const keyOf = (id: string, kind: RateKind) => `${id} ${kind}`;
