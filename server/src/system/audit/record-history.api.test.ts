import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brandRoutes } from '@aisle/contract/catalog/brands';
import { productRoutes } from '@aisle/contract/catalog/products';
import { auditRoutes, type HistoryResource, histories } from '@aisle/contract/system/audit';
import { expect, test } from 'vitest';
import { addCategory } from '../../../test/catalogue-builders.ts';
import { addPlainLocation } from '../../../test/people-builders.ts';
import { openShop, type Person } from '../../../test/shop.ts';
import { newId } from '../../core/ids.ts';

const shop = await openShop();
const admin = await shop.signIn();

const history = (person: Person, name: string, id: string) =>
  person.call(auditRoutes.history, { params: { name, id } });
const addEntry = (resource: string, recordId: string, more: { action?: string; locationId?: string } = {}) =>
  shop.look((tx) =>
    tx
      .insertInto('audit_entries')
      .values({
        id: newId(),
        actor_name: 'Nora Ellis',
        action: more.action ?? 'edit',
        resource,
        record_id: recordId,
        location_id: more.locationId ?? null,
      })
      .execute(),
  );

/** Reasons why resources have no history. */
const without: Record<string, string> = {
  access: 'refused requests are no record',
  assistantDrafts: 'never changed after a decision; the history of the record shows an approved change',
  adjustments: 'never changed; listed on their statement',
  customerAddresses: 'the history of their customer includes them',
  handIns: 'never changed; listed with the driver',
  imports: 'its page says what happened to it',
  payoutAccounts: 'who looked at bank details is for those who read the whole log',
};
const inSources = () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const texts = files
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .filter((text) => /\baudit/.test(text));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/\bresource: '(\w+)'/g)].map((match) => match[1]!)),
  );
};

test('covers every audited resource, or has a reason for its absence', () => {
  const forgotten = [...inSources()].filter((name) => !(name in histories) && !(name in without));

  expect(forgotten).toEqual([]);
});

const resources = Object.keys(histories) as HistoryResource[];

test.each(resources)('requires the view permission for the history of %s, and no other', async (resource) => {
  const id = newId();
  await addEntry(resource, id);
  const viewer = await shop.signIn({ userType: 'others', permissions: [histories[resource].permission] });
  const stranger = await shop.signIn({ userType: 'others', permissions: [] });

  const [seen, refused] = [await history(viewer, resource, id), await history(stranger, resource, id)];

  expect(seen.data.records).toMatchObject([{ resource, recordId: id, actorName: 'Nora Ellis' }]);
  expect([refused.status, refused.body.error?.details]).toEqual([
    403,
    { permission: histories[resource].permission },
  ]);
});

test.each(resources)(
  'limits users of a location to its entries of %s, or denies access',
  async (resource) => {
    const [own, other] = [await addPlainLocation(shop), await addPlainLocation(shop)];
    const id = newId();
    await addEntry(resource, id, { locationId: own });
    await addEntry(resource, id, { locationId: other });
    await addEntry(resource, id);
    const owner = await shop.signIn({
      userType: 'store',
      permissions: [histories[resource].permission],
      locations: [own],
    });

    const seen = await history(owner, resource, id);

    if ('ofLocations' in histories[resource]) {
      expect(seen.data.records.map(({ locationId }) => locationId)).toEqual([own]);
    } else expect([seen.status, seen.code]).toEqual([403, 'not-allowed']);
  },
);

test('shows sign-ins and roles of a user only to users who can read the whole log', async () => {
  const id = newId();
  for (const action of ['edit', 'signedIn', 'assign-roles']) await addEntry('users', id, { action });
  const colleague = await shop.signIn({ userType: 'others', permissions: ['user_view'] });
  const actions = async (person: Person) =>
    (await history(person, 'users', id)).data.records.map(({ action }) => action);

  expect(await actions(colleague)).toEqual(['edit']);
  expect(await actions(admin)).toEqual(['assign-roles', 'signedIn', 'edit']);
});

test('returns changes, newest first', async () => {
  const { _id } = await admin.do(brandRoutes.create, { body: { name: 'Oatly' } });
  await admin.do(brandRoutes.edit, { params: { id: _id }, body: { name: 'Oatly AB', version: 1 } });

  const { records } = (await history(admin, 'brands', _id)).data;

  expect(records.map(({ action }) => action)).toEqual(['edit', 'create']);
  expect(records[0]).toMatchObject({ before: { name: 'Oatly' }, after: { name: 'Oatly AB' } });
});

test('returns only the product entries that changed a variant', async () => {
  const categoryId = await addCategory(shop);
  const subProducts = ['500 g', '1 kg'].map((name, at) => ({
    name,
    sku: `HIS-${at}`,
    unit: 'g' as const,
    price: 100,
  }));
  const product = await admin.do(productRoutes.create, { body: { name: 'Rice', categoryId, subProducts } });
  const [first, second] = product.subProducts;
  const { _id, version, name, sku, unit } = first!;
  await admin.do(productRoutes.edit, {
    params: { id: product._id },
    body: { version: 1, name: 'Rice, round', subProducts: [{ _id, version, name, sku, unit, price: 120 }] },
  });
  const actions = async (id: string) =>
    (await history(admin, 'subProducts', id)).data.records.map(({ action }) => action);

  expect(await actions(_id)).toEqual(['edit', 'create']);
  expect(await actions(second!._id)).toEqual(['create']);
});

test('rejects an unknown resource', async () => {
  expect((await history(admin, 'toString', newId())).status).toBe(404);
  expect((await history(admin, 'brands', 'no-id')).status).toBe(404);
});
