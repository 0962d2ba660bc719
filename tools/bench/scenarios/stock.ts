import { expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import { always, asking, listing, type Prepare, type Scenario } from './scenario.ts';

const someLevels: Prepare = async ({ client }, wanted) => {
  const { rows } = await client.query<{ location_id: string; sub_product_id: string }>(
    `SELECT location_id, sub_product_id FROM stock_levels TABLESAMPLE SYSTEM (20)
     WHERE on_hand - reserved > 1 LIMIT $1`,
    [wanted],
  );
  return rows.map((row) => ({
    body: {
      locationId: row.location_id,
      subProductId: row.sub_product_id,
      quantity: 1,
      reason: 'correction',
      note: 'Bench',
    },
  }));
};

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Six weeks, the maximum of the screen. */
const sixWeeks = { from: day(0), to: day(41) };
const ofVendors: Prepare = async ({ client }, wanted) => {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM vendors ORDER BY id LIMIT $1', [
    wanted,
  ]);
  return rows.map(({ id }) => ({ body: { ...sixWeeks, vendorId: id } }));
};
const calendar = (name: string, who: Scenario['who'], prepare: Prepare): Scenario => ({
  ...asking(`expiry calendar${name}`, who, 'figures', expiryRoutes.calendar, prepare),
  bar: { p99: 300 },
});

export const stockScenarios: readonly Scenario[] = [
  listing('stock levels, page 1', 'owner', inventoryRoutes.levels, always({})),
  listing('lots, page 1', 'administrator', inventoryRoutes.list, always({})),
  listing('lots, page 1', 'owner', inventoryRoutes.list, always({})),
  listing('stock movements, page 1', 'administrator', inventoryRoutes.movements, always({})),
  listing('stock movements, page 1', 'owner', inventoryRoutes.movements, always({})),
  listing('what expires, page 1', 'owner', inventoryRoutes.expiring, always({})),
  calendar('', 'administrator', always(sixWeeks)),
  calendar('', 'owner', always(sixWeeks)),
  calendar(', of a vendor', 'administrator', ofVendors),
  {
    ...asking('stock adjustment', 'administrator', 'write', inventoryRoutes.adjust, someLevels),
    bar: { alone: 400 },
  },
];
