import { normalPhone } from '@aisle/contract/core/fields';
import { allPermissions, type Permission, withNeeded } from '@aisle/contract/permissions';
import type { Tx } from '../../src/core/db/db.ts';
import { hashPassword } from '../../src/system/auth/passwords/passwords.ts';
import { type CustomerSeed, customers, type StaffRole, staff } from '../data/people.ts';
import { type Random, randomFor } from '../data/random.ts';
import { idAt, withoutTime } from './demo-ids.ts';
import { insertRows } from './insert.ts';
import type { Store } from './places.ts';

export interface Staff {
  id: string;
  name: string;
  role: StaffRole;
  locationKeys: readonly string[];
}
export interface Customer {
  id: string;
  name: string;
  phone: string;
  locationKey: string;
  addresses: CustomerSeed['addresses'];
  loyalty: number;
  since: number;
}

const starting = (...prefixes: string[]) =>
  allPermissions.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));

/** The permissions of each kind of staff. An administrator has no list, which means all permissions. */
const permissionsOf: Record<Exclude<StaffRole, 'admin'>, readonly Permission[]> = {
  owner: [
    ...starting('order_', 'inventory_', 'customer_', 'user_', 'driver_', 'promotion_'),
    'cancel_order',
    'store_edit',
    'assign_subProduct',
    'Assign_Product_View',
    'store_tax_comm_edit',
    'sub_product_view',
    'brand_list',
    'tax_list',
    'vendor_view',
    'location_report',
    'support_view',
    'support_reply',
  ],
  clerk: [
    'order_edit',
    'order_add',
    'cancel_order',
    'inventory_add',
    'inventory_edit',
    'customer_add',
    'customer_view',
    'category_product_tree',
    'Assign_Product_View',
  ],
  support: [
    ...starting('support_', 'customer_'),
    'order_view',
    'order_edit',
    'cancel_order',
    'order_add',
    'product_view',
    'store_view',
  ],
  finance: [
    'location_report',
    'statement_generate',
    'statement_payment',
    'statement_all_view',
    'dispute_edit',
    'order_view',
    // For issuing refunds.
    'order_edit',
    'store_view',
    'product_view',
    'store_tax_comm_edit',
    // To view the rates in the commission simulator.
    'category_list',
    'customer_view',
    'subscriptionPlan_view',
    // To see the cash that drivers haven't handed in.
    'driver_view',
  ],
  catalogue: [
    ...starting('category_', 'brand_', 'tax_', 'product_', 'sub_product_'),
    'assign_subProduct',
    'Assign_Product_View',
    'inventory_view',
    'vendor_view',
  ],
};

export async function addStaff(
  tx: Tx,
  stores: readonly Store[],
  { at, password }: { at: number; password: string },
): Promise<Staff[]> {
  const passwordHash = await hashPassword(password);
  // The first administrator may already exist: created from the environment with one of these email addresses.
  const there = new Map(
    (await tx.selectFrom('users').select(['id', 'email']).execute()).map(({ id, email }) => [email, id]),
  );
  const people = staff.map((person) => ({ ...person, id: there.get(person.email) ?? idAt(at) }));
  await insertRows(
    tx,
    'users',
    people
      .filter(({ email }) => !there.has(email))
      .map((person) => ({
        id: person.id,
        first_name: person.firstName,
        last_name: person.lastName,
        email: person.email,
        phone: person.phone,
        user_type: person.userType,
        roles: person.role === 'admin' ? null : [...withNeeded(permissionsOf[person.role])],
        password_hash: passwordHash,
        created_at: new Date(at),
        updated_at: new Date(at),
      })),
  );
  const storeId = new Map(stores.map(({ key, id }) => [key, id]));
  await insertRows(
    tx,
    'user_locations',
    people.flatMap(({ id, locationKeys }) =>
      locationKeys.map((key) => ({ user_id: id, location_id: storeId.get(key) })),
    ),
  );
  return people.map(({ id, firstName, lastName, role, locationKeys }) => ({
    id,
    name: `${firstName} ${lastName}`,
    role,
    locationKeys,
  }));
}

/** Two of three agreed to marketing when they joined; some withdrew consent with the link in a message. */
function consentOf(dice: Random, since: Date) {
  const [answer, leaves] = [dice.next(), dice.next()];
  if (answer > 0.75)
    return { marketing_consent: false, marketing_consent_at: null, marketing_consent_how: null };
  const how = leaves < 0.06 ? 'unsubscribeLink' : answer < 0.5 ? 'online' : 'inPerson';
  return {
    marketing_consent: how !== 'unsubscribeLink',
    marketing_consent_at: since,
    marketing_consent_how: how,
  };
}

/** Customers joined over time, most of them before the demo's sixty days. */
export async function addCustomers(tx: Tx, start: number, now: number): Promise<Customer[]> {
  const dice = randomFor('customers joining');
  const consents = randomFor('customers who agreed to marketing');
  const people = customers.map((seed) => {
    const since = dice.chance(0.7)
      ? start - dice.next() * 300 * 86_400_000
      : start + dice.next() * (now - start) * 0.95;
    return { seed, since, id: withoutTime(idAt(since)) };
  });
  await insertRows(
    tx,
    'customers',
    people.map(({ seed, since, id }) => ({
      id,
      ...consentOf(consents, new Date(since)),
      first_name: seed.firstName,
      last_name: seed.lastName,
      email: seed.email,
      phone: seed.phone,
      phone_digits: normalPhone(seed.phone),
      status: seed.status,
      notes: seed.notes,
      created_at: new Date(since),
      updated_at: new Date(since),
    })),
  );
  await insertRows(
    tx,
    'customer_addresses',
    people.flatMap(({ seed, since, id }) =>
      seed.addresses.map((address) => ({
        id: idAt(since),
        customer_id: id,
        label: address.label,
        line1: address.line1,
        line2: address.line2,
        city: address.city,
        state: address.state,
        postal_code: address.postalCode,
        latitude: address.latitude,
        longitude: address.longitude,
        is_default: address.isDefault,
        created_at: new Date(since),
        updated_at: new Date(since),
      })),
    ),
  );
  await addDoubles(tx, people.slice(0, 3), now);
  return people
    .filter(({ seed }) => seed.status === 'active')
    .map(({ seed, since, id }) => ({
      id,
      name: `${seed.firstName} ${seed.lastName}`,
      phone: seed.phone,
      locationKey: seed.locationKey,
      addresses: seed.addresses,
      loyalty: seed.loyalty,
      since,
    }));
}

/** Some customers exist twice: with another phone, and their email written differently. */
async function addDoubles(
  tx: Tx,
  people: readonly { seed: CustomerSeed; since: number; id: string }[],
  now: number,
): Promise<void> {
  await insertRows(
    tx,
    'customers',
    people.flatMap(({ seed, since, id }, index) => {
      if (!seed.email) return [];
      const at = new Date((since + now) / 2);
      const phone = `+1512555${String(7301 + index)}`;
      return [
        {
          id: withoutTime(id),
          first_name: seed.firstName,
          last_name: seed.lastName,
          email: seed.email.replace('@', '+groceries@'),
          phone,
          phone_digits: normalPhone(phone),
          created_at: at,
          updated_at: at,
        },
      ];
    }),
  );
}
