import { type ReasonType, reasonTypes } from '@aisle/contract/system/settings';
import { MoneyInput } from '../../../ui/form/fields/inputs.tsx';
import { FormSection } from '../../../ui/form/form-page.tsx';
import type { SettingsForm } from '../settings.tsx';
import { ReasonEditor } from './reason-editor.tsx';
import { WholeInput } from './whole-input.tsx';

const labels: Record<ReasonType, string> = {
  cancel: 'Cancellation reasons',
  reject: 'Rejection reasons',
  refund: 'Refund reasons',
  return: 'Return reasons',
  replace: 'Replacement reasons',
};

export function OrdersTab({ form }: { form: SettingsForm }) {
  return (
    <>
      <FormSection title="Time limits">
        <WholeInput
          label="Time to pay"
          description="Unpaid orders expire after this time"
          counts="minutes"
          {...form.getInputProps('paymentWindowMinutes')}
        />
        <WholeInput
          label="Time to return"
          description="Return window after delivery"
          counts="days"
          {...form.getInputProps('returnWindowDays')}
        />
      </FormSection>
      <FormSection title="Picking">
        <WholeInput
          label="Weighed item tolerance"
          description="How far a weighed item can exceed the ordered weight"
          counts="%"
          {...form.getInputProps('pickTolerancePercent')}
        />
      </FormSection>
      <FormSection title="Refunds">
        <MoneyInput
          label="Ask for the password above"
          description="Smaller refunds need only the permission to refund"
          styles={{ wrapper: { maxWidth: 240 } }}
          {...form.getInputProps('refundConfirmAbove')}
        />
      </FormSection>
      <FormSection title="Store credit" text="Staff with the permission can issue store credit to customers.">
        <MoneyInput
          label="Ask for the password above"
          description="Smaller amounts need only the permission"
          styles={{ wrapper: { maxWidth: 240 } }}
          {...form.getInputProps('creditConfirmAbove')}
        />
      </FormSection>
      {reasonTypes.map((type) => (
        <FormSection
          key={type}
          title={labels[type]}
          {...(type === 'cancel' && { text: 'Staff choose from these reasons, in this order.' })}
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
