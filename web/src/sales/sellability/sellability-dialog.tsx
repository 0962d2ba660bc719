import { itemName } from '@aisle/contract/core/item-name';
import {
  type Sellability,
  type SellabilityCheck,
  type SellabilityCheckKey,
  sellabilityRoutes,
} from '@aisle/contract/sales/sellability';
import { Modal, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../core/api.ts';
import type { Destination } from '../../core/pages/screens.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ScreenLink } from '../../ui/record/screen-link.tsx';
import classes from './sellability.module.css';

interface SellabilityDialogProps {
  subProductId: string;
  locationId: string;
  onClose: () => void;
}
export function SellabilityDialog({ subProductId, locationId, onClose }: SellabilityDialogProps) {
  const query = useQuery({
    ...read(sellabilityRoutes.show, { params: { id: subProductId }, query: { locationId } }),
    meta: { quiet: true },
  });
  const verdict = query.data;
  return (
    <Modal opened onClose={onClose} title={verdict ? titleOf(verdict) : 'Can this be sold?'} size={560}>
      {query.error && !verdict && <ErrorState error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={320} className="after-a-while" />}
      {verdict && <Verdict verdict={verdict} />}
    </Modal>
  );
}

const titleOf = ({ sellable }: Sellability): string =>
  sellable ? 'Can be sold here' : 'Why can’t this be sold here?';

function Verdict({ verdict }: { verdict: Sellability }) {
  const { subProduct, location, checks } = verdict;
  return (
    <>
      <Text mb="sm" dir="auto">
        <b>{itemName(subProduct)}</b> at {location.name}
      </Text>
      <ul className="plain-list">
        {checks.map((check) => (
          <Check key={check.key} check={check} verdict={verdict} />
        ))}
      </ul>
    </>
  );
}

const names: Record<SellabilityCheckKey, string> = {
  location: 'Location',
  category: 'Category',
  product: 'Product',
  subProduct: 'Sub-product',
  assigned: 'Assortment',
  price: 'Price',
  tax: 'Tax',
  limits: 'Order limits',
  stock: 'Stock',
  expiry: 'Expiry',
  hours: 'Hours',
};
const marks = {
  ok: { Icon: IconCheck, says: 'OK' },
  notice: { Icon: IconAlertTriangle, says: 'Warning' },
  blocks: { Icon: IconX, says: 'Prevents sale' },
};

function Check({ check, verdict }: { check: SellabilityCheck; verdict: Sellability }) {
  const { Icon, says } = marks[check.state];
  const { label, ...mend } = fixes[check.key](check, verdict);
  return (
    <li className={`grid align-center gap-2 ${classes.check}`} data-state={check.state}>
      <Icon size={16} style={{ strokeWidth: 2 }} role="img" aria-label={says} />
      <span className={classes.name}>{names[check.key]}</span>
      <span dir="auto">{check.text}</span>
      {check.state !== 'ok' && (
        <span className="nowrap">
          <ScreenLink {...mend}>{label}</ScreenLink>
        </span>
      )}
    </li>
  );
}

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

/** The product, a category or the location can set the tax; the check refers to the one that applies. */
const fixTax: FixOf = (check, verdict) => {
  const { subProduct, location } = verdict;
  if (check.about._id === subProduct.productId) return editProduct('Change taxes')(check, verdict);
  if (check.about._id !== location._id) return openCategory(check, verdict);
  return { label: 'Set tax', to: '/locations/locationTax/$id', params: { id: location._id } };
};

/** The screen that fixes each reason. */
const fixes: Record<SellabilityCheckKey, FixOf> = {
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
