import { parseMoney } from '@aisle/contract/core/money';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { List } from './use-list.ts';

interface FilterFigureProps {
  list: Pick<List<unknown>, 'search' | 'change'>;
  name: string;
  label: string;
  width?: number;
}

/** An end of a range, taken over once it is typed to its end: an amount in cents. */
export const FilterAmount = (props: FilterFigureProps) => (
  <FilterFigure {...props} show={(cents) => (cents / 100).toFixed(2)} read={parseMoney} />
);
/** The same for a whole number. */
export const FilterNumber = (props: FilterFigureProps) => (
  <FilterFigure
    {...props}
    show={String}
    read={(text) => (/^\s*\d{1,5}\s*$/.test(text) ? Number(text) : undefined)}
  />
);

function FilterFigure({
  list,
  name,
  label,
  width = 84,
  show,
  read,
}: FilterFigureProps & { show: (value: number) => string; read: (text: string) => number | undefined }) {
  const set = list.search[name];
  const [typed, setTyped] = useState<string | null>(null);
  const isEmpty = typed === null || typed.trim() === '';
  const value = isEmpty ? undefined : read(typed);
  const isWrong = !isEmpty && value === undefined;
  function take(): void {
    if (typed === null || isWrong) return;
    if (value !== set) list.change({ [name]: value });
    setTyped(null);
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      w={width}
      value={typed ?? (typeof set === 'number' ? show(set) : '')}
      error={isWrong}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}
