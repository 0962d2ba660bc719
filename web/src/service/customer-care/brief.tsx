import { formatPhone } from '@aisle/contract/core/phones';
import { pluralize } from '@aisle/contract/core/pluralize';
import type { CustomerBrief } from '@aisle/contract/service/customer-care';
import { CustomerLink } from '../../links/customers/customer-link.tsx';
import { DateText } from '../../ui/values/values.tsx';
import classes from './customer-care.module.css';

/** The customer fields for comparing duplicates. */
export function Brief({ customer }: { customer: CustomerBrief }) {
  return (
    <div className={`column min-w-0 break-anywhere ${classes.brief}`}>
      <CustomerLink id={customer._id} name={customer.name} />
      <span className="tabular">{formatPhone(customer.phone)}</span>
      {customer.email && <span>{customer.email}</span>}
      <span className="text-sm secondary">
        {pluralize(customer.orderCount, 'order')}, since <DateText value={customer.createdAt} />
      </span>
    </div>
  );
}
