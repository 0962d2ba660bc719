import { headlineStatuses } from '@aisle/contract/sales/order-flow';
import { paymentTypeLabels, paymentTypes } from '@aisle/contract/system/settings';
import { Popover } from '@mantine/core';
import { cloneElement, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { useMay } from '../../core/session.ts';
import { DriverSelect } from '../../links/driver-select.tsx';
import { statusLabel } from '../../links/order-status.tsx';
import { SubProductSelect } from '../../links/sub-product-select.tsx';
import { FilterAmount, FilterNumber } from '../../ui/list/filter-figure.tsx';
import { FilterSelect } from '../../ui/list/filters.tsx';
import type { List } from '../../ui/list/use-list.ts';
import { FilterDay } from './filter-day.tsx';
import classes from './orders.module.css';

interface FurtherFiltersProps {
  list: Pick<List<unknown>, 'search' | 'change' | 'body'>;
}
const statusChoices = headlineStatuses.map((value) => ({ value, label: statusLabel(value) }));
const paymentChoices = paymentTypes.map((value) => ({ value, label: paymentTypeLabels[value] }));

/** The popover of further filters: replaces its button on first use, and opens at once. */
export function FurtherPopover({
  list,
  button,
}: FurtherFiltersProps & { button: ReactElement<Record<string, unknown>> }) {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that was pressed has gone: the focus comes back to this one.
    target.current?.focus();
    setOpen(true);
  }, []);
  const toggle = () => setOpen(!isOpen);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={420}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{cloneElement(button, { ref: target, onClick: toggle })}</Popover.Target>
      <Popover.Dropdown aria-label="More filters">
        <FurtherFilters list={list} />
      </Popover.Dropdown>
    </Popover>
  );
}

export function FurtherFilters({ list }: FurtherFiltersProps) {
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
