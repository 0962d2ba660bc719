import { normalPhone } from '@aisle/contract/core/fields';
import type { CustomerSyncRow, precedenceFields } from '@aisle/contract/warehouse/sync';
import type { Tx } from '../../../core/db/db.ts';
import { AddedMeanwhile, type Entry, isOpen, type Loss, refuse } from '../entries.ts';
import { contactHolders, type StoredCustomer } from './customers.queries.ts';

type Field = (typeof precedenceFields.customers)[number];
export type CustomerValues = { [Name in Field]?: CustomerSyncRow[Name] };

/** An entry with the values to write: all of a new customer, or the changed fields of an existing one. */
export interface CustomerChange {
  entry: Entry<CustomerSyncRow>;
  stored: StoredCustomer | undefined;
  values: CustomerValues;
  losses: readonly Loss[];
  /** The fields whose sent value is the newest. */
  newer: readonly Field[];
}

export function refuseIncomplete(changes: readonly CustomerChange[]): void {
  for (const { entry, stored, values } of changes) {
    if (stored) continue;
    const needed = { phone: 'Phone', firstName: 'First name', lastName: 'Last name' };
    const fields = Object.entries(needed)
      .filter(([field]) => values[field as Field] === undefined)
      .map(([path, label]) => ({ path, message: `${label} is required` }));
    if (fields.length > 0) refuse(entry, 'validation-failed', { message: fields[0]!.message, fields });
  }
}

/**
 * A withdrawn consent is given again only by a row that changed after the withdrawal: another system may not know of it yet.
 */
export const isOutdatedConsent = (
  stored: StoredCustomer,
  { marketingConsent, updatedAt }: CustomerSyncRow,
): boolean =>
  marketingConsent === true &&
  !stored.marketingConsent &&
  stored.consentAt !== null &&
  !(updatedAt !== undefined && Date.parse(updatedAt) > Date.parse(stored.consentAt));

/** Phones and emails belong to one customer. */
export async function refuseTakenContacts(tx: Tx, changes: readonly CustomerChange[]): Promise<void> {
  const open = changes.filter(({ entry }) => isOpen(entry));
  const contactOf = {
    phone: ({ values }: CustomerChange) =>
      values.phone === undefined ? undefined : normalPhone(values.phone),
    email: ({ values }: CustomerChange) => values.email ?? undefined,
  };
  const held = await contactHolders(tx, {
    phones: open.flatMap((change) => contactOf.phone(change) ?? []),
    emails: open.flatMap((change) => contactOf.email(change) ?? []),
  });
  for (const field of ['phone', 'email'] as const) {
    const holders = new Map(held.map((one) => [one[field], one.id]));
    for (const [contact, rows] of Map.groupBy(open, contactOf[field])) {
      if (contact === undefined) continue;
      const holder = holders.get(contact);
      for (const { entry, stored } of rows) {
        const isTaken = holder !== undefined && holder !== stored?.id;
        if (!isOpen(entry) || (!isTaken && rows.length === 1)) continue;
        if (isTaken && field === 'phone' && !stored) throw new AddedMeanwhile();
        const message = `${isTaken ? 'Another customer' : 'Another row'} has this ${field}`;
        refuse(entry, 'duplicate', { message, fields: [{ path: field, message }] });
      }
    }
  }
}
