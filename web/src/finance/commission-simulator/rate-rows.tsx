import { ActionIcon, Checkbox, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { LocationSelect } from '../../links/locations/location-select.tsx';
import { RateInput } from '../../ui/form/fields/inputs.tsx';
import { ownRate, type RateRow } from './new-rates.ts';
import { RateSubject } from './rate-subject.tsx';
import classes from './simulator.module.css';
import type { SimulatorForm } from './simulator.tsx';

/** The rates to try, each of a category or of the location itself, everywhere or at one location. */
export function RateRows({ form }: { form: SimulatorForm }) {
  const { changes } = form.values;
  const { errors } = form;
  return (
    <fieldset className={classes.rates}>
      <legend>New rates</legend>
      {changes.map((row: RateRow, index) => {
        const at = (name: string) => form.getInputProps(`changes.${index}.${name}`);
        return (
          <div key={row.key} className={classes.rate}>
            <RateSubject {...at('categoryId')} />
            <LocationSelect
              label="Location"
              placeholder="All chosen locations"
              clearable
              current={null}
              {...at('locationId')}
            />
            <RateInput label="New rate" {...at('rate')} />
            <Checkbox
              className={classes.below ?? ''}
              label="Replace custom rates of subcategories"
              disabled={row.categoryId === ownRate}
              {...form.getInputProps(`changes.${index}.applyToChildren`, { type: 'checkbox' })}
            />
            <ActionIcon
              className={classes.remove ?? ''}
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove rate ${index + 1}`}
              disabled={changes.length === 1}
              onClick={() => form.removeListItem('changes', index)}
            >
              <IconX size={16} />
            </ActionIcon>
          </div>
        );
      })}
      {errors.changes && (
        <Text c="var(--aisle-bad)" size="sm" role="alert">
          {errors.changes}
        </Text>
      )}
    </fieldset>
  );
}
