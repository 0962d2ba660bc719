import type { DeliverySlotRule } from '@aisle/contract/locations/delivery-terms';
import { type OpeningRules, slotsAhead } from '@aisle/contract/locations/opening';
import { Select, Text } from '@mantine/core';
import { parseDecimal } from '../../../ui/form/fields/parse-decimal.ts';
import { type FieldProps, TypedField } from '../../../ui/form/fields/typed-field.tsx';
import { slotText } from '../../../ui/values/when.ts';
import classes from '../locations.module.css';
import { lengthText } from './length-text.ts';

const lengths = [30, 60, 90, 120, 180, 240, 360, 480];

interface SlotFieldsProps {
  rule: DeliverySlotRule;
  place: OpeningRules;
  /** Input props of the fields of the rule, from the form. */
  inputs: (field: keyof DeliverySlotRule) => object;
  onLength: (minutes: number) => void;
}

/** The rule that turns opening hours into delivery slots, and its slots in the next 7 days. */
export function SlotFields({ rule, place, inputs, onLength }: SlotFieldsProps) {
  const known = [...new Set([...lengths, rule.lengthMinutes])].sort((a, b) => a - b);
  return (
    <>
      <div className={`grid align-start gap-3 gap-x-4 ${classes.pair}`}>
        <Select
          label="Slot length"
          data={known.map((minutes) => ({ value: String(minutes), label: lengthText(minutes) }))}
          value={String(rule.lengthMinutes)}
          onChange={(minutes) => onLength(Number(minutes))}
        />
        <WholeInput label="Orders per slot" placeholder="No limit" {...inputs('capacity')} />
        <WholeInput label="Lead time" counts="min" {...inputs('leadMinutes')} />
      </div>
      <Text size="sm" c="dimmed">
        {firstSlots(place, rule)}
      </Text>
    </>
  );
}

function firstSlots(place: OpeningRules, rule: DeliverySlotRule): string {
  const isReadable = Number.isInteger(rule.leadMinutes) && rule.leadMinutes >= 0 && rule.lengthMinutes > 0;
  if (!isReadable) return 'Slots run back to back during opening hours.';
  const now = Date.now();
  const slots = slotsAhead(place, rule, now, 7);
  const [first] = slots;
  if (!first) return 'No slots fit the opening hours of the next 7 days.';
  return `${slots.length} slots in the next 7 days. Next available: ${slotText(first, place.timeZone, now)}.`;
}

const WholeInput = ({ counts, ...props }: FieldProps<number> & { counts?: string }) => (
  <TypedField
    inputMode="numeric"
    {...(counts && { rightSection: <span style={{ fontSize: 12 }}>{counts}</span>, rightSectionWidth: 40 })}
    {...props}
    toText={String}
    parse={parseDecimal}
    unreadable={Number.NaN}
  />
);
