import { parseDecimal } from '../../../ui/form/fields/parse-decimal.ts';
import { type FieldProps, TypedField } from '../../../ui/form/fields/typed-field.tsx';

// Limits the width of the field, not of its label.
const narrow = { wrapper: { maxWidth: 240 } };

/** A plain number field, followed by its unit. */
export function WholeInput({ counts, ...props }: FieldProps<number> & { counts?: string }) {
  return (
    <TypedField
      inputMode="numeric"
      styles={narrow}
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
