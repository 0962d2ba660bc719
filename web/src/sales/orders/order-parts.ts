import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { ComponentType } from 'react';

/** Parts of the order screen from domains above sales, passed in by the router. */
export interface OrderParts {
  /** The support tickets about the order. */
  Tickets: ComponentType<{ order: Order }>;
}
