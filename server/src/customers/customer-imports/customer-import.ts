import { randomUUID } from 'node:crypto';
import { Email, LastName, normalPhone } from '@aisle/contract/core/fields';
import {
  type CustomerImportField,
  customerImportTable,
} from '@aisle/contract/customers/customer-import-fields';
import { CustomerInput } from '@aisle/contract/customers/customers';
import {
  type ImportMapping,
  type ImportOptions,
  keyOfRows,
} from '@aisle/contract/system/imports/import-fields';
import { recordChanges } from '../../core/changes/record-change.ts';
import { announce } from '../../core/live-events.ts';
import type { CellProblem, ImportContext } from '../../system/imports/imported-resource.ts';
import {
  addressCells,
  addressOf,
  addressProblems,
  shortPostalCode,
  withRestoredPostalCode,
} from '../../system/imports/reading/address-cells.ts';
import {
  phone as phoneCell,
  type ReadCell,
  type Reader,
  text,
  yesNo,
} from '../../system/imports/reading/cell-readers.ts';
import {
  type Found,
  type RecordResult,
  type RecordRow,
  recordImport,
  valuesOf,
} from '../../system/imports/record-import.ts';
import { customerValues, moveAddresses, newAddress } from './customer-changes.ts';
import {
  customersBy,
  insertAddresses,
  insertCustomers,
  lockCustomers,
  patchCustomers,
  type StoredCustomer,
} from './customer-import.queries.ts';
import { undoCustomers } from './customer-undo.ts';
import { splitName } from './full-name.ts';

/** Words for given and missing consent in newsletter lists: "SUBSCRIBED", "never_subscribed". */
const agreed = new Set(['subscribed', 'opted in', 'opt in', 'confirmed', 'granted', 'explicit']);
const notAgreed = new Set(
  [
    'unsubscribed|never subscribed|not subscribed|non subscribed|nonsubscribed|opted out|opt out|cleaned|pending',
    'unconfirmed|denied|invalid|redacted|unknown|not set|none',
  ]
    .join('|')
    .split('|'),
);

const consent: Reader = (cell, options) => {
  const key = cell.slice(0, 40).toLowerCase().replace(/[_-]/g, ' ');
  if (agreed.has(key)) return { value: true };
  return notAgreed.has(key) ? { value: false } : yesNo(cell, options);
};

const { phone } = CustomerInput.shape;
const cells: { [Field in CustomerImportField]?: ReadCell } = {
  lastName: { read: text(LastName), empty: '' },
  fullName: { read: (cell) => ({ value: cell.replace(/\s+/g, ' ').slice(0, 200) }) },
  phone: { read: phoneCell(phone) },
  otherPhone: { read: phoneCell(phone) },
  email: { read: text(Email), empty: null },
  ...addressCells,
  marketingConsent: { read: consent },
};
type Result = RecordResult<CustomerImportField, StoredCustomer>;
type Row = RecordRow<CustomerImportField>;
type Values = Row['values'];

/** Imports customers. A row is a customer, identified by phone or email. */
export const customerImport = recordImport<CustomerImportField, StoredCustomer>({
  kind: 'customers',
  title: 'Customers',
  noun: 'customer',
  table: customerImportTable,
  // In exports of orders, "Name" contains order numbers.
  fits: {
    fullName: ({ values }) => values.length === 0 || values.some((value) => /\p{L}/u.test(value)),
    marketingConsent: ({ values }) => values.every((value) => 'value' in consent(value, {})),
  },
  input: CustomerInput,
  cells,
  async find(tx, rows, { mapping, options }) {
    const of = (field: 'phone' | 'email') =>
      rows.flatMap(({ values }) => (values[field] as string | null | undefined) ?? []);
    const known = await customersBy(tx, of('phone'), of('email'));
    return rows.map((row) => foundOf(row, known, { mapping, options }));
  },
  nameOf: ({ firstName: first, lastName: last, fullName }) =>
    first === undefined && last === undefined
      ? ((fullName as string | undefined) ?? null)
      : `${first ?? ''} ${last ?? ''}`.trim(),
  check: (changes, stored) => addressProblems(changes, stored?.values),
  warning: shortPostalCode,
  write,
  undo: undoCustomers,
  announce: (tx) => announce(tx, { topic: 'customers', action: 'imported', permission: 'customer_list' }),
  conflicts: {
    import: 'Conflicts with a customer who was changed during the import',
    undo: "It's in use, or the previous phone or email is in use",
  },
});

function foundOf(
  { values: read }: Row,
  known: readonly StoredCustomer[],
  { mapping, options }: { mapping: ImportMapping; options: ImportOptions },
): Found<CustomerImportField, StoredCustomer> {
  const number = read.phone as string | undefined;
  const email = read.email as string | null | undefined;
  const byPhone = number === undefined ? undefined : known.find((one) => isPhoneOf(one, number));
  const byEmail = email ? known.find((one) => one.email?.toLowerCase() === email) : undefined;
  // A row without a phone can still change an existing customer.
  const isByEmail = number === undefined || keyOfRows(customerImportTable, mapping, options) === 'email';
  const stored = isByEmail ? byEmail : byPhone;
  const unique = [
    ...(number === undefined ? [] : [{ label: 'phone', value: number }]),
    ...(email ? [{ label: 'email', value: email }] : []),
  ];
  const column = (field: 'phone' | 'email') => mapping[field] ?? null;
  const problems: CellProblem[] = [];
  if (stored?.isOver) {
    problems.push({ column: null, value: null, message: 'This customer was merged or erased' });
  }
  if (byPhone && byPhone !== stored) problems.push(taken(column('phone'), number!, 'phone number'));
  if (byEmail && byEmail !== stored) problems.push(taken(column('email'), email!, 'email'));
  return { stored, unique, values: named(read, stored), ...(problems.length > 0 && { problems }) };
}

const isPhoneOf = (one: StoredCustomer, number: string): boolean =>
  normalPhone(one.phone) === normalPhone(number);
const taken = (column: string | null, value: string, what: string): CellProblem => ({
  column,
  value,
  message: `Another customer has this ${what}`,
});

/** Splits full names, completes postal codes, and keeps the stored spelling of a phone. */
function named({ fullName, otherPhone: _, ...values }: Values, stored: StoredCustomer | undefined): Values {
  const read: Values = withRestoredPostalCode({ ...values }, stored?.values);
  if (stored && read.phone !== undefined && isPhoneOf(stored, String(read.phone))) read.phone = stored.phone;
  if (typeof fullName === 'string' && fullName !== stored?.name) {
    const { first, last } = splitName(fullName);
    read.firstName ??= first;
    if (last !== '') read.lastName ??= last;
  }
  // People may have only one name, in either column.
  if (!stored && read.firstName === undefined && read.lastName !== undefined) {
    read.firstName = read.lastName;
    read.lastName = '';
  }
  if (!stored && read.firstName !== undefined) read.lastName ??= '';
  return read;
}

async function write(context: ImportContext, results: readonly Result[]): Promise<void> {
  await addCustomers(
    context,
    results.filter(({ kind }) => kind === 'new'),
  );
  await changeCustomers(
    context,
    results.filter(({ kind }) => kind === 'changed'),
  );
}

async function addCustomers({ tx, actor }: ImportContext, rows: readonly Result[]): Promise<void> {
  const customers = rows.map((row) => {
    // Random, like all customer IDs. An ID with a timestamp would reveal to a store that the customer already existed.
    const id = randomUUID();
    row.written = { recordId: id, version: 1 };
    return { lastName: '', marketingConsent: false, ...customerValues(row.changes, 'after'), id };
  });
  await insertCustomers(tx, actor.userId, customers);
  await insertAddresses(
    tx,
    rows.flatMap(({ changes, written }) => newAddress(written!.recordId!, addressOf(changes, 'after'))),
  );
  await recordChanges(
    tx,
    actor,
    rows.map(({ changes, written }) => ({
      action: 'create',
      resource: 'customers',
      recordId: written!.recordId!,
      after: valuesOf(changes, 'after'),
    })),
  );
}

async function changeCustomers({ tx, actor }: ImportContext, rows: readonly Result[]): Promise<void> {
  await lockCustomers(
    tx,
    rows.map(({ stored }) => stored!.id),
  );
  const patches = rows
    .map(({ stored, changes }) => ({ id: stored!.id, values: { ...customerValues(changes, 'after') } }))
    .filter(({ values }) => Object.keys(values).length > 0);
  const versions = await patchCustomers(tx, patches);
  await moveAddresses(tx, rows, 'after');
  for (const row of rows) {
    const { id, version } = row.stored!;
    row.written = { recordId: id, version: versions.get(id) ?? version };
  }
  await recordChanges(
    tx,
    actor,
    rows.map(({ stored, changes }) => ({
      action: 'edit',
      resource: 'customers',
      recordId: stored!.id,
      before: valuesOf(changes, 'before'),
      after: valuesOf(changes, 'after'),
    })),
  );
}
