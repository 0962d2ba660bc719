import { headlineStatuses } from '@aisle/contract/order-flow';
import type { OrderFlag } from '@aisle/contract/orders';
import { paymentTypeLabels, paymentTypes } from '@aisle/contract/settings';
import { Button, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMay } from '../core/session.ts';
import { DriverSelect } from '../drivers/driver-select.tsx';
import { FilterLocation } from '../locations/location-select.tsx';
import { SubProductSelect } from '../sub-products/sub-product-select.tsx';
import { DateInput } from '../ui/form/date-input.tsx';
import { FilterAmount, FilterNumber } from '../ui/list/filter-figure.tsx';
import { FilterSelect } from '../ui/list/filters.tsx';
import type { List } from '../ui/list/use-list.ts';
import { endOfDay, localDay, startOfDay } from '../ui/when.ts';
import { statusLabel } from './order-status.tsx';
import classes from './orders.module.css';

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
const statusChoices = headlineStatuses.map((value) => ({ value, label: statusLabel(value) }));
const paymentChoices = paymentTypes.map((value) => ({ value, label: paymentTypeLabels[value] }));
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
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const set = further.filter((name) => name in list.search && !isTab(list, name)).length;
  return (
    <>
      <FilterLocation list={list} />
      <FilterSelect list={list} name="flag" label="Look for" data={flagChoices} width={144} />
      <FilterSelect list={list} name="fulfilment" label="How" data={fulfilmentChoices} width={104} />
      <FilterDay list={list} name="from" label="Placed from" />
      <FilterDay list={list} name="to" label="Placed until" isEnd />
      {isNarrow ? (
        <FurtherFilters list={list} />
      ) : (
        <Popover position="bottom-start" width={420} shadow="md" trapFocus>
          <Popover.Target>
            <Button
              variant="default"
              px="sm"
              fw={400}
              leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} />}
            >
              {set > 0 ? `More (${set})` : 'More'}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label="More filters">
            <FurtherFilters list={list} />
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

/** A tab is several statuses at once: it counts where it stands, among the tabs. */
const isTab = ({ search }: OrderFiltersProps['list'], name: string): boolean =>
  name === 'headlineStatus' && Array.isArray(search.headlineStatus);

function FurtherFilters({ list }: OrderFiltersProps) {
  const maySeeDrivers = useMay('driver_list');
  const maySeeGoods = useMay('sub_product_list');
  const { driverId, subProductId } = list.search;
  const chosen = (value: unknown) => (typeof value === 'string' ? value : null);
  return (
    <div className={classes.further}>
      <Row label="Status">
        <FilterSelect list={list} name="headlineStatus" label="Any status" data={statusChoices} width={260} />
      </Row>
      <Row label="Payment">
        <FilterSelect list={list} name="paymentType" label="Any payment" data={paymentChoices} width={260} />
      </Row>
      {maySeeDrivers && (
        <Row label="Driver">
          <DriverSelect
            label={undefined}
            aria-label="Driver"
            placeholder="Any driver"
            clearable
            w={260}
            value={chosen(driverId)}
            onChange={(value) => list.change({ driverId: value ?? undefined })}
          />
        </Row>
      )}
      {maySeeGoods && (
        <Row label="With">
          <SubProductSelect
            label={undefined}
            aria-label="With this item"
            placeholder="Any item"
            clearable
            w={260}
            value={chosen(subProductId)}
            onChange={(value) => list.change({ subProductId: value ?? undefined })}
          />
        </Row>
      )}
      <Row label="Wanted">
        <FilterDay list={list} name="slotFrom" label="Wanted from" />
        <FilterDay list={list} name="slotTo" label="Wanted until" isEnd />
      </Row>
      <Row label="Total">
        <FilterAmount list={list} name="minTotal" label="From $" width={124} />
        <FilterAmount list={list} name="maxTotal" label="To $" width={124} />
      </Row>
      <Row label="Items">
        <FilterNumber list={list} name="minItems" label="At least" width={124} />
        <FilterNumber list={list} name="maxItems" label="At most" width={124} />
      </Row>
    </div>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.furtherRow}>
    <span aria-hidden>{label}</span>
    <span>{children}</span>
  </div>
);

interface FilterDayProps extends OrderFiltersProps {
  name: string;
  label: string;
  isEnd?: boolean;
}
function FilterDay({ list, name, label, isEnd = false }: FilterDayProps) {
  const set = list.search[name];
  return (
    <DateInput
      aria-label={label}
      placeholder={label}
      w={124}
      value={typeof set === 'string' ? localDay(set, isEnd) : null}
      onChange={(day) => {
        if (day === null) list.change({ [name]: undefined });
        else if (isDay(day)) list.change({ [name]: isEnd ? endOfDay(day) : startOfDay(day) });
      }}
    />
  );
}

/** A half-typed date asks for nothing. */
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
