import { bulkAction, noInput } from '../../system/bulk-actions.ts';
import { type ReturnRow, returnRoutes } from './returns.ts';

export const returnActions = {
  approve: bulkAction({
    name: 'approve-returns',
    list: returnRoutes.list,
    route: returnRoutes.updateStatus,
    input: noInput,
    label: 'Approve',
    done: 'approved',
    one: 'return',
    many: 'returns',
    nameOf: ({ number }: ReturnRow) => number,
    isDone: ({ status }) => status === 'approved',
    refusal: ({ status }) => (status === 'requested' ? undefined : "Doesn't wait for approval"),
    request: ({ _id, version }) => ({ params: { id: _id }, body: { status: 'approved' as const, version } }),
  }),
};
