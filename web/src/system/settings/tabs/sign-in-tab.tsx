import { userTypes } from '@aisle/contract/system/users/users';
import { Switch } from '@mantine/core';
import { useSignedIn } from '../../../core/session/session.ts';
import { FormSection } from '../../../ui/form/form-page.tsx';
import type { SettingsForm } from '../settings.tsx';
import { WholeInput } from './whole-input.tsx';

const people = { admin: 'Administrators', store: 'Store users', others: 'Other staff' };

export function SignInTab({ form }: { form: SettingsForm }) {
  const isAdmin = useSignedIn().user.userType === 'admin';
  return (
    <>
      <FormSection
        title="Require a second factor"
        text="An authenticator app or a passkey. Users without one set it up the next time they sign in."
      >
        {userTypes.map((type) => (
          <Switch
            key={type}
            label={people[type]}
            description={type === 'admin' && !isAdmin && 'Only administrators can turn this off'}
            color="teal"
            {...form.getInputProps(`secondFactorRequired.${type}`, { type: 'checkbox' })}
          />
        ))}
      </FormSection>
      <FormSection title="Captcha" text="Shown after repeated failed sign-ins.">
        <WholeInput
          label="Failed attempts per email"
          {...form.getInputProps('captcha.afterFailuresOfEmail')}
        />
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
    </>
  );
}
