import type { Order } from '@aisle/contract/sales/orders/order-view';
import { orderRoutes } from '@aisle/contract/sales/orders/orders';
import { screen, within } from '@testing-library/react';
import { show } from '../../../../test/render.tsx';
import { serve } from '../../../../test/server.ts';
import { duePayment } from '../order.fixtures.ts';
import { OrderView } from './order-view.tsx';

/** The ticket tests cover the part that the router passes in. */
export const NoTickets = () => null;

export const staff = ['order_view', 'order_edit', 'cancel_order', 'customer_view'] as const;

export const opened = (shown: Order, permissions: readonly (typeof staff)[number][] = staff) => {
  serve(orderRoutes.view, shown);
  return show(<OrderView Tickets={NoTickets} />, {
    at: `/orders/view/${shown._id}`,
    page: '/orders/view/$id',
    permissions,
  });
};

export const panel = async (name: string) =>
  (await screen.findByRole('heading', { name })).closest('section') as HTMLElement;

// Limits the query to the panel, because the packing slip repeats its contents.
export const items = async () => within(await panel('Items'));

export const head = async () =>
  (await screen.findByRole('heading', { level: 1 })).closest('header') as HTMLElement;

export const due = (amount: number) => [duePayment(amount)];
