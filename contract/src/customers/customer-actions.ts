import { fullName } from '../core/full-name.ts';
import { bulkAction, noInput } from '../system/bulk-actions.ts';
import { type Customer, customerRoutes } from './customers.ts';

const toStatus = (label: string, status: Customer['status']) =>
  bulkAction({
    name: `${label.toLowerCase()}-customers`,
    list: customerRoutes.list,
    route: customerRoutes.changeStatus,
    input: noInput,
    label,
    done: `${label.toLowerCase()}ed`,
    one: 'customer',
    many: 'customers',
    nameOf: (customer: Customer) => fullName(customer),
    isDone: (customer) => customer.status === status,
    request: ({ _id }) => ({ params: { id: _id }, body: { status } }),
    undo: {
      route: customerRoutes.changeStatus,
      request: ({ _id, status: before }) => ({ params: { id: _id }, body: { status: before } }),
    },
  });

export const customerActions = {
  block: toStatus('Block', 'blocked'),
  unblock: toStatus('Unblock', 'active'),
};
