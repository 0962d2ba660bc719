import { formatDate, formatDateTime, formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatQuantity, type Unit } from '@aisle/contract/core/quantity';
import { createContext, type ReactNode, useContext } from 'react';
import { rateText } from './rate-text.ts';
import { isOtherZone, midSentence, whenText, zoneName } from './when.ts';

const none = <span aria-hidden>–</span>;

/** Cents in dollars; negative amounts in red, with a sign. */
export function MoneyText({ value }: { value: number | null | undefined }) {
  if (value === null || value === undefined) return none;
  return (
    <span className="tabular" style={value < 0 ? { color: 'var(--aisle-bad)' } : undefined}>
      {formatMoney(value)}
    </span>
  );
}

export function QuantityText({ value, unit }: { value: number | null | undefined; unit?: Unit }) {
  if (value === null || value === undefined) return none;
  return <span className="tabular">{formatQuantity(value, unit)}</span>;
}

/** 8.875 → "8.875%" */
export function RateText({ value }: { value: number | null | undefined }) {
  if (value === null || value === undefined) return none;
  return <span className="tabular">{rateText(value)}</span>;
}

const NamesZone = createContext(false);
interface TimesBesideProps {
  /** The time zone of the location whose times appear on the same screen. */
  timeZone: string | undefined;
  children: ReactNode;
}
/** Names the user's time zone in its times, if the screen also shows times of a location in another one. */
export const TimesBeside = ({ timeZone, children }: TimesBesideProps) => (
  <NamesZone value={isOtherZone(timeZone)}>{children}</NamesZone>
);

interface DateTextProps {
  /** A timestamp, ISO 8601 in UTC. */
  value: string | null | undefined;
  withTime?: boolean;
  /** The location's time zone; by default the user's. */
  timeZone?: string | undefined;
  /** Names the user's time zone, where times of several locations appear together. */
  withZone?: boolean;
  /** Shows the time only for today and yesterday; the tooltip always includes it. */
  isShort?: boolean;
  /** For use within a sentence: "today", not "Today". */
  isWithin?: boolean;
  /** The time zone is named elsewhere, for example in the head of a column. */
  hasNoZone?: boolean;
}
export function DateText({
  value,
  withTime = false,
  timeZone,
  withZone = false,
  isShort = false,
  isWithin = false,
  hasNoZone = false,
}: DateTextProps) {
  const isBeside = useContext(NamesZone) && withTime && !timeZone && !isShort;
  if (!value) return none;
  const text = withTime ? whenText(value, { timeZone, isShort, hasNoZone }) : formatDate(value, timeZone);
  return (
    <time
      dateTime={value}
      className="tabular"
      title={`${formatDateTime(value, timeZone)} ${zoneName(timeZone, value)}`}
    >
      {isWithin ? midSentence(text) : text}
      {(withZone || isBeside) && ` ${zoneName(timeZone, value)}`}
    </time>
  );
}

/** A calendar day, independent of time zones. */
export function DayText({ value }: { value: string | null | undefined }) {
  if (!value) return none;
  return (
    <time dateTime={value} className="tabular">
      {formatDay(value)}
    </time>
  );
}
