import { bulkAction, noInput } from '../../system/bulk-actions.ts';
import { type RefundRow, refundRoutes } from './refunds.ts';

export const refundActions = {
  tryAgain: bulkAction({
    name: 'retry-refunds',
    list: refundRoutes.list,
    route: refundRoutes.updateStatus,
    input: noInput,
    label: 'Try again',
    done: 'tried again',
    one: 'refund',
    many: 'refunds',
    nameOf: ({ orderNumber, customerName }: RefundRow) => `${orderNumber} ${customerName}`,
    isDone: () => false,
    refusal: ({ allowed }) => (allowed.includes('refundInitiated') ? undefined : "Hasn't failed"),
    request: ({ _id, version }) => ({
      params: { id: _id },
      body: { status: 'refundInitiated' as const, version },
    }),
  }),
};
