import { dayIn, formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { type ExpiryDay, expiryRoutes } from '@aisle/contract/warehouse/expiry';
import { ActionIcon, Skeleton, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../core/api.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import classes from './expiry.module.css';
import { addMonths, daysOf, monthName, monthOf, weeksToShow } from './month.ts';

interface CalendarProps {
  filters: { locationId?: string; vendorId?: string; categoryId?: string };
  /** The selected day, whose lots are listed below. */
  chosen: string | undefined;
  choose: (day: string | undefined) => void;
}
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const whole = (cents: number) => formatMoney(cents).replace(/\.\d\d$/, '');

/** Expiring lots and money at risk by day of a month; on a phone, an agenda. */
export function Calendar({ filters, chosen, choose }: CalendarProps) {
  const today = dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [month, setMonth] = useState(monthOf(chosen ?? today));
  const isNarrow = useIsNarrow();
  const query = useQuery({
    ...read(expiryRoutes.calendar, { body: { ...daysOf(month), ...filters } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const days = query.data?.days.filter(({ day }) => monthOf(day) === month) ?? [];
  const sum = (of: (day: ExpiryDay) => number) => days.reduce((total, day) => total + of(day), 0);
  const cell = (day: ExpiryDay) => (
    <DayButton
      key={day.day}
      day={day}
      today={today}
      isOn={chosen === day.day}
      onClick={() => choose(chosen === day.day ? undefined : day.day)}
      isLong={isNarrow}
    />
  );
  return (
    <section className={`card mb-3 ${classes.calendar}`} aria-label="Calendar">
      <div className="row wrap between gap-2 gap-x-4 mb-2">
        <div className={`row gap-1 ${classes.month}`}>
          <Step
            label="Previous month"
            onClick={() => setMonth(addMonths(month, -1))}
            icon={IconChevronLeft}
          />
          <Title order={2}>{monthName(month)}</Title>
          <Step label="Next month" onClick={() => setMonth(addMonths(month, 1))} icon={IconChevronRight} />
        </div>
        <span className={`text-sm secondary ${classes.sum}`}>
          At risk this month: <strong>{formatMoney(sum(({ cost }) => cost))}</strong> at cost,{' '}
          <strong>{formatMoney(sum(({ retail }) => retail))}</strong> at retail
        </span>
      </div>
      {query.error && !query.data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeleton height={300} className="after-a-while" />
      ) : isNarrow ? (
        days.length === 0 ? (
          <Text c="dimmed">Nothing expires this month.</Text>
        ) : (
          <ul className={`plain-list grid gap-1 ${classes.agenda}`}>
            {days.map((day) => (
              <li key={day.day}>{cell(day)}</li>
            ))}
          </ul>
        )
      ) : (
        <table className={classes.grid}>
          <thead>
            <tr>
              {weekdays.map((name) => (
                <th key={name} scope="col" abbr={name}>
                  {name.slice(0, 3)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksToShow(month, today, days).map((week) => (
              <tr key={week.find((date) => date !== null)}>
                {week.map((date, place) => {
                  const day = days.find((one) => one.day === date);
                  return (
                    <td key={date ?? `empty-${place}`}>
                      {day
                        ? cell(day)
                        : date && (
                            <span
                              className={`column w-full secondary ${classes.day}`}
                              data-today={date === today || undefined}
                            >
                              <span className={classes.number}>{Number(date.slice(8))}</span>
                            </span>
                          )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Step({
  label,
  onClick,
  icon: Icon,
}: {
  label: string;
  onClick: () => void;
  icon: typeof IconChevronLeft;
}) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} onClick={onClick}>
      <Icon size={20} />
    </ActionIcon>
  );
}

interface DayButtonProps {
  day: ExpiryDay;
  today: string;
  isOn: boolean;
  isLong: boolean;
  onClick: () => void;
}
const nearDays = 3;
function DayButton({ day: { day, lots, cost, retail }, today, isOn, isLong, onClick }: DayButtonProps) {
  const far = (Date.parse(day) - Date.parse(today)) / 86_400_000;
  const words = pluralize(lots, 'lot');
  return (
    <button
      type="button"
      className={`column w-full secondary ${classes.day}`}
      aria-pressed={isOn}
      data-on={isOn || undefined}
      data-today={day === today || undefined}
      data-over={far < 0 || undefined}
      data-near={(far >= 0 && far <= nearDays) || undefined}
      onClick={onClick}
    >
      <span className={classes.number}>{isLong ? formatDay(day) : Number(day.slice(8))}</span>{' '}
      <span>{words}</span> <span className="bold">{whole(cost)}</span>
      <span className="visually-hidden">
        {' '}
        at cost, {formatMoney(retail)} at retail, {formatDay(day)}
      </span>
    </button>
  );
}
