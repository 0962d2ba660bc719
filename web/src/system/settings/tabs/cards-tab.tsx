import { FormSection } from '../../../ui/form/form-page.tsx';
import type { SettingsForm } from '../settings.tsx';
import { WholeInput } from './whole-input.tsx';

export function CardsTab({ form }: { form: SettingsForm }) {
  return (
    <FormSection title="Authorization">
      <WholeInput
        label="Margin for weighed items"
        description="Held on the card in addition to the price of the ordered weight"
        counts="%"
        {...form.getInputProps('cards.authorizeMarginPercent')}
      />
    </FormSection>
  );
}
