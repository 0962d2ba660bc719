import { formatDate, formatDateTime, formatDay } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { formatQuantity, type Unit } from '@aisle/contract/core/quantity';
import { rateText } from './rate-text.ts';
import { midSentence, whenText, zoneName } from './when.ts';

const none = <span aria-hidden>–</span>;

/** Cents as dollars; less than nothing in red, with its sign. */
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

interface DateTextProps {
  /** An instant, ISO-8601 in UTC. */
  value: string | null | undefined;
  withTime?: boolean;
  /** The location's; without one, the reader's. */
  timeZone?: string | undefined;
  /** With the reader's zone named, where times of several places meet. */
  withZone?: boolean;
  /** The time of today and yesterday only; the tooltip has it of all days. */
  isShort?: boolean;
  /** Within a sentence: "today", not "Today". */
  isWithin?: boolean;
}
export function DateText({
  value,
  withTime = false,
  timeZone,
  withZone = false,
  isShort = false,
  isWithin = false,
}: DateTextProps) {
  if (!value) return none;
  const text = withTime ? whenText(value, { timeZone, isShort }) : formatDate(value, timeZone);
  return (
    <time
      dateTime={value}
      className="tabular"
      title={`${formatDateTime(value, timeZone)} ${zoneName(timeZone, value)}`}
    >
      {isWithin ? midSentence(text) : text}
      {withZone && ` ${zoneName(timeZone, value)}`}
    </time>
  );
}

/** A calendar day, which belongs to no time zone. */
export function DayText({ value }: { value: string | null | undefined }) {
  if (!value) return none;
  return (
    <time dateTime={value} className="tabular">
      {formatDay(value)}
    </time>
  );
}
