import { randomUUID } from 'node:crypto';
import type { AuditAction } from '@aisle/contract/audit-sentences';
import { normalPhone } from '@aisle/contract/core/fields';
import { fullName } from '@aisle/contract/core/full-name';
import type {
  CustomerAddress,
  CustomerAddressInput,
  CustomerEdit,
  CustomerInput,
  CustomerStatus,
  CustomerView,
} from '@aisle/contract/customers/customers';
import type { z } from 'zod';
import { recordChange } from '../../core/changes/record-change.ts';
import type { Tx } from '../../core/db/db.ts';
import { assertNoConflict, withNotice } from '../../core/db/rows/merge-edits.ts';
import { inUse } from '../../core/db/usage.ts';
import type { Actor } from '../../core/http/actor.ts';
import { newId } from '../../core/ids.ts';
import { problem, stale } from '../../core/problem.ts';
import type { WithMessage } from '../../core/with-message.ts';
import {
  clearDefaultAddress,
  countAddresses,
  customerOfAddress,
  deleteAddress,
  ensureDefaultAddress,
  getAddress,
  insertAddress,
  updateAddress,
  writeAddress,
} from './customer-addresses.queries.ts';
import { customerColumns } from './customer-columns.queries.ts';
import {
  addToOwnLocations,
  consentColumns,
  countOrders,
  customerUses,
  deleteCustomer,
  findEnding,
  findOrInsertCustomer,
  getCustomer,
  insertCustomer,
  lockCustomer,
  removeFromOwnLocations,
  updateCustomer,
} from './customers.queries.ts';

/** Adds a customer with a random ID. An ID with a timestamp would reveal to a store that the customer already existed. */
export async function addCustomer(
  tx: Tx,
  actor: Actor,
  { addresses = [], marketingConsent = false, marketingConsentHow, ...input }: CustomerInput,
): Promise<CustomerView> {
  const consent =
    marketingConsent || marketingConsentHow
      ? consentColumns(marketingConsent, marketingConsentHow ?? 'staff')
      : undefined;
  const id = actor.locations
    ? await addToOwnLocations(tx, {
        ...input,
        id: randomUUID(),
        email: input.email ?? null,
        notes: input.notes || null,
        createdBy: actor.userId,
      })
    : randomUUID();
  if (!actor.locations) {
    await insertCustomer(tx, {
      id,
      created_by: actor.userId,
      ...customerColumns(input),
      phone_digits: normalPhone(input.phone),
      ...consent,
    });
  } else if (consent) await updateCustomer(tx, actor, id, consent);
  for (const address of addresses) await putAddress(tx, id, address);
  const customer = await getCustomer(tx, actor, id);
  await recordCustomer(tx, actor, { action: 'create', recordId: id, after: customer });
  return customer;
}

/** Finds or adds the customer with a phone number. Two concurrent requests with the same number get the same customer. */
export async function findOrAddCustomer(
  tx: Tx,
  actor: Actor,
  input: { firstName: string; lastName: string; phone: string; email?: string | null | undefined },
): Promise<{ _id: string; created: boolean }> {
  const { id, created } = await findOrInsertCustomer(tx, {
    ...input,
    id: randomUUID(),
    email: input.email || null,
    createdBy: actor.userId,
  });
  if (created) await recordCustomer(tx, actor, { action: 'create', recordId: id, after: input });
  return { _id: id, created };
}

/** Locks a customer for a change. Merged and erased customers are read-only. */
async function lockCurrent(tx: Tx, actor: Actor, id: string): Promise<void> {
  await lockCustomer(tx, actor, id);
  const ending = await findEnding(tx, id);
  if (ending?.mergedInto)
    throw problem('customers.merged', { name: ending.name, customerId: ending.mergedInto });
  if (ending) throw problem('customers.erased');
}

export async function changeCustomer(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, ...input }: z.infer<typeof CustomerEdit>,
): Promise<WithMessage<CustomerView>> {
  await lockCurrent(tx, actor, id);
  const before = await getCustomer(tx, actor, id);
  // The versions of a store's own record aren't those of the change log, so its edits aren't merged.
  if (actor.locations && version !== before.version) throw stale(before);
  const meanwhile = await assertNoConflict(tx, {
    resource: 'customers',
    current: before,
    readAt: version,
    sent: input,
  });

  const { marketingConsent: agreed = before.marketingConsent, marketingConsentHow: how, ...fields } = input;
  const isNews = agreed !== before.marketingConsent || (how && how !== before.marketingConsentHow);
  await updateCustomer(tx, actor, id, {
    ...customerColumns(fields),
    ...(isNews && consentColumns(agreed, how ?? 'staff')),
  });
  const after = await getCustomer(tx, actor, id);
  await recordCustomer(tx, actor, { action: 'edit', recordId: id, before, after });
  return withNotice(after, meanwhile);
}

export async function changeCustomerStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  status: CustomerStatus,
): Promise<CustomerView> {
  await lockCurrent(tx, actor, id);
  const before = await getCustomer(tx, actor, id);
  await updateCustomer(tx, actor, id, { status });
  const after = await getCustomer(tx, actor, id);
  const about = (customer: CustomerView) => ({ _id: id, status: customer.status, version: customer.version });
  await recordCustomer(tx, actor, {
    action: 'status',
    recordId: id,
    before: about(before),
    after: about(after),
  });
  return after;
}

export async function removeCustomer(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  await lockCurrent(tx, actor, id);
  const before = await getCustomer(tx, actor, id);
  const name = fullName(before);
  if (actor.locations) {
    // Other records of the customer stay, and the response doesn't mention them.
    const used = inUse(name, [[await countOrders(tx, id), 'order', 'orders']]);
    if (used) throw used;
    await removeFromOwnLocations(tx, id);
    await recordCustomer(tx, actor, { action: 'delete', recordId: id, before });
    return { _id: id };
  }
  const { orders, coins, credit, subscriptions, tickets, merged } = await customerUses(tx, id);
  const used = inUse(name, [
    [orders, 'order', 'orders'],
    [coins, 'coin entry', 'coin entries'],
    [credit, 'credit entry', 'credit entries'],
    [subscriptions, 'subscription', 'subscriptions'],
    [tickets, 'ticket', 'tickets'],
    [merged, 'merged customer', 'merged customers'],
  ]);
  if (used) throw used;
  await deleteCustomer(tx, id);
  await recordCustomer(tx, actor, { action: 'delete', recordId: id, before });
  return { _id: id };
}

/** The first address becomes the default. A new default replaces the previous one. */
async function putAddress(tx: Tx, customerId: string, input: CustomerAddressInput): Promise<string> {
  const id = newId();
  const isDefault = input.isDefault === true || (await countAddresses(tx, customerId)) === 0;
  if (isDefault) await clearDefaultAddress(tx, customerId);
  await insertAddress(tx, { id, customer_id: customerId, ...writeAddress(input), is_default: isDefault });
  return id;
}

export async function addAddress(
  tx: Tx,
  actor: Actor,
  customerId: string,
  input: CustomerAddressInput,
): Promise<CustomerAddress> {
  await lockCurrent(tx, actor, customerId);
  const address = await getAddress(tx, await putAddress(tx, customerId, input));
  await recordCustomer(tx, actor, { action: 'addAddress', recordId: customerId, address, after: address });
  return address;
}

export async function changeAddress(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, ...input }: Partial<CustomerAddressInput> & { version: number },
): Promise<WithMessage<CustomerAddress>> {
  const customerId = await customerOfAddress(tx, id);
  // Locks the customer instead of the address, so that exactly one address stays the default.
  await lockCurrent(tx, actor, customerId);
  const before = await getAddress(tx, id);
  const meanwhile = await assertNoConflict(tx, {
    resource: 'customerAddresses',
    current: before,
    readAt: version,
    sent: input,
  });

  if (input.isDefault && !before.isDefault) await clearDefaultAddress(tx, customerId);
  await updateAddress(tx, id, writeAddress(input));
  await ensureDefaultAddress(tx, customerId);
  const after = await getAddress(tx, id);
  await recordCustomer(tx, actor, {
    action: 'editAddress',
    recordId: customerId,
    address: after,
    before,
    after,
  });
  return withNotice(after, meanwhile);
}

export async function removeAddress(tx: Tx, actor: Actor, id: string): Promise<{ _id: string }> {
  const customerId = await customerOfAddress(tx, id);
  await lockCurrent(tx, actor, customerId);
  const before = await getAddress(tx, id);
  await deleteAddress(tx, id);
  await ensureDefaultAddress(tx, customerId);
  await recordCustomer(tx, actor, { action: 'removeAddress', recordId: customerId, address: before, before });
  return { _id: id };
}

type CustomerChange = { recordId: string; before?: unknown; after?: unknown } & (
  | { action: AuditAction<'customers'>; address?: undefined }
  // The customer's history includes the changes of addresses.
  | { action: AuditAction<'customerAddresses'>; address: { _id: string } }
);
/** Records a change of a store's own record of a customer, in the store's history and without a version. */
function recordCustomer(tx: Tx, actor: Actor, change: CustomerChange): Promise<void> {
  const { recordId, before, after } = change;
  const entry = {
    locationId: actor.locations?.[0] ?? null,
    before: actor.locations ? withoutVersion(before) : before,
    after: actor.locations ? withoutVersion(after) : after,
  };
  if (change.address === undefined) {
    return recordChange(tx, actor, { resource: 'customers', action: change.action, recordId, ...entry });
  }
  return recordChange(tx, actor, {
    resource: 'customerAddresses',
    action: change.action,
    recordId: change.address._id,
    history: { resource: 'customers', recordId },
    snapshot: { customerId: recordId },
    ...entry,
  });
}

function withoutVersion(record: unknown): unknown {
  if (typeof record !== 'object' || record === null) return record;
  const { version: _, ...rest } = record as { version?: number };
  return rest;
}
