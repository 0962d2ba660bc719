import type { Sellability, SellabilityCheck, SellabilityCheckKey } from '@aisle/contract/sellability';

interface Fix {
  label: string;
  to: string;
  search?: Record<string, string>;
}
type FixOf = (check: SellabilityCheck, verdict: Sellability) => Fix;

const editProduct =
  (label: string): FixOf =>
  (_, { subProduct }) => ({ label, to: `/products/edit/${subProduct.productId}` });
const editLocation =
  (label: string): FixOf =>
  (_, { location }) => ({ label, to: `/locations/edit/${location._id}` });

/** Where each thing that may stand against selling is mended. */
export const fixes: Record<SellabilityCheckKey, FixOf> = {
  location: editLocation('Switch it on'),
  category: ({ about }) => ({ label: 'Open the category', to: '/category', search: { id: about._id } }),
  product: editProduct('Switch it on'),
  subProduct: editProduct('Switch it on'),
  assigned: (_, { location }) => ({ label: 'Assign it', to: `/locations/tree/${location._id}` }),
  price: editProduct('Change the price'),
  limits: editProduct('Change the limits'),
  stock: (_, { location }) => ({
    label: 'Receive stock',
    to: '/inventory/add',
    search: { locationId: location._id },
  }),
  expiry: (_, { subProduct }) => ({ label: 'See the lots', to: `/inventory/${subProduct._id}` }),
  hours: editLocation('Opening hours'),
};
