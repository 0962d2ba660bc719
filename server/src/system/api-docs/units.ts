const goods = "In pieces, or in the sub-product's unit where it's sold by weight.";
const percentage = 'A percentage: 8.25 is 8.25%.';
const coins = 'A number of coins.';

/** Units of numeric fields by field name, for fields without a comment in the contract. */
const units: Readonly<Record<string, string>> = {
  page: 'From 1.',
  limit: 'Rows per page.',
  totalRecords: 'Rows on all pages.',
  totalDocs: 'Rows on all pages.',
  latitude: 'In degrees; north of the equator above 0.',
  longitude: 'In degrees; east of Greenwich above 0.',
  distanceKm: 'In kilometers.',
  deliveryRadiusKm: 'In kilometers.',
  quantity: goods,
  pickedQuantity: goods,
  receivedQuantity: goods,
  onHand: goods,
  reserved: goods,
  available: goods,
  units: goods,
  threshold: goods,
  minPerOrder: goods,
  maxPerOrder: goods,
  rate: percentage,
  commissionRate: percentage,
  discountPercent: percentage,
  edition: 'The number of an edition of the terms of a promotion or plan.',
  coinMultiplier: 'How many times the usual coins an order earns.',
  coins,
  coinBalance: coins,
  coinsEarned: coins,
  coinsReturned: coins,
  coinsUsed: coins,
  left: 'How many more orders it takes.',
  level: 'From 1, the top.',
  sortOrder: 'Among its siblings, the lowest first.',
  walk: 'The sequence to pick in, the lowest first.',
  assigned: 'How many are sold there.',
  sellable: 'How many can be sold now.',
  low: 'How many are at or below their threshold.',
  outOfStock: 'How many are out of stock.',
  bytes: 'Size in bytes.',
};

export const unitOf = (field: string): string | undefined =>
  Object.hasOwn(units, field) ? units[field] : undefined;
