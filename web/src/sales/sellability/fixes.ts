import type { Sellability, SellabilityCheck, SellabilityCheckKey } from '@aisle/contract/sales/sellability';
import type { Destination } from '../../core/pages/screens.ts';

type Fix = Destination & { label: string };
type FixOf = (check: SellabilityCheck, verdict: Sellability) => Fix;

const editProduct =
  (label: string): FixOf =>
  (_, { subProduct }) => ({ label, to: '/products/edit/$id', params: { id: subProduct.productId } });
const editLocation =
  (label: string): FixOf =>
  (_, { location }) => ({ label, to: '/locations/edit/$id', params: { id: location._id } });

const openCategory: FixOf = ({ about }) => ({
  label: 'Open category',
  to: '/category',
  search: { id: about._id },
});

/** Taxes are set on the product, on a category or at the location: the check is about whichever of them decides. */
const fixTax: FixOf = (check, verdict) => {
  const { subProduct, location } = verdict;
  if (check.about._id === subProduct.productId) return editProduct('Change taxes')(check, verdict);
  if (check.about._id !== location._id) return openCategory(check, verdict);
  return { label: 'Set tax', to: '/locations/locationTax/$id', params: { id: location._id } };
};

/** Where to fix each reason that prevents a sale. */
export const fixes: Record<SellabilityCheckKey, FixOf> = {
  location: editLocation('Activate location'),
  category: openCategory,
  product: editProduct('Activate product'),
  subProduct: editProduct('Activate sub-product'),
  assigned: (_, { location }) => ({
    label: 'Add to assortment',
    to: '/locations/tree/$id',
    params: { id: location._id },
  }),
  price: editProduct('Change price'),
  tax: fixTax,
  limits: editProduct('Change limits'),
  stock: (_, { location }) => ({
    label: 'Receive stock',
    to: '/inventory/add',
    search: { locationId: location._id },
  }),
  expiry: (_, { subProduct }) => ({
    label: 'View lots',
    to: '/inventory/$id',
    params: { id: subProduct._id },
  }),
  hours: editLocation('Edit opening hours'),
};
