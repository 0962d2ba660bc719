import { isTimeZone } from '@aisle/contract/core/dates';
import type { HoursException } from '@aisle/contract/core/opening-hours';
import { daysAhead, type OpenPlace } from '@aisle/contract/locations/opening';
import { Switch, Text } from '@mantine/core';
import { FormSection } from '../../../ui/form/form-page.tsx';
import { ExceptionsEditor } from '../../../ui/hours/exceptions-editor.tsx';
import type { Week } from '../../../ui/hours/opening-hours.ts';
import { HoursEditor } from '../hours/hours-editor.tsx';
import { InheritedHolidays } from '../hours/inherited-holidays.tsx';
import { OpeningPreview } from '../hours/opening-preview.tsx';
import type { FormOfLocation } from './location-values.ts';

/** When it is open: in any week, on the dates that differ, and what comes of both. */
export function HoursSections({ form, place }: { form: FormOfLocation; place: OpenPlace }) {
  const { alwaysOpen, hoursExceptions } = form.values;
  const setExceptions = (exceptions: HoursException[]) => form.setFieldValue('hoursExceptions', exceptions);
  const today = isTimeZone(place.timeZone) ? (daysAhead(place, Date.now(), 1)[0]?.day ?? '') : '';
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
        text="Dates with different hours at this location. No delivery slots are offered while it's closed."
      >
        <InheritedHolidays
          place={place}
          today={today}
          onOverride={(own) => setExceptions([...hoursExceptions, own])}
        />
        <ExceptionsEditor
          path="hoursExceptions"
          today={today}
          exceptions={hoursExceptions}
          onChange={setExceptions}
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
