import { FormSection } from '../../ui/form/form-page.tsx';
import type { SettingsForm } from './settings.tsx';
import { WholeInput } from './whole-input.tsx';

export function SignInTab({ form }: { form: SettingsForm }) {
  return (
    <FormSection title="Captcha" text="Shown after repeated failed sign-ins.">
      <WholeInput label="Failed attempts per email" {...form.getInputProps('captcha.afterFailuresOfEmail')} />
      <WholeInput
        label="Failed attempts per IP address"
        {...form.getInputProps('captcha.afterFailuresOfAddress')}
      />
      <WholeInput
        label="Failed attempts count for"
        counts="minutes"
        {...form.getInputProps('captcha.windowMinutes')}
      />
      <WholeInput
        label="Captcha expires after"
        counts="minutes"
        {...form.getInputProps('captcha.lifeMinutes')}
      />
    </FormSection>
  );
}
