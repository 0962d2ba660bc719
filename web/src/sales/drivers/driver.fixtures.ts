import type { Driver, DriverDelivery, DriverRow, DriverView } from '@aisle/contract/sales/drivers';
import { idOf, newId, stored } from '../../../test/records.ts';

// Test data for drivers.

export const driverRowOf = (more: Partial<DriverRow> = {}): DriverRow => ({
  ...stored,
  _id: idOf(22),
  name: 'Dora Drew',
  email: null,
  phone: '+12025550199',
  vehicle: { type: 'car', plate: 'TX-1' },
  photo: null,
  locations: [{ _id: idOf(1), name: 'Downtown' }],
  status: true,
  availability: 'available',
  ...more,
});
export const driverOf = (more: Partial<Driver> = {}): Driver => ({
  ...driverRowOf(more),
  address: null,
  licenceNumber: null,
  documents: [],
  ...more,
});
export const driverViewOf = (more: Partial<DriverView> = {}): DriverView => ({
  ...driverOf(more),
  deliveredCount: 0,
  failedCount: 0,
  onTimeShare: null,
  earnings: 0,
  recentEarnings: 0,
  cash: [],
  current: [],
  past: [],
  ...more,
});
export const deliveryOf = (more: Partial<DriverDelivery> = {}): DriverDelivery => ({
  _id: newId(),
  orderId: idOf(30),
  orderNumber: 'O-106274',
  returned: null,
  locationId: idOf(1),
  locationName: 'Downtown',
  timeZone: 'UTC',
  tripNumber: 'T-7001',
  status: 'delivered',
  offeredAt: stored.createdAt,
  promisedAt: null,
  endedAt: stored.updatedAt,
  onTime: true,
  reason: null,
  isComingBack: false,
  pay: 500,
  ...more,
});
