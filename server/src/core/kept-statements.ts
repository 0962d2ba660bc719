import type { Compilable, RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { rowsOf, type Statement, type Tx } from './db.ts';

// Building a statement takes the server a third of the processor time of a page. Where requests differ in their values
// and seldom in their shape, it is built once for each shape, with slots for the values.

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

interface Kept {
  sql: string;
  slots: readonly Slot<never>[];
}
const statements = new LRUCache<string, Kept>({ max: 1000 });

interface Asking<Told> {
  /** What tells the statement from all others: requests of one shape differ in what they tell alone. */
  shape: string;
  told: Told;
  build: () => Compilable | RawBuilder<unknown>;
}
/** The rows of a statement that is built when its shape is first asked for. */
export async function rowsOfKept<Row, Told>(tx: Tx, { shape, told, build }: Asking<Told>): Promise<Row[]> {
  let kept = statements.get(shape);
  if (!kept) {
    kept = keptOf(build().compile(tx));
    statements.set(shape, kept);
  }
  const parameters = kept.slots.map((each) => each.of(told as never));
  return rowsOf<Row>(tx, { sql: kept.sql, parameters });
}

/** A value that found its way in would be that of the first who asked, for everybody after. */
function keptOf({ sql, parameters }: Statement): Kept {
  const slots = parameters.filter((value) => value instanceof Slot);
  if (slots.length < parameters.length)
    throw new Error('A statement that is kept has a value where it needs a slot');
  return { sql, slots };
}
