import type {
  Board,
  BoardCollection,
  BoardDriver,
  BoardOrder,
} from '@aisle/contract/sales/dispatch/dispatch';
import { idOf, stored } from '../../../../test/records.ts';

// Test data for the dispatch board.

export const driverOf = (more: Partial<BoardDriver> = {}): BoardDriver => ({
  _id: idOf(22),
  name: 'Dora Drew',
  phone: '+12025550199',
  photo: null,
  vehicleType: 'car',
  availability: 'available',
  locationIds: [idOf(50)],
  open: 0,
  deliveredToday: 3,
  comingBack: 0,
  lastStop: null,
  lastStopAt: null,
  cash: [],
  ...more,
});

const place = {
  locationId: idOf(50),
  locationName: 'North',
  timeZone: 'UTC',
  customerName: 'Grace Hill',
  line1: '1 Elm Street',
  postalCode: '62701',
  distanceKm: 1.6,
  point: null,
  unitCount: 2,
  lineCount: 2,
};
export const orderOf = (number: number, more: Partial<BoardOrder> = {}): BoardOrder => ({
  ...place,
  _id: idOf(number),
  number: `A-100${number}`,
  version: 3,
  status: 'awaitingForDelivery',
  dispatchStatus: 'inQueue',
  slot: null,
  promisedAt: '2030-11-20T12:20:00.000Z',
  handOverCode: '4711',
  note: null,
  cashDue: 0,
  failed: null,
  comingBackFrom: null,
  delivery: null,
  suggestedDriverId: null,
  suggestionReason: null,
  ...more,
});
export const collectionOf = (more: Partial<BoardCollection> = {}): BoardCollection => ({
  ...place,
  _id: idOf(70),
  number: 'R-5',
  version: 4,
  kind: 'return',
  status: 'approved',
  orderId: idOf(1),
  createdAt: stored.createdAt,
  delivery: null,
  ...more,
});

export const boardOf = (more: Partial<Board> = {}): Board => ({
  locations: [],
  drivers: [driverOf(), driverOf({ _id: idOf(23), name: 'Sam Reed', availability: 'busy', open: 2 })],
  orders: [],
  collections: [],
  trips: [],
  isCut: false,
  at: stored.createdAt,
  ...more,
});
