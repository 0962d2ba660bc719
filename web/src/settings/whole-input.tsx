import { parseDecimal } from '../ui/form/parse-decimal.ts';
import { type FieldProps, TypedField } from '../ui/form/typed-field.tsx';

/** A plain number, with what it counts behind it. */
export function WholeInput({ counts, ...props }: FieldProps<number> & { counts?: string }) {
  return (
    <TypedField
      inputMode="numeric"
      maw={240}
      {...(counts && {
        rightSection: <span style={{ fontSize: 12 }}>{counts}</span>,
        rightSectionWidth: counts.length * 8 + 16,
      })}
      {...props}
      toText={String}
      parse={parseDecimal}
      unreadable={Number.NaN}
    />
  );
}
