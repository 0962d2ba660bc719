import { isDeepStrictEqual } from 'node:util';
import { api } from '@aisle/contract/api';
import type { AnySchema } from '@aisle/contract/core/route';
import { LocationInput, locationRoutes } from '@aisle/contract/locations/locations';
import { topicOf } from '@aisle/contract/system/live/changes';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Fields,
  type Resource,
  referenceOf,
  referencesIn,
  resourcesOf,
} from './round-trip-resources.ts';
import { clearableFields, filledBody, type Variant } from './sample-body.ts';
import { openShop } from './shop.ts';

// Every value that the contract accepts for a record is returned when the record is read again, after creating and after
// editing. A field that is accepted and then lost fails here.

const shop = await openShop();
const admin = await shop.signIn();
const there = await referencesIn(shop, admin);
const resources = resourcesOf(admin, there);

/** The tests are declared from these names before the shop is open. */
const names = [
  'brands',
  'taxes',
  'vendors',
  'categories',
  'products',
  'subProducts',
  'locations',
  'payoutAccounts',
  'inventory',
  'transfers',
  'customers',
  'customerGroups',
  'messageDrafts',
  'customerAddresses',
  'subscriptionPlans',
  'promotions',
  'drivers',
  'users',
  'profile',
  'settings',
  'support',
  'noticeSettings',
  'webhooks',
  'apiKeys',
  'savedViews',
  'storeReportSchedules',
  'productReportSchedules',
];

let number = 0;
const bodyOf = ({ provided }: Resource, schema: AnySchema, variant: Variant): Fields =>
  filledBody(schema, {
    number,
    variant,
    idOf: (field, which) => referenceOf(there, field, which),
    ...(provided && { provided: provided(variant, number) }),
  });

/** Changes every field at the version that was read. */
function changeOf(resource: Resource, variant: Variant, { version }: Fields): Fields {
  const { version: asks, ...fields } = bodyOf(resource, resource.change!, variant);
  for (const action of resource.actions ?? []) delete fields[action];
  return { ...fields, ...(asks !== undefined && { version }) };
}

/** These fields of a record, in the form in which they were sent. */
function shownOf({ shown }: Resource, record: Fields, fields: readonly string[]): Fields {
  const show = (field: string) => shown?.[field] ?? ((of: Fields) => of[field]);
  return Object.fromEntries(fields.map((field) => [field, show(field)(record as never)]));
}

/** Expects each sent field, as parsed by the schema, in the record. */
function expectStored(resource: Resource, schema: AnySchema, sent: Fields, record: Fields): void {
  const { version: _, ...wanted } = z.parse(schema, sent) as Fields;

  expect(shownOf(resource, record, Object.keys(wanted))).toMatchObject(wanted);
}

const bothWays = names.flatMap((name) => [[name, 0, 1] as const, [name, 1, 0] as const]);

test.each(bothWays)('returns the created and the changed values of %s (%i to %i)', async (...args) => {
  const [name, first, second] = args;
  const resource = resources[name]!;
  const { input, change = input! } = resource;
  number += 1;

  const created = input ? bodyOf(resource, input, first) : {};
  const id = await resource.create(created);
  if (input) expectStored(resource, input, created, await resource.read(id));

  // A single record exists from the beginning, so it is changed twice.
  for (const variant of resource.change ? (input ? [second] : [first, second]) : []) {
    const edited = changeOf(resource, variant, await resource.read(id));
    await resource.edit(id, edited);
    expectStored(resource, change, edited, await resource.read(id));
  }
});

const notOnlyMade = names.filter((name) => name !== 'apiKeys');
test.each(notOnlyMade)('clears all optional fields of %s', async (name) => {
  const resource = resources[name]!;
  const { input, change, actions = [], empty } = resource;
  const fields = clearableFields(change!).filter((field) => !actions.includes(field));
  if (fields.length === 0) return;
  number += 1;

  const id = await resource.create(input ? bodyOf(resource, input, 0) : {});
  await resource.edit(id, changeOf(resource, 1, await resource.read(id)));
  const nothing = Object.fromEntries(fields.map((field) => [field, null]));
  const { version } = await resource.read(id);
  await resource.edit(id, { ...(version !== undefined && { version }), ...nothing });

  expect(shownOf(resource, await resource.read(id), fields)).toEqual({ ...nothing, ...empty });
});

/** The live topic of each resource that open lists show. */
const topics: Record<string, string> = {
  brands: 'brands',
  taxes: 'taxes',
  vendors: 'vendors',
  categories: 'categories',
  products: 'products',
  subProducts: 'subProducts',
  locations: 'locations',
  payoutAccounts: 'locations',
  inventory: 'inventory',
  transfers: 'inventory',
  customers: 'customers',
  customerAddresses: 'customers',
  subscriptionPlans: 'subscriptionPlans',
  promotions: 'promotions',
  drivers: 'drivers',
  users: 'users',
  profile: 'users',
  settings: 'settings',
  support: 'support',
  webhooks: 'webhooks',
  apiKeys: 'api-key',
  savedViews: 'savedViews',
};
test.each(Object.entries(topics))(
  'notifies open lists of every created and edited record: %s',
  async (name, topic) => {
    const resource = resources[name]!;
    const topicsAfter = async (write: () => Promise<unknown>) => {
      const latest = await latestChange();
      await write();
      return topicsSince(latest);
    };
    number += 1;
    let id = '';
    const created = await topicsAfter(async () => {
      id = await resource.create(resource.input ? bodyOf(resource, resource.input, 0) : {});
    });
    if (resource.input) expect(created).toContain(topic);
    if (!resource.change) return;

    const body = changeOf(resource, 1, await resource.read(id));
    expect(await topicsAfter(() => resource.edit(id, body))).toContain(topic);
  },
);

const latestChange = () =>
  shop.look(async (tx) => {
    const { id } = await tx
      .selectFrom('changes')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    return id ?? 0;
  });
const topicsSince = async (latest: number) => {
  const rows = await shop.sql`SELECT resource FROM changes WHERE id > ${latest}`;
  return rows.map(({ resource }) => topicOf(resource));
};

test.each(notOnlyMade)('changes every field of %s', (name) => {
  const resource = resources[name]!;
  const [one, other] = ([0, 1] as const).map((variant) => bodyOf(resource, resource.change!, variant));
  const chosen = Object.keys(resource.provided?.(0, number) ?? {});

  const same = Object.keys(one!).filter((field) => isDeepStrictEqual(one![field], other![field]));

  expect(same.filter((field) => field !== 'version' && !chosen.includes(field))).toEqual([]);
});

test('copies every field of a location except name, code and status', async () => {
  const { read, create } = resources.locations!;
  number += 1;
  const body = bodyOf(resources.locations!, LocationInput, 0);
  const id = await create(body);

  const named = { name: 'Twin', code: `TWIN-${number}` };
  const copy = await admin.do(locationRoutes.clone, { params: { id }, body: named });

  const fields = Object.keys(body);
  const expected = { ...shownOf(resources.locations!, await read(id), fields), ...named, status: false };
  expect(shownOf(resources.locations!, await read(copy._id), fields)).toEqual(expected);
});

test('covers every resource that can be created and edited', () => {
  const written = Object.entries(api).filter(([, routes]) => 'create' in routes && 'edit' in routes);

  expect(names).toEqual(expect.arrayContaining(written.map(([name]) => name)));
  expect(Object.keys(resources)).toEqual(names);
});
