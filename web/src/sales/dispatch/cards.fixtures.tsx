import type { BoardCollection, BoardOrder } from '@aisle/contract/sales/dispatch/dispatch';
import type { CurrentDelivery } from '@aisle/contract/sales/drivers';
import type { SteppedOrder } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { idOf } from '../../../test/records.ts';
import { show } from '../../../test/render.tsx';
import { serve } from '../../../test/server.ts';
import { boardOf, collectionOf, driverOf, orderOf } from './board/board.fixtures.ts';
import { CollectionCard } from './board/collection-card.tsx';
import { OrderCard } from './board/order-card.tsx';

const now = Date.parse('2026-11-20T12:00:00.000Z');

export const dora = driverOf();

export const board = boardOf();

export const inHand = (status: CurrentDelivery['status']): CurrentDelivery => ({
  _id: idOf(30),
  tripId: idOf(31),
  driverId: dora._id,
  driverName: dora.name,
  status,
  offerExpiresAt: '2026-11-20T12:03:00.000Z',
});

const place = { distanceKm: 1.609344 };
export const orderToDeliver = (more: Partial<BoardOrder> = {}): BoardOrder =>
  orderOf(1, { ...place, promisedAt: '2026-11-20T12:20:00.000Z', ...more });
export const toFetch = (more: Partial<BoardCollection> = {}): BoardCollection =>
  collectionOf({ ...place, ...more });

export const offer = vi.fn();
export const request = vi.fn(async () => true);

const common = { board, now, showsLocation: true, choice: undefined, offer };

/** Renders the card of an order whose step requests get this response. */
export const bringing =
  (stepped: SteppedOrder) =>
  async (shown: BoardOrder, permissions: readonly 'order_edit'[] = ['order_edit']) => {
    const steps = serve(orderRoutes.updateStatus, stepped);
    return {
      steps,
      ...(await show(<OrderCard {...common} order={shown} request={request} />, { permissions })),
    };
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
