import { hash } from 'node:crypto';
import type { FieldError } from '@aisle/contract/core/envelope';
import { normalPhone } from '@aisle/contract/core/fields';
import type { Precedence, SyncCode, SyncName, SyncResult } from '@aisle/contract/warehouse/sync';
import type { Tx } from '../../core/db/db.ts';
import type { Actor } from '../../core/http/actor.ts';

export type SyncedName = SyncName | 'sales';

/** The program that calls. A user has no connection, and is the source of their own movements and sales. */
export interface Connection {
  id: string | null;
  sourceId: string;
  /** By field; fields without an entry take the caller's value. */
  precedence: ReadonlyMap<string, Precedence>;
  hasRefusals: boolean;
  hasLosses: boolean;
}

export interface Sync {
  tx: Tx;
  actor: Actor;
  name: SyncedName;
  connection: Connection;
}

/** The value of a field that wasn't written. */
export interface Loss {
  field: string;
  sent: unknown;
  kept: unknown;
}

/** A row of a call whose fields are valid, and its outcome. */
export interface Entry<Row = object> {
  index: number;
  row: Row;
  outcome: Outcome | undefined;
}
export type Outcome = Omit<SyncResult, 'index' | 'lost'> & {
  losses?: readonly Loss[];
  /** The location of a price or a count. */
  locationId?: string;
};

export const isOpen = ({ outcome }: Entry): boolean => outcome === undefined;

interface Refusal {
  message: string;
  fields?: FieldError[];
  most?: number;
}
export function refuse(entry: Entry, code: SyncCode, { message, fields, most }: Refusal): void {
  entry.outcome = {
    state: 'refused',
    code,
    message,
    ...(fields && { fields }),
    ...(most !== undefined && { most }),
  };
}
export const refuseField = (entry: Entry, path: string, message: string): void =>
  refuse(entry, 'validation-failed', { message, fields: [{ path, message }] });
export const refuseMissing = (entry: Entry, path: string, message: string): void =>
  refuse(entry, 'not-found', { message, fields: [{ path, message }] });

/** Refuses all rows about the same record, so that their order doesn't matter. */
export function refuseRepeated<Row extends object>(
  entries: readonly Entry<Row>[],
  recordOf: (row: Row) => string | undefined,
): void {
  const byRecord = Map.groupBy(entries.filter(isOpen), ({ row }) => recordOf(row));
  for (const [record, same] of byRecord) {
    if (record === undefined || same.length === 1) continue;
    for (const entry of same) {
      refuse(entry, 'duplicate-in-call', { message: 'This call has another row about the same record' });
    }
  }
}

/** Signals that another call added a record meanwhile, so that the rows have to be read again. */
export class AddedMeanwhile extends Error {}

/** A time that is too far ahead of the server's clock. */
export const isAhead = (time: string, minutes: number): boolean =>
  Date.parse(time) > Date.now() + minutes * 60_000;

const identifying: Record<SyncedName, readonly (readonly string[])[]> = {
  products: [['externalId', 'sku']],
  prices: [
    ['externalId', 'sku', 'barcode'],
    ['locationId', 'locationCode'],
  ],
  stock: [
    ['externalId', 'sku', 'barcode'],
    ['locationId', 'locationCode'],
  ],
  customers: [['phone', 'externalId']],
  sales: [['saleId']],
};
/**
 * Identifies the record that a row is about, whether or not the row is valid: a later row with the same key replaces a
 * refused one. It is a hash, since phones identify customers.
 */
export function rowKey(name: SyncedName, raw: unknown): string {
  const values = raw as Readonly<Record<string, unknown>>;
  const parts = identifying[name].map((fields) => {
    const field = fields.find((one) => typeof values[one] === 'string' && values[one] !== '');
    if (field === undefined) return undefined;
    const text = String(values[field]).trim().toLowerCase();
    return `${field}:${field === 'phone' ? normalPhone(text) : text}`;
  });
  const isIdentified = parts.every((part) => part !== undefined);
  return hash('sha256', JSON.stringify(isIdentified ? parts : raw), 'base64url');
}
