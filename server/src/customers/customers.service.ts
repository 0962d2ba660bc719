import { normalPhone } from '@aisle/contract/core/fields';
import type {
  CustomerAddress,
  CustomerAddressInput,
  CustomerEdit,
  CustomerInput,
  CustomerStatus,
  CustomerView,
} from '@aisle/contract/customers';
import type { z } from 'zod';
import type { Actor } from '../core/actor.ts';
import { audit } from '../core/audit.ts';
import type { Tx } from '../core/db.ts';
import { newId } from '../core/ids.ts';
import { refuseClash, telling } from '../core/merge-edits.ts';
import { problem, stale } from '../core/problem.ts';
import {
  type AddressColumns,
  type CustomerColumns,
  clearDefaultAddress,
  countAddresses,
  customerOfAddress,
  customerUses,
  deleteAddress,
  deleteCustomer,
  ensureDefaultAddress,
  findOrInsertCustomer,
  getAddress,
  getCustomer,
  insertAddress,
  insertCustomer,
  linkCustomer,
  lockCustomer,
  updateAddress,
  updateCustomer,
} from './customers.queries.ts';

type Changes = Omit<z.infer<typeof CustomerEdit>, 'version'>;
function columnsOf({ firstName, lastName, phone, notes, email }: Changes): CustomerColumns {
  return {
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone, phone_digits: normalPhone(phone) }),
    ...(notes !== undefined && { notes: notes || null }),
  };
}

/** Adds a customer; one that somebody of single locations adds is theirs to see from then on. */
export async function addCustomer(
  tx: Tx,
  actor: Actor,
  { addresses = [], ...input }: CustomerInput,
): Promise<CustomerView> {
  const id = newId();
  // First: what a person of single locations cannot see, they cannot write either.
  if (actor.locations) await linkCustomer(tx, id, actor.locations);
  await insertCustomer(tx, id, actor.userId, {
    ...columnsOf(input),
    first_name: input.firstName,
    last_name: input.lastName,
    phone: input.phone,
    phone_digits: normalPhone(input.phone),
  });
  for (const address of addresses) await putAddress(tx, id, address);
  const customer = await getCustomer(tx, id);
  await noteCustomer(tx, actor, 'create', id, { after: customer });
  return customer;
}

/**
 * Whoever gives a telephone number at the counter or in a basket: the customer who has it, else a new one.
 * Two at once end up with the same customer.
 */
export async function findOrAddCustomer(
  tx: Tx,
  actor: Actor,
  input: { firstName: string; lastName: string; phone: string; email?: string | null | undefined },
): Promise<{ _id: string; created: boolean }> {
  const { id, created } = await findOrInsertCustomer(tx, {
    ...input,
    id: newId(),
    email: input.email || null,
    createdBy: actor.userId,
  });
  if (created) await noteCustomer(tx, actor, 'create', id, { after: input });
  return { _id: id, created };
}

/** From now on the people of this location see the customer: who ordered there is theirs as well. */
export async function takeUpCustomer(tx: Tx, customerId: string, locationIds: readonly string[]) {
  await linkCustomer(tx, customerId, locationIds);
}

export async function changeCustomer(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, ...input }: z.infer<typeof CustomerEdit>,
): Promise<CustomerView> {
  await lockCustomer(tx, id);
  const before = await getCustomer(tx, id);
  const edit = { resource: 'customers', current: before, readAt: version, sent: input };
  const meanwhile = await refuseClash(tx, edit);

  await updateCustomer(tx, id, columnsOf(input));
  const after = await getCustomer(tx, id);
  await noteCustomer(tx, actor, 'edit', id, { before, after });
  return telling(after, meanwhile);
}

export async function changeCustomerStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  status: CustomerStatus,
): Promise<CustomerView> {
  await lockCustomer(tx, id);
  const before = await getCustomer(tx, id);
  await updateCustomer(tx, id, { status });
  const after = await getCustomer(tx, id);
  const about = (customer: CustomerView) => ({ _id: id, status: customer.status, version: customer.version });
  await noteCustomer(tx, actor, 'status', id, { before: about(before), after: about(after) });
  return after;
}

export async function removeCustomer(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  await lockCustomer(tx, id);
  const before = await getCustomer(tx, id);
  const { orders, otherLocations, coins } = await customerUses(tx, id);
  const inUse = (count: number, what: string) =>
    problem('in-use', { what: `${before.firstName} ${before.lastName}`, by: `${count} ${what}`, count });
  if (orders > 0) throw inUse(orders, 'orders');
  if (coins > 0) throw inUse(coins, 'coin entries');
  if (actor.locations && otherLocations > 0) throw inUse(otherLocations, 'other locations');
  await deleteCustomer(tx, id);
  await noteCustomer(tx, actor, 'delete', id, { before });
  return { _id: id };
}

function addressColumns(input: Partial<CustomerAddressInput>): AddressColumns {
  const { postalCode, line2, isDefault, ...plain } = input;
  return {
    ...plain,
    ...(line2 !== undefined && { line2: line2 || null }),
    ...(postalCode !== undefined && { postal_code: postalCode }),
    ...(isDefault !== undefined && { is_default: isDefault }),
  };
}

/** The first address is the default one, and a new default takes it from the old. */
async function putAddress(tx: Tx, customerId: string, input: CustomerAddressInput): Promise<string> {
  const id = newId();
  const isDefault = input.isDefault === true || (await countAddresses(tx, customerId)) === 0;
  if (isDefault) await clearDefaultAddress(tx, customerId);
  const { line1, city, state, postalCode: postal_code } = input;
  await insertAddress(tx, id, customerId, {
    ...addressColumns(input),
    line1,
    city,
    state,
    postal_code,
    is_default: isDefault,
  });
  return id;
}

export async function addAddress(
  tx: Tx,
  actor: Actor,
  customerId: string,
  input: CustomerAddressInput,
): Promise<CustomerAddress> {
  await lockCustomer(tx, customerId);
  const address = await getAddress(tx, await putAddress(tx, customerId, input));
  await noteCustomer(tx, actor, 'addAddress', customerId, { after: address });
  return address;
}

export async function changeAddress(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, ...input }: Partial<CustomerAddressInput> & { version: number },
): Promise<CustomerAddress> {
  const customerId = await customerOfAddress(tx, id);
  // All addresses of a customer are changed behind one lock: there is one default among them.
  await lockCustomer(tx, customerId);
  const before = await getAddress(tx, id);
  if (before.version !== version) throw stale(before);

  if (input.isDefault && !before.isDefault) await clearDefaultAddress(tx, customerId);
  await updateAddress(tx, id, addressColumns(input));
  await ensureDefaultAddress(tx, customerId);
  const after = await getAddress(tx, id);
  await noteCustomer(tx, actor, 'editAddress', customerId, { before, after });
  return after;
}

export async function removeAddress(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  const customerId = await customerOfAddress(tx, id);
  await lockCustomer(tx, customerId);
  const before = await getAddress(tx, id);
  await deleteAddress(tx, id);
  await ensureDefaultAddress(tx, customerId);
  await noteCustomer(tx, actor, 'removeAddress', customerId, { before });
  return { _id: id };
}

const noteCustomer = (
  tx: Tx,
  actor: Actor,
  action: string,
  recordId: string,
  what: { before?: unknown; after?: unknown },
) => audit(tx, actor, { action, resource: 'customers', recordId, ...what });
