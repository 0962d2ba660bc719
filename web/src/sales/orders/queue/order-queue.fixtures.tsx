import type { BoardRow, OrderBoard } from '@aisle/contract/sales/orders/order-board';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, within } from '@testing-library/react';
import { show } from '../../../../test/render.tsx';
import { serve } from '../../../../test/server.ts';
import { id, morning, queued } from '../order.fixtures.ts';
import { OrderQueue } from './order-queue.tsx';

export const soon = () => new Date(Date.now() + 20 * 60_000).toISOString();

export const past = () => new Date(Date.now() - 90 * 60_000).toISOString();

export const fresh = (number: number, name: string, to: string, more: Partial<BoardRow> = {}) =>
  queued(number, name, { slot: { from: morning, to }, ...more });

export const picking = { status: 'processing', headlineStatus: 'processing' } as const;

export const waiting = {
  status: 'awaitingForDelivery',
  dispatchStatus: 'driverConfirmed',
  headlineStatus: 'driverConfirmed',
} as const;

export const toCollect = {
  status: 'pickup',
  dispatchStatus: null,
  headlineStatus: 'pickup',
  fulfilment: 'pickup',
} as const;

export const me = { _id: 'person-1', name: 'Ada Stone' };

export const ben = { _id: id(9), name: 'Ben Smith' };

export const ready = { status: 'prepared', headlineStatus: 'prepared' } as const;

export function board(orders: Partial<Record<'new' | 'picking' | 'ready' | 'out', BoardRow[]>>): OrderBoard {
  return {
    columns: (['new', 'picking', 'ready', 'out'] as const).map((key) => ({
      key,
      totalRecords: orders[key]?.length ?? 0,
      totalIsEstimate: false,
      oldestAt: orders[key] ? new Date(Date.now() - 45 * 60_000).toISOString() : null,
      records: orders[key] ?? [],
    })),
  };
}

export const staff = ['order_list', 'order_view', 'order_edit'] as const;

export const queue = (
  answer: OrderBoard,
  permissions: readonly ('order_list' | 'order_view' | 'order_edit')[] = staff,
) => {
  const requests = serve(orderRoutes.board, answer);
  return show(<OrderQueue />, { permissions }).then((view) => ({ ...view, requests }));
};

export const column = async (name: string) => within(await screen.findByRole('region', { name }));

export const cardOf = async (name: string) =>
  within((await screen.findByText(name)).closest('li') as HTMLElement);

export const names = (list: HTMLElement[]) => list.map((card) => card.querySelector('a')?.textContent);

export const step = (name: string, number: string) =>
  screen.findByRole('button', { name: new RegExp(`^${name}: ${number}`) });

/** A browser that allows audio. */
export class SoundingAudio {
  state = 'running';
  currentTime = 0;
  destination = {};
  resume = async () => undefined;
  createOscillator = () => ({
    ...this.createGain(),
    frequency: {},
    start: () => undefined,
    stop: () => undefined,
  });
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    connect: (next: unknown) => next,
  });
}
