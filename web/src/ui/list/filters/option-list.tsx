import { TextInput } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import type { Option } from './filter.ts';
import classes from './filters.module.css';

interface OptionListProps {
  label: string;
  options: readonly Option[];
  /** An array if several options can be selected. */
  chosen: string | readonly string[] | undefined;
  onChoose: (value: string) => void;
  /** Adds a search field above the options. */
  search?: { text: string; onSearch: (text: string) => void };
  isLoading?: boolean;
}

/** A vertical list of options with arrow-key navigation; Enter in the search selects the first. */
export function OptionList({ label, options, chosen, onChoose, search, isLoading }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const buttons = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
  function walk(event: KeyboardEvent): void {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: Math.max(at - 1, 0), Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all[Math.min(next, all.length - 1)]?.focus();
  }
  const isMany = Array.isArray(chosen);
  const isChosen = ({ value }: Option) => (isMany ? chosen.includes(value) : value === chosen);
  const current = (options.find(isChosen) ?? options[0])?.value;
  return (
    <>
      {search && (
        <TextInput
          data-autofocus
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search.text}
          onChange={(event) => search.onSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              buttons()[0]?.focus();
            } else if (event.key === 'Enter' && options[0]) onChoose(options[0].value);
          }}
        />
      )}
      <div
        ref={list}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMany || undefined}
        tabIndex={-1}
        className={classes.options}
        onKeyDown={walk}
      >
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            role="option"
            aria-selected={isChosen(option)}
            // The text below describes the option; it isn't part of its name.
            {...(option.below && {
              'aria-label': option.label,
              'aria-describedby': `${listId}${option.value}`,
              title: option.below,
            })}
            tabIndex={option.value === current ? 0 : -1}
            data-autofocus={!search && option.value === current ? true : undefined}
            className={`row gap-2 flex-none w-full plain-button text-sm ${classes.option}`}
            onClick={() => onChoose(option.value)}
          >
            <span className="grow min-w-0 break-anywhere">
              {option.above && <span className="secondary">{option.above} › </span>}
              {option.label}
              {option.below && (
                <span id={`${listId}${option.value}`} className={`text-xs secondary ${classes.below}`}>
                  {option.below}
                </span>
              )}
            </span>
            {isChosen(option) && <IconCheck size={16} aria-hidden />}
          </button>
        ))}
      </div>
      {options.length === 0 && (
        <p className={`m-0 text-sm secondary ${classes.noneFound}`} role="status">
          {isLoading ? 'Loading…' : 'No results'}
        </p>
      )}
    </>
  );
}
