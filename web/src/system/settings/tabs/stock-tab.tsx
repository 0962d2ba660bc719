import { QuantityInput } from '../../../ui/form/fields/inputs.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import type { SettingsForm } from '../settings.tsx';
import { DriftCard } from './drift-card.tsx';
import { WholeInput } from './whole-input.tsx';

export function StockTab({ form }: { form: SettingsForm }) {
  return (
    <>
      <FormSection title="Alerts" text="Defaults for items without custom settings at a store.">
        <QuantityInput label="Low at or below" maw={240} {...form.getInputProps('stockDefaults.threshold')} />
        <WholeInput
          label="Expiring within"
          counts="days"
          {...form.getInputProps('stockDefaults.expiringDays')}
        />
      </FormSection>
      <DriftCard />
    </>
  );
}
