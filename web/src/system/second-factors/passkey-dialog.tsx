import '../../ui/theme/mantine-more.css';
import { requiredText } from '@aisle/contract/core/fields';
import { secondFactorRoutes } from '@aisle/contract/system/auth/second-factors';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../core/api.ts';
import { createPasskey, PasskeyProblem } from '../../core/session/passkeys.ts';
import { deviceName } from '../../links/system/device.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import type { SetupDialogProps } from './totp-dialog.tsx';

const Named = z.strictObject({ name: requiredText('Name', 60) });

/** Creates a passkey on the device, with a name that identifies it. */
export function PasskeyDialog({ onClose, onAdded }: SetupDialogProps) {
  const form = useZodForm(Named, () => ({ name: deviceName(navigator.userAgent) }));
  const starting = useWrite(secondFactorRoutes.passkeyOptions);
  const adding = useWrite(secondFactorRoutes.addPasskey);
  const [problem, setProblem] = useState<string>();
  async function submit(): Promise<void> {
    setProblem(undefined);
    const added = await form.submit(async ({ name }) => {
      const response = await createPasskey(await starting.mutateAsync({})).catch((error: unknown) => {
        if (!(error instanceof PasskeyProblem)) throw error;
        setProblem(error.message);
        return null;
      });
      return response ? adding.mutateAsync({ body: { name, response } }) : null;
    });
    if (added) onAdded(added.recoveryCodes);
  }
  return (
    <FormDialog
      title="Add passkey"
      size="sm"
      submit="Continue"
      isRunning={form.isSaving}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div ref={(node) => form.element(node?.closest('form') ?? null)}>
        <Text mb="md">
          Your device asks for your fingerprint, face, PIN or security key. You can then sign in with it, with
          or without your password.
        </Text>
        <TextInput
          label="Name"
          description="To tell it from your other passkeys"
          withAsterisk
          data-autofocus
          {...form.getInputProps('name')}
        />
      </div>
    </FormDialog>
  );
}
