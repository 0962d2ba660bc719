import { expect, test } from 'vitest';
import { system, transaction } from '../src/core/db/db.ts';
import { recountMarkedMetrics } from '../src/ledgers/figures/figure-claims.queries.ts';
import { chainAudit } from '../src/system/audit/audit-chain.ts';
import { addGoods, addOrderLocation } from './order-builders.ts';
import { deliver } from './return-builders.ts';
import { openShop } from './shop.ts';

// The jobs that compute metrics notify the screens, by location.

const shop = await openShop();
const admin = await shop.signIn();
const here = await addOrderLocation(shop);
const milk = await addGoods(shop, here, { price: 500, stock: 100 });

/** The distinct live events of a topic that some work causes. */
async function announced(topic: string, cause: () => Promise<unknown>) {
  const latest = await shop.look((tx) =>
    tx
      .selectFrom('changes')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst(),
  );
  await cause();
  return shop.sql`SELECT DISTINCT permission, location_id FROM changes
    WHERE resource = ${topic} AND id > ${latest?.id ?? 0} ORDER BY permission`;
}
const sumUp = async () => {
  while (await transaction(shop.db, system, recountMarkedMetrics));
};

test('announces journals for the location whose books contain them', async () => {
  const events = await announced('books', () => deliver(admin, here, milk));

  expect(events).toEqual([{ permission: 'statement_all_view', location_id: here }]);
});

test('announces recounted metrics of reports with the permission of each report', async () => {
  await sumUp();
  await deliver(admin, here, milk);

  expect(await announced('reports', sumUp)).toEqual([
    { permission: 'location_report', location_id: here },
    { permission: 'product_view', location_id: here },
  ]);
  expect(await announced('reports', sumUp)).toEqual([]);
});

test('announces entries of the audit log once, with their location', async () => {
  await chainAudit(shop.db);

  await deliver(admin, here, milk);
  const ofOrder = await announced('audit', () => chainAudit(shop.db));
  await shop.signIn();
  await addOrderLocation(shop);
  const others = await announced('audit', () => chainAudit(shop.db));

  expect(ofOrder).toContainEqual({ permission: 'access_setting', location_id: here });
  expect(others.map((event) => event.location_id)).not.toContain(here);
  expect(others.map((event) => event.location_id)).not.toContain(null);
  expect(await announced('audit', () => chainAudit(shop.db))).toEqual([]);
});
