import type { CustomerView } from '@aisle/contract/customers/customers';
import { fullName } from '../../links/customer-status.tsx';
import type { RowAction } from '../../ui/list/row.ts';
import { RowMenu } from '../../ui/list/row-menu.tsx';

interface CustomerMenuProps {
  customer: CustomerView;
  more: readonly RowAction[];
}
/** What is rare or dangerous with a customer. */
export function CustomerMenu({ customer, more }: CustomerMenuProps) {
  return <RowMenu label={fullName(customer)} actions={more} />;
}
