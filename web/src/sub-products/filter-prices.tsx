import { parseMoney } from '@aisle/contract/core/money';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { List } from '../ui/list/use-list.ts';

type Filtered = Pick<List<unknown>, 'search' | 'change'>;

/** From one price to another, as the filters `priceFrom` and `priceTo`. */
export const FilterPrices = ({ list }: { list: Filtered }) => (
  <>
    <FilterPrice list={list} name="priceFrom" label="From $" />
    <FilterPrice list={list} name="priceTo" label="To $" />
  </>
);

function FilterPrice({ list, name, label }: { list: Filtered; name: string; label: string }) {
  const set = list.search[name];
  const shown = typeof set === 'number' ? (set / 100).toFixed(2) : '';
  const [typed, setTyped] = useState<string | null>(null);
  const cents = typed === null || typed.trim() === '' ? undefined : parseMoney(typed);
  const isWrong = typed !== null && typed.trim() !== '' && cents === undefined;
  function take(): void {
    if (typed === null || isWrong) return;
    if (cents !== set) list.change({ [name]: cents });
    setTyped(null);
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      w={84}
      value={typed ?? shown}
      error={isWrong}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}
