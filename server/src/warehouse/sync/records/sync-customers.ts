import { randomUUID } from 'node:crypto';
import { normalPhone } from '@aisle/contract/core/fields';
import { CustomerSyncRow, precedenceFields } from '@aisle/contract/warehouse/sync';
import { recordChanges } from '../../../core/changes/record-change.ts';
import {
  insertCustomers,
  patchCustomers,
} from '../../../customers/customer-imports/customer-import.queries.ts';
import { insertExternalIds } from '../connection.queries.ts';
import {
  type Entry,
  isOpen,
  type Loss,
  refuse,
  refuseMissing,
  refuseRepeated,
  type Sync,
} from '../entries.ts';
import { loggedTimes, syncedTimes } from '../field-times.queries.ts';
import { FieldTimes, newestFields, refuseUndated } from '../field-times.ts';
import { decideField } from '../precedence.ts';
import type { SyncKind } from '../sync-call.ts';
import {
  type CustomerChange,
  type CustomerValues,
  isOutdatedConsent,
  refuseIncomplete,
  refuseTakenContacts,
} from './customer-rules.ts';
import {
  addCustomersHere,
  changeCustomersHere,
  findCustomers,
  lockCustomers,
  type StoredCustomer,
} from './customers.queries.ts';

type CustomerEntry = Entry<CustomerSyncRow>;
const fields = precedenceFields.customers;

/** Adds and changes customers. Keys of certain locations change the records of their locations. */
export const customerSync: SyncKind<CustomerSyncRow> = {
  name: 'customers',
  row: CustomerSyncRow,
  async write(sync, entries) {
    refuseUndated(sync, entries);
    const { storedOf, isKnownId } = await find(sync, entries);
    const open = entries.filter(isOpen);
    const times = await timesOf(
      sync,
      open.flatMap((entry) => storedOf(entry)?.id ?? []),
    );
    const changes = open.map((entry) => decide(sync, times, entry, storedOf(entry)));
    refuseForbidden(sync, changes);
    refuseIncomplete(changes);
    await refuseTakenContacts(sync.tx, changes);
    const good = changes.filter(({ entry }) => isOpen(entry));
    await add(
      sync,
      good.filter(({ stored }) => !stored),
    );
    await edit(
      sync,
      good.filter((change): change is Edit => change.stored !== undefined),
    );
    await addExternalIds(sync, good, isKnownId);
    await saveTimes(sync, times, good);
  },
};

/** Finds the customer of each row, and refuses erased ones and rows about the same customer. */
async function find({ tx, connection, actor }: Sync, entries: readonly CustomerEntry[]) {
  const open = entries.filter(isOpen);
  const known = await findCustomers(tx, connection.id, {
    externalIds: open.flatMap(({ row }) => row.externalId ?? []),
    phones: open.flatMap(({ row }) => row.phone ?? []),
  });
  const isKnownId = ({ externalId }: CustomerSyncRow) =>
    externalId !== undefined && known.byExternalId.has(externalId);
  const idsOf = ({ externalId, phone }: CustomerSyncRow) => [
    known.byExternalId.get(externalId ?? ''),
    phone === undefined ? undefined : known.byPhone.get(normalPhone(phone)),
  ];
  const ids = open.flatMap(({ row }) => idsOf(row).filter((id) => id !== undefined));
  const stored = await lockCustomers(tx, [...new Set(ids)], actor.locations !== null);
  // A store's key doesn't see the customers of other stores that its connection knows.
  const storedOf = ({ row }: CustomerEntry) =>
    idsOf(row)
      .map((id) => stored.get(id ?? ''))
      .find((one) => one !== undefined);
  refuseRepeated(open, (row) => {
    const id = storedOf({ row } as CustomerEntry)?.id;
    return id ?? (row.phone === undefined ? undefined : `new ${normalPhone(row.phone)}`);
  });
  refuseRepeated(open, (row) => (isKnownId(row) ? undefined : row.externalId));
  for (const entry of open.filter(isOpen)) {
    const customer = storedOf(entry);
    if (customer?.isErased) refuse(entry, 'customers.erased', { message: 'This customer was erased' });
    else if (!customer && entry.row.phone === undefined) {
      refuseMissing(entry, 'externalId', 'No customer has this ID');
    }
  }
  return { storedOf, isKnownId };
}

async function timesOf(sync: Sync, ids: readonly string[]): Promise<FieldTimes> {
  const newest = newestFields(sync);
  if (newest.length === 0 || ids.length === 0) return new FieldTimes();
  const locationId = timesLocation(sync);
  const [logged, synced] = [
    await loggedTimes(sync.tx, 'customers', ids, newest),
    await syncedTimes(sync.tx, ids, newest),
  ];
  return new FieldTimes(
    logged.map((time) => ({ ...time, locationId })),
    synced.filter((time) => time.locationId === locationId),
  );
}
/** Stores have their own records of customers. */
const timesLocation = ({ actor }: Sync): string | null => actor.locations?.[0] ?? null;

/** Compares a row with the stored values. A new customer gets all values of its row. */
function decide(
  sync: Sync,
  times: FieldTimes,
  entry: CustomerEntry,
  stored: StoredCustomer | undefined,
): CustomerChange {
  const { row } = entry;
  const values: CustomerValues = {};
  const losses: Loss[] = [];
  const newer: CustomerChange['newer'][number][] = [];
  for (const field of fields) {
    const sent = row[field];
    // Another spelling of the same phone changes nothing.
    if (sent === undefined || (field === 'phone' && isSamePhone(row, stored))) continue;
    const by = sync.connection.precedence.get(field) ?? 'caller';
    const key = stored && { recordId: stored.id, locationId: timesLocation(sync), field };
    const decision = stored
      ? decideField(by, {
          field,
          sent,
          stored: stored[field],
          updatedAt: row.updatedAt,
          changedAt: times.changedAt(key!, stored.updatedAt),
        })
      : { writes: true, isNewer: by === 'newest' };
    if (stored && decision.writes && field === 'marketingConsent' && isOutdatedConsent(stored, row)) {
      losses.push({ field, sent, kept: stored.marketingConsent });
      continue;
    }
    if (decision.writes) Object.assign(values, { [field]: sent });
    if (decision.loss) losses.push(decision.loss);
    if (decision.isNewer) newer.push(field);
  }
  return { entry, stored, values, losses, newer };
}

const isSamePhone = ({ phone }: CustomerSyncRow, stored: StoredCustomer | undefined): boolean =>
  stored !== undefined && normalPhone(phone!) === stored.phoneDigits;

function refuseForbidden({ actor }: Sync, changes: readonly CustomerChange[]): void {
  if (actor.permissions.has('customer_add')) return;
  for (const { entry, stored } of changes) {
    if (!stored) {
      refuse(entry, 'not-allowed', { message: "Adding customers requires the permission 'customer_add'" });
    }
  }
}

/** Consent is recorded with its time, and with the connection as its source. */
const consentOf = ({ entry: { row }, values: { marketingConsent } }: CustomerChange) =>
  marketingConsent === undefined
    ? {}
    : {
        marketingConsent,
        marketingConsentAt: row.updatedAt ?? new Date().toISOString(),
        marketingConsentHow: 'sync',
      };

async function add({ tx, actor }: Sync, changes: readonly CustomerChange[]): Promise<void> {
  if (changes.length === 0) return;
  const customers = changes.map(({ values: { phone, firstName, lastName, email } }) => ({
    // Random, like all customer IDs. An ID with a timestamp would reveal to a store that the customer already existed.
    id: randomUUID(),
    firstName: firstName!,
    lastName: lastName!,
    phone: phone!,
    phoneDigits: normalPhone(phone!),
    email: email ?? null,
  }));
  const agreed = changes.map((change) => (change.values.marketingConsent ? consentOf(change) : {}));
  const ids = actor.locations ? await addCustomersHere(tx, customers) : customers.map(({ id }) => id);
  if (actor.locations) {
    await changeCustomersHere(
      tx,
      agreed.flatMap((consent, at) =>
        changes[at]!.values.marketingConsent ? [columnsOf(ids[at]!, consent)] : [],
      ),
    );
  } else {
    await insertCustomers(
      tx,
      actor.userId,
      customers.map((customer, at) => ({ marketingConsent: false, ...customer, ...agreed[at] })),
    );
  }
  for (const [at, { entry }] of changes.entries()) entry.outcome = { state: 'created', _id: ids[at]! };
  await recordChanges(
    tx,
    actor,
    changes.map(({ values }, at) => ({
      action: 'create',
      resource: 'customers',
      recordId: ids[at]!,
      locationId: actor.locations?.[0] ?? null,
      after: { ...values, ...(agreed[at] as object) },
    })),
  );
}

type Edit = CustomerChange & { stored: StoredCustomer };
async function edit({ tx, actor }: Sync, changes: readonly Edit[]): Promise<void> {
  const changed = changes.filter(({ values }) => Object.keys(values).length > 0);
  for (const { entry, stored, values, losses } of changes) {
    entry.outcome = { state: Object.keys(values).length > 0 ? 'changed' : 'same', _id: stored.id, losses };
  }
  if (changed.length === 0) return;
  const patches = changed.map((change) => ({
    id: change.stored.id,
    values: {
      ...change.values,
      ...(change.values.phone !== undefined && { phoneDigits: normalPhone(change.values.phone) }),
      ...consentOf(change),
    },
  }));
  let versions = new Map<string, number>();
  if (actor.locations)
    await changeCustomersHere(
      tx,
      patches.map(({ id, values }) => columnsOf(id, values)),
    );
  else versions = await patchCustomers(tx, patches);
  await recordChanges(
    tx,
    actor,
    changed.map((change) => {
      const { stored, values } = change;
      const before = Object.fromEntries(
        Object.keys(values).map((field) => [field, stored[field as keyof StoredCustomer]]),
      );
      const version = versions.get(stored.id);
      const isVersioned = version !== undefined;
      return {
        action: 'edit',
        resource: 'customers',
        recordId: stored.id,
        locationId: actor.locations?.[0] ?? null,
        before: { ...before, ...(isVersioned && { version: version - 1 }) },
        after: { ...values, ...consentOf(change), ...(isVersioned && { version }) },
      };
    }),
  );
}

const columnOf: Record<string, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  phoneDigits: 'phone_digits',
  marketingConsent: 'marketing_consent',
  marketingConsentAt: 'marketing_consent_at',
  marketingConsentHow: 'marketing_consent_how',
};
const columnsOf = (id: string, values: object) => ({
  id,
  columns: Object.fromEntries(
    Object.entries(values).map(([field, value]) => [columnOf[field] ?? field, value as unknown]),
  ),
});

async function addExternalIds(
  { tx, connection }: Sync,
  changes: readonly CustomerChange[],
  isKnownId: (row: CustomerSyncRow) => boolean,
): Promise<void> {
  if (connection.id === null) return;
  const ids = changes.flatMap(({ entry: { row, outcome } }) =>
    row.externalId === undefined || isKnownId(row)
      ? []
      : [{ externalId: row.externalId, recordId: outcome!._id! }],
  );
  await insertExternalIds(tx, connection.id, 'customers', ids);
}

async function saveTimes(sync: Sync, times: FieldTimes, changes: readonly CustomerChange[]): Promise<void> {
  const locationId = timesLocation(sync);
  for (const { entry, newer } of changes) {
    for (const field of newer) {
      times.confirm({ recordId: entry.outcome!._id!, locationId, field }, entry.row.updatedAt!);
    }
  }
  await times.save(sync);
}
