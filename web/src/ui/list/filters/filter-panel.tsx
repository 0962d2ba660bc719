import { hasEveryWord } from '@aisle/contract/core/fold-text';
import { parseMoney } from '@aisle/contract/core/money';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DateInput } from '../../form/fields/date-input.tsx';
import { isDay } from '../../form/fields/date-text.ts';
import type { DaysFilter, Filter, FilteredList, Option, RangeFilter } from './filter.ts';
import { isSameSpan, presetsOf, spanOf, spanPatch } from './filter-days.ts';
import classes from './filters.module.css';
import { OptionList } from './option-list.tsx';

type Of<Kind extends Filter['kind']> = Extract<Filter, { kind: Kind }>;
interface PanelProps<One extends Filter = Filter> {
  filter: One;
  list: FilteredList;
  /** Closes the container of the panel after a selection. */
  done: () => void;
}
/** Lists with more options have a search field. */
const manyOptions = 8;

/** The editor of one filter. */
export function FilterPanel({ filter, ...props }: PanelProps) {
  switch (filter.kind) {
    case 'choice':
      return <ChoicePanel {...props} filter={filter} />;
    case 'lookup':
      return <LookupPanel {...props} filter={filter} />;
    case 'days':
      return <DaysPanel {...props} filter={filter} />;
    case 'day':
      return <DayPanel {...props} filter={filter} />;
    case 'range':
      return <RangePanel {...props} filter={filter} />;
    case 'text':
      return <TextPanel {...props} filter={filter} />;
    case 'linked':
      return null;
  }
}

function ChoicePanel({ filter, list, done }: PanelProps<Of<'choice'>>) {
  const [text, setText] = useState('');
  const value = list.search[filter.name];
  const isFound = ({ label }: Option) => hasEveryWord(label, text);
  return (
    <OptionList
      label={filter.label}
      options={filter.options.filter(isFound)}
      chosen={value === undefined ? undefined : String(value)}
      {...(filter.options.length > manyOptions && { search: { text, onSearch: setText } })}
      onChoose={(choice) => {
        list.change({ [filter.name]: filter.isBoolean ? choice === 'true' : choice });
        done();
      }}
    />
  );
}

function LookupPanel({ filter, list, done }: PanelProps<Of<'lookup'>>) {
  const [text, setText] = useState('');
  const { options, isLoading } = filter.useOptions(text);
  const value = list.search[filter.name];
  const chosen = [value].flat().filter((one) => typeof one === 'string');
  const toggled = (choice: string) => {
    const others = chosen.filter((one) => one !== choice);
    return others.length < chosen.length ? others : [...chosen, choice];
  };
  return (
    <OptionList
      label={filter.label}
      options={options}
      isLoading={isLoading}
      chosen={filter.isMany ? chosen : chosen[0]}
      search={{ text, onSearch: setText }}
      onChoose={(choice) => {
        if (filter.isMany) {
          const next = toggled(choice);
          list.change({ [filter.name]: next.length > 0 ? next : undefined });
          return;
        }
        list.change({ [filter.name]: choice });
        done();
      }}
    />
  );
}

function DaysPanel({ filter, list, done }: PanelProps<DaysFilter>) {
  const span = spanOf(filter, list.search);
  const [from, setFrom] = useState(span.from ?? null);
  const [to, setTo] = useState(span.to ?? null);
  const presets = presetsOf(filter);
  const wrong = [from, to].some((day) => day !== null && !isDay(day));
  const isBackward = !wrong && from !== null && to !== null && from > to;
  return (
    <>
      <OptionList
        label={filter.label}
        options={presets.map(({ label }) => ({ value: label, label }))}
        chosen={presets.find((preset) => isSameSpan(preset.span, span))?.label}
        onChoose={(label) => {
          const preset = presets.find((one) => one.label === label);
          if (preset) list.change(spanPatch(filter, preset.span));
          done();
        }}
      />
      <Fields
        isReady={!wrong && !isBackward && (from !== null || to !== null)}
        onApply={() => {
          list.change(spanPatch(filter, { from: from ?? undefined, to: to ?? undefined }));
          done();
        }}
      >
        <div className={classes.pair}>
          <DateInput label="From" value={from} onChange={setFrom} />
          <DateInput
            label="Through"
            value={to}
            onChange={setTo}
            error={isBackward && 'Choose a day after the first'}
          />
        </div>
      </Fields>
    </>
  );
}

function DayPanel({ filter, list, done }: PanelProps<Of<'day'>>) {
  const set = list.search[filter.name];
  const [day, setDay] = useState(typeof set === 'string' ? set : null);
  return (
    <Fields
      isReady={day !== null && isDay(day)}
      onApply={() => {
        list.change({ [filter.name]: day ?? undefined });
        done();
      }}
    >
      <DateInput data-autofocus label={filter.label} value={day} onChange={setDay} />
    </Fields>
  );
}

const readCount = (text: string) => (/^\d{1,5}$/.test(text) ? Number(text) : undefined);

function RangePanel({ filter, list, done }: PanelProps<RangeFilter>) {
  const isMoney = filter.of === 'money';
  const shown = (value: unknown) =>
    typeof value !== 'number' ? '' : isMoney ? (value / 100).toFixed(2) : String(value);
  const [texts, setTexts] = useState({
    min: shown(list.search[filter.min]),
    max: shown(list.search[filter.max]),
  });
  const read = (text: string) => {
    const trimmed = text.trim();
    return trimmed === '' ? undefined : ((isMoney ? parseMoney(trimmed) : readCount(trimmed)) ?? null);
  };
  const [min, max] = [read(texts.min), read(texts.max)];
  const isBackward = typeof min === 'number' && typeof max === 'number' && min > max;
  const field = (end: 'min' | 'max', label: string, error: string | false) => (
    <TextInput
      label={isMoney ? `${label} $` : label}
      inputMode="decimal"
      value={texts[end]}
      onChange={(event) => setTexts({ ...texts, [end]: event.currentTarget.value })}
      error={error}
      {...(end === 'min' && { 'data-autofocus': true })}
    />
  );
  const wrong = isMoney ? 'Enter an amount' : 'Enter a whole number';
  return (
    <Fields
      isReady={min !== null && max !== null && !isBackward && (min !== undefined || max !== undefined)}
      onApply={() => {
        list.change({ [filter.min]: min, [filter.max]: max });
        done();
      }}
    >
      <div className={classes.pair}>
        {field('min', 'From', min === null && wrong)}
        {field('max', 'To', max === null ? wrong : isBackward && 'Enter more than the first')}
      </div>
    </Fields>
  );
}

function TextPanel({ filter, list, done }: PanelProps<Of<'text'>>) {
  const [text, setText] = useState(String(list.search[filter.name] ?? ''));
  return (
    <Fields
      isReady={text.trim() !== ''}
      onApply={() => {
        list.change({ [filter.name]: text.trim() });
        done();
      }}
    >
      <TextInput
        data-autofocus
        label={filter.label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Fields>
  );
}

interface FieldsProps {
  isReady: boolean;
  onApply: () => void;
  children: ReactNode;
}
function Fields({ isReady, onApply, children }: FieldsProps) {
  return (
    <form
      className={`column gap-2 ${classes.fields}`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (isReady) onApply();
      }}
    >
      {children}
      <Button type="submit" size="xs" variant="primary" disabled={!isReady}>
        Apply
      </Button>
    </form>
  );
}
