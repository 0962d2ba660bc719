import { fullName } from '@aisle/contract/core/full-name';
import { customerRoutes } from '@aisle/contract/customers/customers';
import { orderDetailRoutes } from '@aisle/contract/sales/orders/order-details';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { type OrderDraft, repeatOrder } from './order-draft.ts';

interface Start {
  isLoading: boolean;
  draft: Partial<OrderDraft>;
  missing: readonly string[];
}

/** The initial values of a new order, from an earlier order or a customer. They stay empty if the record can't be loaded. */
export function useOrderStart({
  again,
  customerId,
}: {
  again?: string | undefined;
  customerId?: string | undefined;
}): Start {
  const mayView = useCan('customer_view');
  const earlier = useQuery({
    ...read(orderDetailRoutes.again, { params: { id: again ?? '' } }),
    enabled: again !== undefined,
    // Uses current prices and stock.
    staleTime: 0,
    gcTime: 0,
  });
  const customer = useQuery({
    ...read(customerRoutes.show, { params: { id: customerId ?? '' } }),
    enabled: customerId !== undefined && again === undefined && mayView,
  });
  if (earlier.data)
    return { isLoading: false, draft: repeatOrder(earlier.data), missing: earlier.data.missing };
  if (customer.data) {
    const { _id, firstName, lastName, phone, email, status } = customer.data;
    const draft = { customer: { _id, name: fullName({ firstName, lastName }), phone, email, status } };
    return { isLoading: false, draft, missing: [] };
  }
  return { isLoading: earlier.isLoading || customer.isLoading, draft: {}, missing: [] };
}
