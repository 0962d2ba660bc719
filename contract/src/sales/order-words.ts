import { z } from 'zod';
import { Instant } from '../core/fields.ts';
import { dispatchStatuses, headlineStatuses, orderStatuses } from './order-flow.ts';

export const fulfilments = ['delivery', 'pickup'] as const;
/** Placed by somebody here, or sent in by a storefront. */
export const OrderSource = z.enum(['staff', 'storefront']);

export const OrderStatusField = z.enum(orderStatuses);
export const HeadlineStatusField = z.enum(headlineStatuses);
export const StepStatus = z.enum([...orderStatuses, ...dispatchStatuses]);

/** When somebody wants it; none means as soon as possible. */
export const Slot = z.object({ from: Instant, to: Instant });
export type Slot = z.infer<typeof Slot>;
