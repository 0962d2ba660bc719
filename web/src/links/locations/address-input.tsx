import { type AddressSuggestion, geocodingRoutes } from '@aisle/contract/system/geocoding';
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';

interface AddressInputProps extends Omit<AutocompleteProps, 'data' | 'onChange' | 'onOptionSubmit'> {
  value: string;
  onChange: (line1: string) => void;
  /** Called to fill the other address fields. */
  onPick: (suggestion: AddressSuggestion) => void;
}

const settleMs = 300;
const minLength = 4;

/** The first line of an address, with suggestions while typing if the installation has a geocoder. */
export function AddressInput({ value, onChange, onPick, ...props }: AddressInputProps) {
  const [isTyping, setTyping] = useState(false);
  const [text] = useDebouncedValue(value.trim(), settleMs);
  const [isUnavailable, setUnavailable] = useState(false);
  const { data } = useQuery({
    ...read(geocodingRoutes.suggest, { body: { text } }),
    enabled: isTyping && !isUnavailable && text.length >= minLength,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
  // Without a geocoder, stops after the first response.
  if (data?.isAvailable === false && !isUnavailable) setUnavailable(true);
  const suggestions = isTyping ? (data?.suggestions ?? []) : [];
  return (
    <Autocomplete
      label="Address"
      autoComplete="off"
      {...props}
      value={value}
      data={[...new Set(suggestions.map(({ label }) => label))]}
      // Doesn't filter, because the server's suggestions may not contain the text.
      filter={({ options }) => options}
      onChange={(typed) => {
        setTyping(true);
        onChange(typed);
      }}
      onOptionSubmit={(label) => {
        setTyping(false);
        const picked = suggestions.find((one) => one.label === label);
        if (picked) onPick(picked);
      }}
    />
  );
}
