import { formatMoney } from '@aisle/contract/core/money';
import { formatPhone } from '@aisle/contract/core/phones';
import { type Found, searchRoutes } from '@aisle/contract/overview/search';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../core/api.ts';
import { type Destination, useCanOpen } from '../core/screens.ts';

export type Target = Destination & {
  group: string;
  label: string;
  hint?: string | undefined;
};

/** What answers to what is typed, as far as its screen can be opened, and what was looked for instead. */
export function useFound(text: string): { targets: Target[]; meant: string | null; isLooking: boolean } {
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
  const targets = targetsOf(query.data).filter(({ to }) => canOpen(to));
  return { targets, meant: query.data.meant, isLooking };
}

/** Where each thing found leads. */
function targetsOf(found: Found): Target[] {
  const variantNames = new Set(found.subProducts.map((one) => `${one.productId} ${one.name}`));
  /** A product with one sub-product of the same name is shown once, with the SKU. */
  const saysMore = ({ _id, name }: { _id: string; name: string }) => !variantNames.has(`${_id} ${name}`);
  return [
    ...found.orders.map(
      (order): Target => ({
        group: 'Orders',
        to: '/orders/view/$id',
        params: { id: order._id },
        label: `${order.number} · ${order.customerName}`,
        hint: formatMoney(order.total),
      }),
    ),
    ...found.customers.map(
      (customer): Target => ({
        group: 'Customers',
        to: '/customers/view/$id',
        params: { id: customer._id },
        label: customer.name,
        hint: formatPhone(customer.phone),
      }),
    ),
    ...found.products.filter(saysMore).map(
      (product): Target => ({
        group: 'Products',
        to: '/products/view/$id',
        params: { id: product._id },
        label: product.name,
        hint: product.brandName ?? undefined,
      }),
    ),
    ...found.subProducts.map(
      (variant): Target => ({
        group: 'Products',
        to: '/products/view/$id',
        params: { id: variant.productId },
        label: variantName(variant),
        hint: variant.sku,
      }),
    ),
    ...found.brands.map(
      (brand): Target => ({
        group: 'Brands',
        to: '/brand',
        search: { search: brand.name },
        label: brand.name,
      }),
    ),
    ...found.locations.map(
      (location): Target => ({
        group: 'Locations',
        to: '/locations/view/$id',
        params: { id: location._id },
        label: location.name,
        hint: location.hint ?? undefined,
      }),
    ),
    ...found.vendors.map(
      (vendor): Target => ({
        group: 'Vendors',
        to: '/vendors/view/$id',
        params: { id: vendor._id },
        label: vendor.name,
        hint: vendor.hint ?? undefined,
      }),
    ),
    ...found.drivers.map(
      (driver): Target => ({
        group: 'Drivers',
        to: '/driver/view/$id',
        params: { id: driver._id },
        label: driver.name,
        hint: driver.hint ?? undefined,
      }),
    ),
  ];
}

/** "Whole milk, 1 gal": a sub-product is mostly named by what makes it differ. */
const variantName = ({ name, productName }: Found['subProducts'][number]): string =>
  name.toLowerCase().startsWith(productName.toLowerCase()) ? name : `${productName}, ${name}`;
