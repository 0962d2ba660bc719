import type { Sellability, SellabilityCheck, SellabilityCheckKey } from '@aisle/contract/sales/sellability';
import type { Destination } from '../../core/screens.ts';

type Fix = Destination & { label: string };
type FixOf = (check: SellabilityCheck, verdict: Sellability) => Fix;

const editProduct =
  (label: string): FixOf =>
  (_, { subProduct }) => ({ label, to: '/products/edit/$id', params: { id: subProduct.productId } });
const editLocation =
  (label: string): FixOf =>
  (_, { location }) => ({ label, to: '/locations/edit/$id', params: { id: location._id } });

/** Where each thing that may stand against selling is mended. */
export const fixes: Record<SellabilityCheckKey, FixOf> = {
  location: editLocation('Switch it on'),
  category: ({ about }) => ({ label: 'Open the category', to: '/category', search: { id: about._id } }),
  product: editProduct('Switch it on'),
  subProduct: editProduct('Switch it on'),
  assigned: (_, { location }) => ({
    label: 'Assign it',
    to: '/locations/tree/$id',
    params: { id: location._id },
  }),
  price: editProduct('Change the price'),
  limits: editProduct('Change the limits'),
  stock: (_, { location }) => ({
    label: 'Receive stock',
    to: '/inventory/add',
    search: { locationId: location._id },
  }),
  expiry: (_, { subProduct }) => ({
    label: 'See the lots',
    to: '/inventory/$id',
    params: { id: subProduct._id },
  }),
  hours: editLocation('Opening hours'),
};
