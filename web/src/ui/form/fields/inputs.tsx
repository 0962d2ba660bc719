import { parseMoney } from '@aisle/contract/core/money';
import type { Unit } from '@aisle/contract/core/quantity';
import { parseDecimal } from './parse-decimal.ts';
import { type FieldProps, TypedField } from './typed-field.tsx';

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3, useGrouping: false });

/** Shown in dollars, stored in the form as whole cents. */
export function MoneyInput(props: FieldProps<number>) {
  return (
    <TypedField
      inputMode="decimal"
      leftSection="$"
      leftSectionWidth={28}
      placeholder="0.00"
      {...props}
      toText={(cents) => (cents / 100).toFixed(2)}
      parse={(text) => (text.trim() === '' ? null : parseMoney(text))}
      unreadable={Number.NaN}
    />
  );
}

/** A quantity with at most 3 decimals, followed by its unit. */
export function QuantityInput({ unit, ...props }: FieldProps<number> & { unit?: Unit }) {
  const hasUnit = unit !== undefined && unit !== 'each';
  return (
    <TypedField
      inputMode="decimal"
      {...(hasUnit && { rightSection: <span style={{ fontSize: 12 }}>{unit}</span>, rightSectionWidth: 44 })}
      {...props}
      toText={plain.format}
      parse={parseDecimal}
      unreadable={Number.NaN}
    />
  );
}

/** A percentage, for taxes and commissions. */
export function RateInput(props: FieldProps<number>) {
  return (
    <TypedField
      inputMode="decimal"
      rightSection="%"
      rightSectionWidth={28}
      {...props}
      toText={plain.format}
      parse={parseDecimal}
      unreadable={Number.NaN}
    />
  );
}
