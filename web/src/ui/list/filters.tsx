import { Select, TextInput } from '@mantine/core';
import { DateInput } from '../form/date-input.tsx';
import { useListWhenNear } from '../form/list-when-near.ts';
import type { List } from './use-list.ts';

interface FilterProps {
  list: Pick<List<unknown>, 'search' | 'change'>;
  /** The filter's name in the page schema. */
  name: string;
  label: string;
}
interface FilterSelectProps extends FilterProps {
  data: readonly { value: string; label: string }[];
  width?: number;
}

/** One of a few fixed choices. */
export function FilterSelect({ list, name, label, data, width = 160 }: FilterSelectProps) {
  const value = list.search[name];
  const near = useListWhenNear();
  return (
    <Select
      {...near}
      aria-label={label}
      placeholder={label}
      data={[...data]}
      value={value === undefined ? null : String(value)}
      onChange={(choice) => list.change({ [name]: choice ?? undefined })}
      clearable
      searchable={data.length > 8}
      w={width}
    />
  );
}

/** Some words, taken over by Enter or on leaving the field. */
export function FilterText({ list, name, label, width = 110 }: FilterProps & { width?: number }) {
  const value = list.search[name] === undefined ? '' : String(list.search[name]);
  const take = (text: string) => {
    if (text !== value) list.change({ [name]: text || undefined });
  };
  return (
    <TextInput
      key={value}
      aria-label={label}
      placeholder={label}
      defaultValue={value}
      onBlur={(event) => take(event.currentTarget.value.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(event.currentTarget.value.trim());
      }}
      w={width}
    />
  );
}

interface FilterBooleanProps extends FilterProps {
  yes: string;
  no: string;
}
/** A yes or no, each with its own word: `yes="Active" no="Inactive"`. */
export function FilterBoolean({ list, name, label, yes, no }: FilterBooleanProps) {
  const value = list.search[name];
  const near = useListWhenNear();
  return (
    <Select
      {...near}
      aria-label={label}
      placeholder={label}
      data={[
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]}
      value={value === undefined ? null : String(value)}
      onChange={(choice) => list.change({ [name]: choice === null ? undefined : choice === 'true' })}
      clearable
      w={140}
    />
  );
}

/** From one day to another, as the filters `from` and `to`. */
export function FilterDays({ list }: Pick<FilterProps, 'list'>) {
  const day = (name: string) =>
    typeof list.search[name] === 'string' ? (list.search[name] as string) : null;
  return (
    <>
      <DateInput
        aria-label="From"
        placeholder="From"
        w={136}
        value={day('from')}
        onChange={(from) => list.change({ from: from ?? undefined })}
      />
      <DateInput
        aria-label="To"
        placeholder="To"
        w={136}
        value={day('to')}
        onChange={(to) => list.change({ to: to ?? undefined })}
      />
    </>
  );
}
