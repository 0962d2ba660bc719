import { DateInput } from '../../ui/form/date-input.tsx';
import type { List } from '../../ui/list/use-list.ts';
import { endOfDay, localDay, startOfDay } from '../../ui/when.ts';

interface FilterDayProps {
  list: Pick<List<unknown>, 'search' | 'change'>;
  name: string;
  label: string;
  isEnd?: boolean;
}
/** One end of a span of days where somebody sits, as the instant that the server is asked by. */
export function FilterDay({ list, name, label, isEnd = false }: FilterDayProps) {
  const set = list.search[name];
  return (
    <DateInput
      aria-label={label}
      placeholder={label}
      w={124}
      value={typeof set === 'string' ? localDay(set, isEnd) : null}
      onChange={(day) => {
        if (day === null) list.change({ [name]: undefined });
        else if (isDay(day)) list.change({ [name]: isEnd ? endOfDay(day) : startOfDay(day) });
      }}
    />
  );
}

/** A half-typed date asks for nothing. */
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
