import {
  type CustomerGroup,
  customerGroupKindLabels,
  customerGroupRoutes,
} from '@aisle/contract/customers/customer-groups';
import { instant, number, text } from '../../system/exports/columns.ts';
import { exportOf } from '../../system/exports/exportable.ts';

export const customerGroupExports = {
  customerGroups: exportOf<CustomerGroup>(
    { title: 'Customer groups', route: customerGroupRoutes.list, withoutCustomers: true },
    [
      text('Name', (group) => group.name),
      text('Members chosen', (group) => customerGroupKindLabels[group.kind]),
      number('Members', (group) => group.count),
      instant('Counted', (group) => group.countedAt),
      instant('Changed', (group) => group.updatedAt),
    ],
  ),
};
