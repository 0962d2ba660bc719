import type { Compilable, RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Statement, Tx } from './db.ts';

// Building a statement takes the server a third of the processor time of a page (decision 20). Where requests differ in
// their values and seldom in their shape, it is built once for each shape, with slots for the values.

/** Stands in a statement for a value that is told when it is sent. */
class Slot<Told> {
  readonly of: (told: Told) => unknown;
  constructor(of: (told: Told) => unknown) {
    this.of = of;
  }
}
/** What a statement is given of what is told: each value itself, or a slot for it. */
export type Given<Told> = <Value>(of: (told: Told) => Value) => Value;
export const given =
  <Told>(told: Told): Given<Told> =>
  (of) =>
    of(told);
/** It is read as a value of its kind and sent as one. */
export const slot = <Told, Value>(of: (told: Told) => Value): Value => new Slot(of) as never;

type Built = Compilable | RawBuilder<unknown>;
interface Kept {
  sql: string;
  slots: readonly Slot<never>[];
}

/** A statement that is the same for all but for values: told these, it can be sent. */
export function keptStatement<Told>(build: (told: Given<Told>) => Built): (tx: Tx, told: Told) => Statement {
  let kept: Kept | undefined;
  return (tx, told) => {
    kept ??= keptOf(build(slot).compile(tx));
    return filled(kept, told);
  };
}

const byShape = new LRUCache<string, Kept>({ max: 1000 });
interface Asking<Told> {
  /** What tells the statement from all others: requests of one shape differ in what they tell alone. */
  shape: string;
  told: Told;
  build: () => Built;
}
/** A statement that is built when its shape is first asked for. */
export function statementOfShape<Told>(tx: Tx, { shape, told, build }: Asking<Told>): Statement {
  let kept = byShape.get(shape);
  if (!kept) {
    kept = keptOf(build().compile(tx));
    byShape.set(shape, kept);
  }
  return filled(kept, told);
}

const filled = (kept: Kept, told: unknown): Statement => ({
  sql: kept.sql,
  parameters: kept.slots.map((slot) => slot.of(told as never)),
});

/** A value that found its way in would be that of the first who asked, for everybody after. */
function keptOf({ sql, parameters }: Statement): Kept {
  const slots = parameters.filter((value) => value instanceof Slot);
  if (slots.length < parameters.length)
    throw new Error('A statement that is kept has a value where it needs a slot');
  return { sql, slots };
}
