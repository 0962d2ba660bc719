import { type ReasonType, reasonTypes } from '@aisle/contract/system/settings';
import { FormSection } from '../../ui/form/form-page.tsx';
import { ReasonEditor } from './reason-editor.tsx';
import type { SettingsForm } from './settings.tsx';
import { WholeInput } from './whole-input.tsx';

const labels: Record<ReasonType, string> = {
  cancel: 'Cancelling an order',
  reject: 'Rejecting an order',
  return: 'Returning goods',
  replace: 'Replacing goods',
};

export function OrdersTab({ form }: { form: SettingsForm }) {
  return (
    <>
      <FormSection title="Time limits">
        <WholeInput
          label="Time to pay"
          description="An order that is not paid by then expires"
          counts="minutes"
          {...form.getInputProps('paymentWindowMinutes')}
        />
        <WholeInput
          label="Time to return"
          description="How long after delivery goods may come back"
          counts="days"
          {...form.getInputProps('returnWindowDays')}
        />
      </FormSection>
      <FormSection title="Picking">
        <WholeInput
          label="Tolerance of weighed goods"
          description="How far a weighed line may exceed what was ordered"
          counts="%"
          {...form.getInputProps('pickTolerancePercent')}
        />
      </FormSection>
      {reasonTypes.map((type) => (
        <FormSection
          key={type}
          title={labels[type]}
          {...(type === 'cancel' && { text: 'The reasons to choose from, in this order.' })}
        >
          <ReasonEditor
            label={labels[type]}
            path={`reasons.${type}`}
            reasons={form.values.reasons[type]}
            onChange={(reasons) => form.setFieldValue(`reasons.${type}`, reasons)}
            errors={form.errors}
          />
        </FormSection>
      ))}
    </>
  );
}
