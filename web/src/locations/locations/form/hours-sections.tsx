import type { OpenPlace } from '@aisle/contract/locations/opening';
import type { HoursException } from '@aisle/contract/locations/opening-hours';
import { Switch, Text } from '@mantine/core';
import { FormSection } from '../../../ui/form/form-page.tsx';
import { ExceptionsEditor } from '../hours/exceptions-editor.tsx';
import { HoursEditor } from '../hours/hours-editor.tsx';
import type { Week } from '../hours/opening-hours.ts';
import { OpeningPreview } from '../hours/opening-preview.tsx';
import type { FormOfLocation } from './location-values.ts';

/** When it is open: in any week, on the dates that differ, and what comes of both. */
export function HoursSections({ form, place }: { form: FormOfLocation; place: OpenPlace }) {
  const { alwaysOpen } = form.values;
  return (
    <>
      <FormSection
        title="Opening hours"
        text="In the location's time zone. Orders placed while it's closed wait until it opens."
      >
        <Switch
          label="Always open"
          color="teal"
          {...form.getInputProps('alwaysOpen', { type: 'checkbox' })}
        />
        {!alwaysOpen && (
          <HoursEditor
            week={form.values.openingHours}
            onChange={(week: Week) => form.setFieldValue('openingHours', week)}
            errorAt={(path) => form.errors[`openingHours.${path}`]}
          />
        )}
      </FormSection>
      <FormSection
        title="Holidays and special hours"
        text="Dates with different hours. No delivery slots are offered while it's closed."
      >
        <ExceptionsEditor
          exceptions={form.values.hoursExceptions}
          onChange={(exceptions: HoursException[]) => form.setFieldValue('hoursExceptions', exceptions)}
          errorAt={(path) => form.errors[`hoursExceptions.${path}`]}
        />
        <div>
          <Text fw={500} size="sm" mb={6}>
            The next 14 days
          </Text>
          <OpeningPreview place={place} />
        </div>
      </FormSection>
    </>
  );
}
