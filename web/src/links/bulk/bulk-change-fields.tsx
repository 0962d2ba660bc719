import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { LocationMultiSelect } from '../locations/location-multi-select.tsx';
import {
  type ChangeDraft,
  fieldLabels,
  firstWay,
  isMoney,
  isPercent,
  type Rounding,
  rememberRounding,
  takesLocations,
  takesText,
  type Way,
  waysFor,
} from './bulk-change.ts';
import classes from './bulk-preview.module.css';

const roundings = [
  { value: 'cent', label: 'None' },
  { value: 'nine', label: 'Ending in 9' },
  { value: 'ninetyNine', label: 'Ending in .99' },
];

interface ChangeProps {
  draft: ChangeDraft;
  error: string | null;
  onChange: (patch: Partial<ChangeDraft>) => void;
}
interface BulkChangeFieldsProps extends ChangeProps {
  /** The fields that the user can change. */
  fields: readonly ChangeDraft['field'][];
}

/** Edits the field to change and how to change it. */
export function BulkChangeFields({ fields, ...props }: BulkChangeFieldsProps) {
  const { draft, onChange } = props;
  return (
    <>
      <div className={classes.fields}>
        <Select
          label="Field"
          allowDeselect={false}
          data={fields.map((field) => ({ value: field, label: fieldLabels[field] }))}
          value={draft.field}
          onChange={(value) => {
            const field = value as ChangeDraft['field'] | null;
            if (field) onChange({ field, way: firstWay(field), text: '' });
          }}
        />
        <ChangeValueFields {...props} />
      </div>
      <ChangeLocations {...props} />
    </>
  );
}

/** Edits how a field changes, and by how much. */
export function ChangeValueFields({ draft, error, onChange }: ChangeProps) {
  if (draft.field === 'assigned') {
    return (
      <SegmentedControl
        aria-label="Change"
        data={[
          { value: 'assign', label: 'Assign' },
          { value: 'remove', label: 'Remove' },
        ]}
        value={draft.assigned ? 'assign' : 'remove'}
        onChange={(how) => onChange({ assigned: how === 'assign' })}
      />
    );
  }
  if (draft.field === 'status') {
    return (
      <Switch
        label={draft.status ? 'Activate' : 'Deactivate'}
        color="teal"
        pb={8}
        checked={draft.status}
        onChange={(event) => onChange({ status: event.currentTarget.checked })}
      />
    );
  }
  return (
    <>
      <Select
        label="Change"
        allowDeselect={false}
        data={waysFor(draft.field)}
        value={draft.way}
        onChange={(way) => way && onChange({ way: way as Way })}
      />
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
          allowDeselect={false}
          data={roundings}
          value={draft.rounding}
          onChange={(value) => {
            const rounding = value as Rounding | null;
            if (!rounding) return;
            rememberRounding(rounding);
            onChange({ rounding });
          }}
        />
      )}
    </>
  );
}

/** Edits the locations, for fields that belong to single locations. */
export function ChangeLocations({ draft: { field, assigned, locationIds }, onChange }: ChangeProps) {
  if (!takesLocations(field)) return null;
  return (
    <LocationMultiSelect
      label={
        field === 'threshold'
          ? 'At these locations'
          : assigned
            ? 'To these locations'
            : 'From these locations'
      }
      {...(field === 'threshold' && {
        description: "Thresholds are set per location. Locations that don't sell the item aren't changed.",
      })}
      value={locationIds}
      maxValues={100}
      onChange={(ids) => onChange({ locationIds: ids })}
    />
  );
}
