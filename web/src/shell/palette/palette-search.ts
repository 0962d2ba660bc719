import { itemName } from '@aisle/contract/core/item-name';
import { formatMoney } from '@aisle/contract/core/money';
import { formatPhone } from '@aisle/contract/core/phones';
import { type Found, maxResults, type NumberedKind, searchRoutes } from '@aisle/contract/overview/search';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import { useCanOpen } from '../../core/pages/screens.ts';
import type { Choice } from './palette-choices.ts';

/** Search results whose screens the user can open, and the text that was searched instead. */
export function useFound(text: string): { targets: Choice[]; meant: string | null; isLooking: boolean } {
  const [q] = useDebouncedValue(text.trim(), 200);
  const canOpen = useCanOpen();
  const query = useQuery({
    ...read(searchRoutes.find, { query: { q } }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const isLooking = text.trim().length > 1 && (q !== text.trim() || query.isFetching);
  if (q.length < 2 || !query.data) return { targets: [], meant: null, isLooking };
  const targets = targetsOf(query.data, q).filter(({ to }) => to && canOpen(to.to));
  return { targets, meant: query.data.meant, isLooking };
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' });
const dayOf = (instant: string): string => dayFormat.format(Date.parse(instant));

const numbered = {
  checkout: { group: 'Checkouts', to: '/orders/checkouts/$id' },
  return: { group: 'Returns', to: '/orders/returns/$id' },
  trip: { group: 'Trips', to: '/driver/view/$id' },
  lot: { group: 'Lots', to: '/inventory/view/$id' },
  recall: { group: 'Recalls', to: '/recalls/view/$id' },
  promotion: { group: 'Promotions', to: '/promotions/view/$id' },
  transfer: { group: 'Transfers', to: '/inventory/transfers/$id' },
  count: { group: 'Stock counts', to: '/inventory/counts/$id' },
  statement: { group: 'Statements', to: '/statements/$id' },
  ticket: { group: 'Tickets', to: '/supports/$id' },
  subscriptionInvoice: { group: 'Invoices', to: '/customers/view/$id', search: { tab: 'plan' } },
} as const satisfies Record<NumberedKind, { group: string; to: string; search?: { tab: string } }>;

const allItems = (search: string): Choice => ({
  group: 'Products',
  to: { to: '/products/variants', search: { search } },
  label: `See all items matching “${search}”`,
});

/** The link of each search result. */
function targetsOf(found: Found, typed: string): Choice[] {
  const variantNames = new Set(found.subProducts.map((one) => `${one.productId} ${itemName(one)}`));
  /** A product whose sub-product has the same name is shown once, with the SKU. */
  const saysMore = ({ _id, name }: { _id: string; name: string }) => !variantNames.has(`${_id} ${name}`);
  return [
    ...found.orders.map(
      (order): Choice => ({
        group: 'Orders',
        to: { to: '/orders/view/$id', params: { id: order._id } },
        label: `${order.number} · ${order.customerName}`,
        status: order.status,
        hint: `${formatMoney(order.total)} · ${order.locationName} · ${dayOf(order.createdAt)}`,
      }),
    ),
    ...found.numbered.map(({ kind, _id, number, about, createdAt }): Choice => {
      const { group, ...screen } = numbered[kind];
      const label = about ? `${number} · ${about}` : number;
      return { group, to: { ...screen, params: { id: _id } }, label, hint: dayOf(createdAt) };
    }),
    ...found.customers.map(
      (customer): Choice => ({
        group: 'Customers',
        to: { to: '/customers/view/$id', params: { id: customer._id } },
        label: customer.name,
        hint: formatPhone(customer.phone),
      }),
    ),
    ...found.products.filter(saysMore).map(
      (product): Choice => ({
        group: 'Products',
        to: { to: '/products/view/$id', params: { id: product._id } },
        label: product.name,
        hint: product.brandName ?? undefined,
      }),
    ),
    ...found.subProducts.map(
      (variant): Choice => ({
        group: 'Products',
        to: { to: '/products/view/$id', params: { id: variant.productId } },
        label: itemName(variant),
        hint: variant.sku,
      }),
    ),
    ...(found.subProducts.length < maxResults ? [] : [allItems(found.meant ?? typed)]),
    ...found.brands.map(
      (brand): Choice => ({
        group: 'Brands',
        to: { to: '/brand', search: { search: brand.name } },
        label: brand.name,
      }),
    ),
    ...found.locations.map(
      (location): Choice => ({
        group: 'Locations',
        to: { to: '/locations/view/$id', params: { id: location._id } },
        label: location.name,
        hint: location.hint ?? undefined,
      }),
    ),
    ...found.vendors.map(
      (vendor): Choice => ({
        group: 'Vendors',
        to: { to: '/vendors/view/$id', params: { id: vendor._id } },
        label: vendor.name,
        hint: vendor.hint ?? undefined,
      }),
    ),
    ...found.drivers.map(
      (driver): Choice => ({
        group: 'Drivers',
        to: { to: '/driver/view/$id', params: { id: driver._id } },
        label: driver.name,
        hint: driver.hint ?? undefined,
      }),
    ),
    ...found.users.map(
      (user): Choice => ({
        group: 'Users',
        to: { to: '/users', search: { search: user.hint ?? user.name } },
        label: user.name,
        hint: user.hint ?? undefined,
      }),
    ),
  ];
}
