import { headlineStatuses } from '@aisle/contract/order-flow';
import { paymentTypeLabels, paymentTypes } from '@aisle/contract/settings';
import { FilterLocation } from '../locations/location-select.tsx';
import { DateInput } from '../ui/form/date-input.tsx';
import { FilterSelect } from '../ui/list/filters.tsx';
import type { List } from '../ui/list/use-list.ts';
import { endOfDay, localDay, startOfDay } from '../ui/when.ts';
import { statusLabel } from './order-status.tsx';

interface OrderFiltersProps {
  list: Pick<List<unknown>, 'search' | 'change' | 'body'>;
}
const fulfilmentChoices = [
  { value: 'delivery', label: 'Delivery' },
  { value: 'pickup', label: 'Pickup' },
];
const statusChoices = headlineStatuses.map((value) => ({ value, label: statusLabel(value) }));
const paymentChoices = paymentTypes.map((value) => ({ value, label: paymentTypeLabels[value] }));

export function OrderFilters({ list }: OrderFiltersProps) {
  const { from, to } = list.search;
  return (
    <>
      <FilterLocation list={list} />
      <FilterSelect list={list} name="headlineStatus" label="Status" data={statusChoices} width={136} />
      <FilterSelect list={list} name="fulfilment" label="How" data={fulfilmentChoices} width={104} />
      <FilterSelect list={list} name="paymentType" label="Payment" data={paymentChoices} width={112} />
      <DateInput
        aria-label="Placed from"
        placeholder="Placed from"
        w={124}
        value={typeof from === 'string' ? localDay(from) : null}
        onChange={(day) =>
          (day === null || isDay(day)) && list.change({ from: day ? startOfDay(day) : undefined })
        }
      />
      <DateInput
        aria-label="Placed until"
        placeholder="Placed until"
        w={124}
        value={typeof to === 'string' ? localDay(to, true) : null}
        onChange={(day) =>
          (day === null || isDay(day)) && list.change({ to: day ? endOfDay(day) : undefined })
        }
      />
    </>
  );
}

/** A half-typed date asks for nothing. */
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
