import type { Board, BoardCollection, BoardOrder } from '@aisle/contract/sales/dispatch';
import type { DeliveryInHand } from '@aisle/contract/sales/drivers';
import type { SteppedOrder } from '@aisle/contract/sales/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders';
import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { idOf, stored } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { CollectionCard } from './collection-card.tsx';
import { OrderCard } from './order-card.tsx';

export const now = Date.parse('2026-11-20T12:00:00.000Z');

export const dora: Board['drivers'][number] = {
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
  cash: [],
};

export const board: Board = {
  locations: [],
  drivers: [dora, { ...dora, _id: idOf(23), name: 'Sam Reed', availability: 'busy', open: 2 }],
  orders: [],
  collections: [],
  trips: [],
  isCut: false,
  at: stored.createdAt,
};

export const inHand = (status: DeliveryInHand['status']): DeliveryInHand => ({
  _id: idOf(30),
  tripId: idOf(31),
  driverId: dora._id,
  driverName: dora.name,
  status,
  offerExpiresAt: '2026-11-20T12:03:00.000Z',
});

export const place = {
  locationId: idOf(50),
  locationName: 'North',
  timeZone: 'UTC',
  customerName: 'Grace Hill',
  line1: '1 Elm Street',
  postalCode: '62701',
  point: null,
  distanceKm: 1.609344,
  unitCount: 2,
  lineCount: 2,
};

export const toBring = (more: Partial<BoardOrder> = {}): BoardOrder => ({
  ...place,
  _id: idOf(1),
  number: 'A-1001',
  version: 3,
  status: 'awaitingForDelivery',
  dispatchStatus: 'inQueue',
  slot: null,
  promisedAt: '2026-11-20T12:20:00.000Z',
  handOverCode: '4711',
  note: null,
  cashDue: 0,
  failed: null,
  comingBackFrom: null,
  delivery: null,
  suggestedDriverId: null,
  ...more,
});

export const toFetch = (more: Partial<BoardCollection> = {}): BoardCollection => ({
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

export const offer = vi.fn();

export const common = { board, now, showsLocation: true, choice: undefined, offer };

/** Shows the card of an order whose steps are answered with this. */
export const bringing =
  (stepped: SteppedOrder) =>
  async (shown: BoardOrder, permissions: readonly 'order_edit'[] = ['order_edit']) => {
    const steps = serve(orderRoutes.updateStatus, stepped);
    return { steps, ...(await show(<OrderCard {...common} order={shown} />, { permissions })) };
  };
export const fetched = (shown: BoardCollection) =>
  show(<CollectionCard {...common} collection={shown} />, { permissions: ['order_edit'] });

export const card = async () => within(await screen.findByRole('listitem'));

export const button = (name: string | RegExp) => screen.findByRole('button', { name });

export const sure = async (name: string) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name });

export const failed = {
  count: 1,
  driverId: dora._id,
  driverName: dora.name,
  reason: 'No one home',
  at: '2026-11-20T03:01:00.000Z',
};
