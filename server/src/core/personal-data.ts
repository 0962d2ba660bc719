import type { TimelineKind } from '@aisle/contract/service/customer-care';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './db/db.ts';

/** A person as the records of a feature know them. */
export interface Person {
  /** The customer first, then those merged into them. */
  ids: readonly string[];
}

/** What an erasure did: how much of what, and whose bytes to delete once it is committed. */
export interface Erased {
  /** In the words of the screen: { 'Order addresses and notes': 12 }. */
  counts: Record<string, number>;
  /** Keys in the storage. */
  files?: readonly string[];
}

/** One event of a timeline; each part of a feature selects exactly these columns, in this order. */
export interface TimelineRow {
  at: string;
  id: string;
  kind: TimelineKind;
  what: string;
  recordId: string | null;
  title: string | null;
  /** Cents, or coins. */
  amount: number | null;
  by: string | null;
  note: string | null;
  locationId: string | null;
}

/** The end of each part of a timeline: where it goes on, and how much of it one page can show. */
export interface TimelineCut {
  /** True for rows after the cursor. Both columns as the part names them. */
  after(at: string, id: string): RawBuilder<boolean>;
  /** `ORDER BY … LIMIT …`, by columns of an index where there is one. */
  latest(at: string, id: string): RawBuilder<unknown>;
}

/**
 * What a feature holds about customers. Each feature hands in its own, so that neither an export nor an erasure forgets
 * one; a test fails for a table that leads to a customer and is on no list.
 */
export interface PersonalData {
  /** Every table that leads to a customer: what an erasure does with it, or why it stays. */
  tables: Readonly<Record<string, 'erased' | `stays: ${string}`>>;
  /** The sections of an export, by name: a statement whose rows are written as they are. */
  takeOut: Readonly<Record<string, (person: Person) => RawBuilder<object>>>;
  /** Deletes or blanks everything about the person, in the transaction of the erasure. */
  erase(tx: Tx, person: Person): Promise<Erased>;
  /** What is in the way of an erasure, if anything. */
  openWork?: (person: Person) => RawBuilder<{ kind: string; id: string; number: string }>;
  /** The feature's parts of the timeline. Row-level security limits each to the actor's locations. */
  timeline?: Partial<
    Record<TimelineKind, (person: Person, cut: TimelineCut) => readonly RawBuilder<TimelineRow>[]>
  >;
}

/** For `WHERE customer_id = ${isOf(person)}`. */
export const isOf = ({ ids }: Person): RawBuilder<unknown> => sql`ANY (${ids}::uuid[])`;
