import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}
const pauseMs = 250;

/** Searches after a pause in typing. `/` focuses it. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  // The URL can change from outside: by the back button or a cleared filter.
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      onSearch(wanted);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      data-search
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setText('')} />
      }
      style={{ flex: '1 1 220px', maxWidth: 360 }}
    />
  );
}
