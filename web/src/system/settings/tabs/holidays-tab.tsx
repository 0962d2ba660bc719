import { dayIn } from '@aisle/contract/core/dates';
import type { HoursException } from '@aisle/contract/core/opening-hours';
import { FormSection } from '../../../ui/form/form-page.tsx';
import { ExceptionsEditor } from '../../../ui/hours/exceptions-editor.tsx';
import type { SettingsForm } from '../settings.tsx';

export function HolidaysTab({ form }: { form: SettingsForm }) {
  const { holidays, timeZone } = form.values;
  return (
    <FormSection
      title="Holidays"
      text="Dates with different hours at every location. A location with its own hours for a date keeps them."
    >
      <ExceptionsEditor
        path="holidays"
        today={dayIn(timeZone)}
        exceptions={holidays}
        onChange={(next: HoursException[]) => form.setFieldValue('holidays', next)}
        errorAt={(path) => form.errors[`holidays.${path}`]}
      />
    </FormSection>
  );
}
