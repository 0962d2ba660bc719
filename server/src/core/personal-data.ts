import type { TimelineKind } from '@aisle/contract/service/customer-care';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './db/db.ts';
import type { ColumnDecision } from './exported-columns.ts';

/** A person as the records of a feature know them. */
export interface Person {
  /** The customer first, then those merged into them. */
  ids: readonly string[];
}

/** One event of a timeline: what each part selects, in this order. */
export interface TimelineRow {
  at: string;
  /** A UUID, which parts events of one moment. */
  id: string;
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
  /** True for rows after the cursor; the two columns as the part names them. */
  after(at: string, id: string): RawBuilder<boolean>;
  /** ORDER BY and LIMIT by the same columns. */
  latest(at: string, id: string): RawBuilder<unknown>;
}
type TimelinePart = (person: Person, cut: TimelineCut) => RawBuilder<unknown>;

/**
 * What a feature holds about customers. Each feature hands in its own, so that neither an export nor an erasure forgets
 * one; a test fails for a table that leads to a customer and is on no list.
 */
export interface PersonalData {
  /** Every table that leads to a customer: what an erasure does with it, or why it stays. */
  tables: Readonly<Record<string, 'erased' | `stays: ${string}`>>;
  /** For each column of these tables, whether an export has it. A test fails for one without a decision. */
  columns: Readonly<Record<string, Readonly<Record<string, ColumnDecision>>>>;
  /** The sections of an export, by their names: a statement whose rows are written as they are. */
  exportData: Readonly<Record<string, (person: Person) => RawBuilder<object>>>;
  /** Deletes or blanks everything about the person, and gives the files that nothing refers to anymore. */
  erase(tx: Tx, person: Person): Promise<readonly string[]>;
  /** Whose audit entries are about the person, by resource: a statement that selects ids. */
  audited?: Readonly<Record<string, (person: Person) => RawBuilder<unknown>>>;
  /** What is in the way of an erasure: a statement that selects kind, id and number. */
  openWork?: (person: Person) => RawBuilder<unknown>;
  /** What the feature adds to the timeline. Row-level security limits it to the actor's locations. */
  timeline?: Partial<Record<TimelineKind, readonly TimelinePart[]>>;
}

/** For `WHERE customer_id = ${oneOf(person)}`. */
export const oneOf = ({ ids }: Person): RawBuilder<unknown> => sql`ANY (${ids}::uuid[])`;

/** What a name is after an erasure. */
export const erasedName = 'Erased customer';
