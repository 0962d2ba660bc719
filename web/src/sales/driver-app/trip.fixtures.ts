import type { Stop, TripPage } from '@aisle/contract/sales/dispatch/dispatch';
import { idOf, stored } from '../../../test/records.ts';

// Test data for a driver's trip.

export const tripPage = (more: Partial<TripPage> = {}): TripPage => ({
  number: 'T-7001',
  brandName: 'Aisle',
  driverName: 'Emeka Nwosu',
  isOver: false,
  location: null,
  offers: [],
  stops: [],
  done: [],
  failureReasons: ['Nobody home', 'Address not found'],
  missReasons: ['Nobody home'],
  delivered: 0,
  collected: 0,
  failed: 0,
  locationName: 'Downtown Market',
  comingBack: [],
  cashHeld: 0,
  stamp: '',
  ...more,
});

export const stopOf = (more: Partial<Stop> = {}): Stop => ({
  _id: idOf(1),
  errand: 'bring',
  returnNumber: null,
  orderNumber: 'O-106274',
  status: 'onTheWay',
  offerExpiresAt: stored.createdAt,
  promisedAt: stored.createdAt,
  customerName: 'Grace Hill',
  customerPhone: '+12025550199',
  address: null,
  note: null,
  items: [],
  cashDue: 0,
  pay: 500,
  ...more,
});

export const offerOf = (more: Partial<TripPage['offers'][number]> = {}): TripPage['offers'][number] => ({
  _id: idOf(2),
  errand: 'bring',
  distanceKm: 1.609344,
  area: 'Riverside',
  unitCount: 5,
  lineCount: 3,
  promisedAt: null,
  offerExpiresAt: new Date(Date.now() + 180_000).toISOString(),
  cashDue: 0,
  pay: 650,
  ...more,
});
