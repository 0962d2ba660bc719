import type { OrderFlag } from '@aisle/contract/sales/order-list';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { later } from '../../core/later.ts';
import { FilterLocation } from '../../links/location-select.tsx';
import { FilterSelect } from '../../ui/list/filters.tsx';
import type { List } from '../../ui/list/use-list.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { FilterDay } from './filter-day.tsx';

const load = () => import('./further-filters.tsx');
const FurtherFilters = later(() => load().then((module) => module.FurtherFilters));
const FurtherPopover = later(() => load().then((module) => module.FurtherPopover));

interface OrderFiltersProps {
  list: Pick<List<unknown>, 'search' | 'change' | 'body'>;
}
const flagLabels: Record<OrderFlag, string> = {
  late: 'Late',
  hasNote: 'With a note',
  short: 'Came up short',
  substituted: 'With substitutes',
  refundFailed: 'Refund failed',
};
const flagChoices = Object.entries(flagLabels).map(([value, label]) => ({ value, label }));
const fulfilmentChoices = [
  { value: 'delivery', label: 'Delivery' },
  { value: 'pickup', label: 'Pickup' },
];
/** What stands behind "More". */
const further = [
  'headlineStatus',
  'paymentType',
  'driverId',
  'subProductId',
  'slotFrom',
  'slotTo',
  'minTotal',
  'maxTotal',
  'minItems',
  'maxItems',
];

export function OrderFilters({ list }: OrderFiltersProps) {
  const isNarrow = useIsNarrow();
  return (
    <>
      <FilterLocation list={list} />
      <FilterSelect list={list} name="flag" label="Look for" data={flagChoices} width={144} />
      <FilterSelect list={list} name="fulfilment" label="How" data={fulfilmentChoices} width={104} />
      <FilterDay list={list} name="from" label="Placed from" />
      <FilterDay list={list} name="to" label="Placed until" isEnd />
      {isNarrow ? <FurtherFilters list={list} /> : <MoreFilters list={list} />}
    </>
  );
}

/** The rarer ones, whose code comes when somebody goes for them. */
function MoreFilters({ list }: OrderFiltersProps) {
  const [isWanted, setWanted] = useState(false);
  const set = further.filter((name) => name in list.search && !isTab(list, name)).length;
  const warm = () => void load().catch(() => undefined);
  const button = (
    <Button
      variant="default"
      px="sm"
      fw={400}
      leftSection={<IconAdjustmentsHorizontal size={16} />}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onPointerEnter={warm}
      onFocus={warm}
    >
      {set > 0 ? `More (${set})` : 'More'}
    </Button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <FurtherPopover list={list} button={button} />
    </Suspense>
  );
}

/** A tab is several statuses at once: it counts where it stands, among the tabs. */
const isTab = ({ search }: OrderFiltersProps['list'], name: string): boolean =>
  name === 'headlineStatus' && Array.isArray(search.headlineStatus);
