import { formatCount } from '@aisle/contract/core/pluralize';
import type { ReactNode } from 'react';
import { OrderLink } from '../../links/sales/order-link.tsx';

/** 12 → "+12", -12 → "−12". */
export const signed = (coins: number): string => (coins > 0 ? `+${formatCount(coins)}` : formatCount(coins));

export const orderOf = (order: { _id: string; number: string } | null): ReactNode =>
  order ? <OrderLink id={order._id} number={order.number} /> : '–';
