import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { ComponentType } from 'react';

/** What an order shows of the domains above sales; the router hands it in. */
export interface OrderParts {
  /** The tickets about it. */
  Tickets: ComponentType<{ order: Order }>;
}
