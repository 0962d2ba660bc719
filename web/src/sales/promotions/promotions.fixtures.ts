import type { Promotion, PromotionView } from '@aisle/contract/sales/promotions/promotions';

const noLists = { categoryIds: [], brandIds: [], productIds: [], subProductIds: [], tags: [] };
const dairy = '00000000-0000-7000-8000-00000000000d';
export const promotionOf = (parts: Partial<Promotion> = {}): Promotion => ({
  _id: '00000000-0000-7000-8000-000000000001',
  number: 'V-1001',
  name: 'Yogurt weeks',
  label: 'Buy 2 get 1 free',
  status: 'draft',
  reward: { kind: 'buyGet', buy: 2, get: 1, percent: 100, getGoods: null, times: 3 },
  goods: { ...noLists, categoryIds: [dairy], exclude: noLists, includeSale: true },
  conditions: {
    minGoods: 0,
    minQuantity: 0,
    firstOrder: false,
    fulfilment: null,
    paymentTypes: [],
    sources: [],
    postalCodes: [],
  },
  audience: { customerGroupIds: [], planIds: [], customerIds: [] },
  combines: { goods: true, order: true, delivery: true, plan: true },
  funding: { marketplace: 100, location: 0, vendor: 0, vendorId: null },
  locationIds: null,
  schedule: { startsAt: '2026-11-01T06:00:00Z', endsAt: null, weekly: [], by: 'placed' },
  limits: { uses: null, usesPerCustomer: null, budget: null },
  codes: { kind: 'none' },
  figures: { uses: 0, orders: 0, discount: 0, discountNow: 0, revenue: 0 },
  edition: 1,
  createdAt: '2026-11-01T06:00:00Z',
  updatedAt: '2026-11-01T06:00:00Z',
  version: 3,
  ...parts,
});

export const viewOf = (promotion: Promotion): PromotionView => ({
  promotion,
  editions: [],
  figures: {
    ...promotion.figures,
    byDay: [],
    byLocation: [],
    compared: { from: '2026-11-01', to: '2026-11-28' },
    averageWith: null,
    averageWithout: null,
  },
  names: { [dairy]: 'Dairy' },
});
