import { type RefundStatus, refundStatuses } from '../orders/order-flow.ts';

/** The customer doesn't have the money yet. */
export const openRefundStatuses = refundStatuses.filter((status) => status !== 'refunded');

/** The next step is a request to the gateway. */
export const unsentRefundStatuses = ['refundInitiated', 'refundFailed'] as const satisfies RefundStatus[];

/** The gateway has answered, or staff have refunded by hand. */
const answered: readonly RefundStatus[] = ['refunded', 'refundFailed'];
export const isRefundAnswered = (status: RefundStatus): boolean => answered.includes(status);
