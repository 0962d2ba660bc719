import { Select, Switch, TextInput } from '@mantine/core';
import classes from '../../links/bulk-preview.module.css';
import { LocationMultiSelect } from '../../links/location-multi-select.tsx';
import {
  type ChangeDraft,
  fieldLabels,
  firstWay,
  isMoney,
  isPercent,
  takesText,
  type Way,
  waysFor,
} from './bulk-change.ts';

const roundings = [
  { value: 'cent', label: 'Exact cents' },
  { value: 'nine', label: 'Ending in 9' },
  { value: 'ninetyNine', label: 'Ending in .99' },
];

interface BulkChangeFieldsProps {
  /** Those that one may change. */
  fields: readonly ChangeDraft['field'][];
  draft: ChangeDraft;
  error: string | null;
  onChange: (patch: Partial<ChangeDraft>) => void;
}

/** What is to change, and how. */
export function BulkChangeFields({ fields, draft, error, onChange }: BulkChangeFieldsProps) {
  return (
    <>
      <div className={classes.fields}>
        <Select
          label="What"
          data={fields.map((field) => ({ value: field, label: fieldLabels[field] }))}
          value={draft.field}
          onChange={(value) => {
            const field = value as ChangeDraft['field'] | null;
            if (field) onChange({ field, way: firstWay(field), text: '' });
          }}
        />
        {draft.field === 'status' ? (
          <Switch
            label={draft.status ? 'Activate' : 'Deactivate'}
            color="teal"
            pb={8}
            checked={draft.status}
            onChange={(event) => onChange({ status: event.currentTarget.checked })}
          />
        ) : (
          <Select
            label="How"
            data={waysFor(draft.field)}
            value={draft.way}
            onChange={(way) => way && onChange({ way: way as Way })}
          />
        )}
        {takesText(draft) && (
          <TextInput
            label={isPercent(draft.way) ? 'Percent' : isMoney(draft.field) ? 'Amount $' : 'Quantity'}
            inputMode="decimal"
            data-autofocus
            autoComplete="off"
            value={draft.text}
            error={error !== 'Choose a location' && error}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
        )}
        {isMoney(draft.field) && takesText(draft) && draft.way !== 'set' && (
          <Select
            label="Rounding"
            data={roundings}
            value={draft.rounding}
            onChange={(rounding) => rounding && onChange({ rounding: rounding as ChangeDraft['rounding'] })}
          />
        )}
      </div>
      {draft.field === 'threshold' && (
        <LocationMultiSelect
          label="At these locations"
          description="Thresholds are set per location. Locations that don't sell the item aren't changed."
          value={draft.locationIds}
          onChange={(locationIds) => onChange({ locationIds })}
        />
      )}
    </>
  );
}
