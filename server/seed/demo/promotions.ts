import type { Candidate } from '@aisle/contract/sales/promotions/engine/checkout';
import { codeKey } from '@aisle/contract/sales/promotions/promotion-codes';
import { classOf, PromotionTerms } from '@aisle/contract/sales/promotions/promotion-terms';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../src/core/db/db.ts';
import { randomFor } from '../data/random.ts';
import { idAt } from './demo-ids.ts';
import { insertRows } from './insert.ts';

const day = 86_400_000;

interface Seed {
  name: string;
  label: string;
  state?: 'draft' | 'active' | 'paused' | 'ended';
  /** In days from now; negative before. */
  from: number;
  until?: number;
  weekly?: { day: number; from: string; to: string }[];
  by?: 'placed' | 'slot';
  /** The number of locations, from the first one on; all if omitted. */
  locations?: number;
  code?: string;
  batch?: true;
  limits?: { uses?: number; perCustomer?: number; budget?: number };
  terms: Partial<z.input<typeof PromotionTerms>> & Pick<z.input<typeof PromotionTerms>, 'reward'>;
}

const marketplace = { marketplace: 100, location: 0, vendor: 0 };
const location = { marketplace: 0, location: 100, vendor: 0 };

/** Running, planned and ended offers, some of them paid by vendors. */
function seedsOf(idOf: (table: string, name: string) => string): Seed[] {
  const category = (...names: string[]) => ({ categoryIds: names.map((name) => idOf('categories', name)) });
  const brand = (name: string) => ({ brandIds: [idOf('brands', name)] });
  const byVendor = (name: string, vendor: number) => ({
    marketplace: 100 - vendor,
    location: 0,
    vendor,
    vendorId: idOf('vendors', name),
  });
  return [
    {
      name: 'Yogurt weeks',
      label: 'Buy 2 yogurts, get 1 free',
      from: -27,
      until: 15,
      terms: {
        reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100, times: 3 },
        goods: category('Yogurt'),
        funding: byVendor('Blackland Dairy Supply', 50),
      },
    },
    {
      name: 'Soup season',
      label: 'Any 2 for $5',
      from: -12,
      until: 20,
      terms: {
        reward: { kind: 'bundle', quantity: 2, price: 500 },
        goods: brand('Good Ladle'),
        funding: byVendor('Capital Dry Goods', 100),
      },
    },
    {
      name: 'Welcome offer',
      label: '$10 off your first order',
      from: -40,
      code: 'WELCOME10',
      limits: { perCustomer: 1, budget: 500_000 },
      terms: {
        reward: { kind: 'amount', amount: 1000, per: 'checkout' },
        conditions: { minGoods: 4000, firstOrder: true },
      },
    },
    {
      name: 'Free delivery on Tuesdays',
      label: 'Free delivery',
      from: -20,
      weekly: [{ day: 2, from: '06:00', to: '22:00' }],
      by: 'slot',
      terms: { reward: { kind: 'delivery', percent: 100 }, conditions: { minGoods: 3000 } },
    },
    {
      name: 'Neighborhood flyer',
      label: '15% off produce',
      from: -4,
      until: 24,
      batch: true,
      limits: { perCustomer: 1 },
      terms: {
        reward: { kind: 'percent', percent: 15, maxAmount: 1500 },
        goods: { ...category('Produce'), includeSale: false },
        combines: { order: false },
      },
    },
    {
      name: 'Late-night coins',
      label: '2x coins',
      from: -9,
      weekly: [5, 6].map((weekday) => ({ day: weekday, from: '21:00', to: '02:00' })),
      terms: { reward: { kind: 'coins', multiplier: 2 } },
    },
    {
      name: 'Holiday baking',
      label: '20% off baking',
      from: 6,
      until: 27,
      terms: {
        reward: { kind: 'percent', percent: 20 },
        goods: brand('Sugarmill Row'),
        funding: byVendor('Capital Dry Goods', 60),
      },
    },
    {
      name: 'New Year fresh start',
      label: '10% off produce',
      from: 33,
      until: 40,
      terms: { reward: { kind: 'percent', percent: 10 }, goods: category('Produce') },
    },
    {
      name: 'Manager’s milk price',
      label: 'Milk $2.99',
      from: -15,
      state: 'paused',
      locations: 1,
      terms: { reward: { kind: 'price', price: 299 }, goods: category('Milk'), funding: location },
    },
    {
      name: 'Ice cream spring',
      label: 'Any 3 for $12',
      state: 'draft',
      from: 60,
      locations: 2,
      terms: { reward: { kind: 'bundle', quantity: 3, price: 1200 }, goods: brand('Scoop Hollow') },
    },
    {
      name: 'Pumpkin week',
      label: '20% off bakery',
      state: 'ended',
      from: -45,
      until: -38,
      terms: { reward: { kind: 'percent', percent: 20 }, goods: category('Bakery'), funding: location },
    },
    {
      name: 'Fall cheese board',
      label: '25% off cheese',
      from: -35,
      until: -21,
      terms: {
        reward: { kind: 'percent', percent: 25 },
        goods: category('Cheese & Deli'),
        funding: byVendor('Lavaca Cheese Merchants', 100),
      },
    },
  ];
}

/** The seeds' records by table and name. A seed that names an unknown record is a mistake. */
async function recordIds(tx: Tx): Promise<(table: string, name: string) => string> {
  const { rows } = await sql<{ kind: string; name: string; id: string }>`
    SELECT 'categories' AS kind, name, id FROM categories UNION ALL SELECT 'brands', name, id FROM brands
    UNION ALL SELECT 'vendors', name, id FROM vendors`.execute(tx);
  return (table, name) => {
    const found = rows.find((row) => row.kind === table && row.name === name);
    if (!found) throw new Error(`There is no “${name}” in ${table}`);
    return found.id;
  };
}

/** Adds the promotions, and returns those on items and orders that customers could have used by now. */
export async function addPromotions(
  tx: Tx,
  { stores, now }: { stores: readonly { id: string }[]; now: number },
): Promise<Candidate[]> {
  const seeds = seedsOf(await recordIds(tx));
  const added = seeds.map((seed) => ({
    ...seed,
    id: idAt(now + Math.min(seed.from - 3, -1) * day),
    terms: PromotionTerms.parse({
      goods: {},
      conditions: {},
      audience: {},
      combines: {},
      funding: marketplace,
      ...seed.terms,
    }),
  }));
  const instant = (days: number) => new Date(now + days * day).toISOString();
  await insertRows(
    tx,
    'promotions',
    added.map(({ id, name, label, state = 'active', from, until, weekly = [], by = 'placed', ...seed }) => ({
      id,
      name,
      label,
      state,
      location_ids: seed.locations ? stores.slice(0, seed.locations).map((store) => store.id) : null,
      starts_at: instant(from),
      ends_at: until === undefined ? null : instant(until),
      weekly,
      schedule_by: by,
      max_uses: seed.limits?.uses ?? null,
      max_uses_per_customer: seed.limits?.perCustomer ?? null,
      code_kind: seed.code ? 'shared' : seed.batch ? 'batch' : 'none',
      code: seed.code ?? null,
      code_key: seed.code ? codeKey(seed.code) : null,
      created_at: instant(Math.min(from - 3, -1)),
      updated_at: instant(Math.min(from - 3, -1)),
    })),
  );
  await insertRows(
    tx,
    'promotion_editions',
    added.map(({ id, terms, from }) => ({
      promotion_id: id,
      number: 1,
      terms,
      created_at: instant(Math.min(from - 3, -1)),
    })),
  );
  await insertRows(
    tx,
    'promotion_limits',
    added.map(({ id, limits }) => ({ promotion_id: id, budget: limits?.budget ?? null })),
  );
  for (const { id, batch } of added) if (batch) await addCodes(tx, id, now);
  return added.flatMap(({ id, label, state = 'active', from, until, code, batch, ...seed }, index) => {
    const isOfItems = ['goods', 'order'].includes(classOf[seed.terms.reward.kind]);
    if (!isOfItems || from > 0 || batch || !['active', 'ended'].includes(state)) return [];
    const ends = until === undefined ? null : instant(until);
    return {
      promotionId: id,
      number: index + 1,
      edition: 1,
      label,
      terms: seed.terms,
      code: code ?? null,
      locationIds: null,
      schedule: { startsAt: instant(from), endsAt: ends, weekly: [], by: 'placed' as const },
      state: 'active' as const,
      limits: { usesLeft: null, budgetLeft: null, usesPerCustomer: null, usesByCustomer: 0 },
      granted: null,
    };
  });
}

/** Counts the uses of promotions with a limit, as placing an order does. */
export async function countUses(tx: Tx): Promise<void> {
  await sql`
    UPDATE promotion_limits l SET uses = used.uses, discount_used = used.discount
    FROM promotions p, (SELECT promotion_id, count(DISTINCT main_order_id)::integer AS uses, sum(discount_now) AS discount
      FROM promotion_uses WHERE living GROUP BY 1) used
    WHERE p.id = l.promotion_id AND used.promotion_id = l.promotion_id AND (p.max_uses IS NOT NULL OR l.budget IS NOT NULL)`.execute(
    tx,
  );
}

const codesOfBatch = 250;
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
async function addCodes(tx: Tx, promotionId: string, now: number): Promise<void> {
  const random = randomFor('promotion codes');
  const letters = (count: number) => Array.from({ length: count }, () => random.pick([...alphabet])).join('');
  const codes = Array.from({ length: codesOfBatch }, () => `FLYER-${letters(5)}-${letters(5)}`);
  const batchId = idAt(now - 4 * day);
  await insertRows(tx, 'promotion_code_batches', [
    {
      id: batchId,
      promotion_id: promotionId,
      count: codesOfBatch,
      prefix: 'FLYER',
      note: 'Printed on the flyer of December',
      created_by_name: 'Priya Raman',
      created_at: new Date(now - 4 * day).toISOString(),
    },
  ]);
  await insertRows(
    tx,
    'promotion_codes',
    codes.map((code) => ({ key: codeKey(code), code, promotion_id: promotionId, batch_id: batchId })),
  );
}
