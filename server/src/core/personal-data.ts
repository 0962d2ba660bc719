import type { TimelineKind } from '@aisle/contract/service/customer-care';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './db/db.ts';
import type { ColumnDecision } from './exported-columns.ts';

/** A person, for the records of a feature. */
export interface Person {
  /** The customer first, then the customers merged into it. */
  ids: readonly string[];
}

/** An event of a timeline. Each part selects these columns in this order. */
export interface TimelineRow {
  at: string;
  /** A UUID that distinguishes events of the same moment. */
  id: string;
  what: string;
  recordId: string | null;
  title: string | null;
  /** Cents or coins. */
  amount: number | null;
  by: string | null;
  note: string | null;
  locationId: string | null;
}

/** Pagination for each part of a timeline: where to continue, and the maximum for one page. */
export interface TimelineCut {
  /** The condition for rows after the cursor; the parameters are the part's columns. */
  after(at: string, id: string): RawBuilder<boolean>;
  /** ORDER BY and LIMIT on the same columns. */
  latest(at: string, id: string): RawBuilder<unknown>;
}
type TimelinePart = (person: Person, cut: TimelineCut) => RawBuilder<unknown>;

/**
 * A feature's data about customers. Each feature declares its own, so that neither an export nor an erasure misses any. A test
 * fails if a table that refers to customers is not listed.
 */
export interface PersonalData {
  /** Every table that refers to a customer, and whether an erasure removes the data or why it stays. */
  tables: Readonly<Record<string, 'erased' | `stays: ${string}`>>;
  /** For each column of these tables, whether an export includes it. A test fails for a column without a decision. */
  columns: Readonly<Record<string, Readonly<Record<string, ColumnDecision>>>>;
  /** The sections of an export by name. Each is a statement whose rows are written unchanged. */
  exportData: Readonly<Record<string, (person: Person) => RawBuilder<object>>>;
  /** Deletes or blanks everything about the person. Returns the files that nothing refers to anymore. */
  erase(tx: Tx, person: Person): Promise<readonly string[]>;
  /** Statements that select the IDs of records whose audit entries are about the person, by resource. */
  audited?: Readonly<Record<string, (person: Person) => RawBuilder<unknown>>>;
  /** A statement for the open work that blocks an erasure; it selects kind, ID and number. */
  openWork?: (person: Person) => RawBuilder<unknown>;
  /** The feature's part of the timeline. Row-level security limits it to the actor's locations. */
  timeline?: Partial<Record<TimelineKind, readonly TimelinePart[]>>;
}

/** For `WHERE customer_id = ${oneOf(person)}`. */
export const oneOf = ({ ids }: Person): RawBuilder<unknown> => sql`ANY (${ids}::uuid[])`;

/** The name of a customer after an erasure. */
export const erasedName = 'Erased customer';
