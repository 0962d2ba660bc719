import { FormSection } from '../../ui/form/form-page.tsx';
import type { SettingsForm } from './settings.tsx';
import { WholeInput } from './whole-input.tsx';

export function SignInTab({ form }: { form: SettingsForm }) {
  return (
    <FormSection title="Captcha" text="Asked for when somebody keeps failing to sign in.">
      <WholeInput
        label="After failures with one email"
        {...form.getInputProps('captcha.afterFailuresOfEmail')}
      />
      <WholeInput
        label="After failures from one network address"
        {...form.getInputProps('captcha.afterFailuresOfAddress')}
      />
      <WholeInput
        label="Failures count for"
        counts="minutes"
        {...form.getInputProps('captcha.windowMinutes')}
      />
      <WholeInput
        label="A captcha is good for"
        counts="minutes"
        {...form.getInputProps('captcha.lifeMinutes')}
      />
    </FormSection>
  );
}
