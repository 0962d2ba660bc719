import { formatPhone } from '@aisle/contract/core/phones';
import { type CustomerChoice, customerRoutes } from '@aisle/contract/customers/customers';
import { Group, Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';

interface CustomerSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'filter'> {
  customer: CustomerChoice | null;
  onPick: (customer: CustomerChoice | null) => void;
  /** Called with the text, for customers that aren't found. */
  onType?: (text: string) => void;
}

/** Finds a customer by name, phone or email; shows the phone, because many customers have the same name. */
export function CustomerSelect({ customer, onPick, onType, ...props }: CustomerSelectProps) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const isName = search === customer?.name;
  const query = useQuery({
    ...read(customerRoutes.dropdown, { query: search && !isName ? { search } : {} }),
    placeholderData: keepPreviousData,
  });
  const found = new Map(
    [...(customer ? [customer] : []), ...(query.data ?? [])].map((one) => [one._id, one]),
  );
  return (
    <Select
      label="Customer"
      placeholder="Name, phone or email"
      searchable
      clearable
      nothingFoundMessage={query.isFetching ? 'Searching…' : 'No customers found. Add a new customer'}
      {...props}
      value={customer?._id ?? null}
      data={[...found.values()].map((one) => ({ value: one._id, label: one.name }))}
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={(typed) => {
        setText(typed);
        onType?.(typed);
      }}
      onChange={(id) => onPick(id === null ? null : (found.get(id) ?? null))}
      renderOption={({ option }) => {
        const one = found.get(option.value);
        return (
          <Group justify="space-between" gap="md" wrap="nowrap" style={{ flex: 1 }}>
            <span>{option.label}</span>
            <Text size="sm" c="dimmed" className="tabular">
              {one?.status === 'blocked' ? 'Blocked' : one && formatPhone(one.phone)}
            </Text>
          </Group>
        );
      }}
    />
  );
}
