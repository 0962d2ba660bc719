import type { LocationRow, LocationView } from '@aisle/contract/locations/locations';
import { newId, stored } from '../../../test/records.ts';

export const locationOf = (more: Partial<LocationRow> = {}): LocationRow => ({
  ...stored,
  _id: newId(),
  name: 'Downtown Market',
  code: 'DT',
  phone: '512 555 0199',
  email: null,
  address: { line1: '1 Main St', line2: null, city: 'Austin', state: 'TX', postalCode: '78701' },
  latitude: 30.27,
  longitude: -97.74,
  timeZone: 'America/Chicago',
  openingHours: {},
  hoursExceptions: [],
  deliveryRadiusKm: 8,
  deliveryArea: null,
  deliveryFee: null,
  deliverySlots: null,
  minimumOrder: null,
  acceptsPickup: true,
  aisleOrder: null,
  commissionRate: 12,
  image: null,
  status: true,
  missing: [],
  ...more,
});

export const locationViewOf = (more: Partial<LocationView> = {}): LocationView => ({
  ...locationOf(more),
  holidays: [],
  payoutAccount: null,
  readiness: { canTakeOrders: true, missing: [] },
  counts: { assigned: 10, sellable: 8, outOfStock: 1, low: 1 },
  owners: [],
  ...more,
});
