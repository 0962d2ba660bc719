import { z } from 'zod';
import { Id, Instant } from '../../core/fields.ts';
import { dispatchStatuses, headlineStatuses, orderStatuses } from './order-flow.ts';

export const fulfilments = ['delivery', 'pickup'] as const;
/** Whether staff placed the order, or a storefront sent it. */
export const OrderSource = z.enum(['staff', 'storefront']);

export const OrderStatusField = z.enum(orderStatuses);
export const HeadlineStatusField = z.enum(headlineStatuses);
export const StepStatus = z.enum([...orderStatuses, ...dispatchStatuses]);

/** The user who picks or picked an order. */
export const Picker = z.object({ _id: Id, name: z.string() });
export type Picker = z.infer<typeof Picker>;

/** The user who is responsible for an order. */
export const OrderOwner = z.object({ _id: Id, name: z.string() });
export type OrderOwner = z.infer<typeof OrderOwner>;

/** The number of bags of an order. */
export const Bags = z.int('Whole bags only').min(1, 'At least 1 bag').max(99, 'At most 99 bags');

/** The requested time; null means as soon as possible. */
export const Slot = z.object({ from: Instant, to: Instant });
export type Slot = z.infer<typeof Slot>;
