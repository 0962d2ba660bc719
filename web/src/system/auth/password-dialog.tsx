import { authRoutes, ConfirmPassword } from '@aisle/contract/system/auth/auth';
import {
  type PasskeyOptions,
  type SecondFactorKind,
  TypedCode,
} from '@aisle/contract/system/auth/second-factors';
import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, useWrite } from '../../core/api.ts';
import { notifyError } from '../../core/notice.tsx';
import { canUsePasskeys, PasskeyProblem, signWithPasskey } from '../../core/session/passkeys.ts';
import { submitPassword, useIsPasswordRequired } from '../../core/session/reauth.ts';
import { PlainForm } from '../../ui/form/plain-form.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

/** Opens when the server requires the password or a second factor again, before a sensitive action. */
export function PasswordDialog() {
  const isOpen = useIsPasswordRequired();
  return (
    <Modal
      opened={isOpen}
      onClose={() => submitPassword(false)}
      title="Confirm it's you"
      size="sm"
      zIndex={410}
    >
      <Confirming />
    </Modal>
  );
}

type Way = 'password' | Exclude<SecondFactorKind, 'passkey'>;

function Confirming() {
  // The password works even if this request fails.
  const { data } = useQuery({
    queryKey: ['auth', 'confirm-options'],
    queryFn: () => call(authRoutes.confirmOptions, {}),
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  });
  const [way, setWay] = useState<Way>('password');
  const kinds = data?.secondFactor ?? [];
  const others = ([['password', 'Use your password'] as const, ...typedKinds] as const).filter(
    ([kind]) => kind !== way && (kind === 'password' || kinds.includes(kind)),
  );
  return (
    <>
      <Text mb="md">{wayTexts[way]} to continue. You won't be asked again for ten minutes.</Text>
      {way === 'password' ? <PasswordForm /> : <CodeForm key={way} kind={way} />}
      {kinds.length > 0 && (
        <Stack gap="xs" mt="md" align="flex-start">
          {data?.passkey && canUsePasskeys() && <PasskeyWay options={data.passkey} />}
          {others.map(([kind, label]) => (
            <Anchor key={kind} component="button" type="button" size="sm" onClick={() => setWay(kind)}>
              {label}
            </Anchor>
          ))}
        </Stack>
      )}
    </>
  );
}

const typedKinds = [
  ['totp', 'Use your authenticator app'],
  ['recoveryCode', 'Use a recovery code'],
] as const;
const wayTexts: Record<Way, string> = {
  password: 'Enter your password',
  totp: 'Enter the code that your authenticator app shows',
  recoveryCode: 'Enter one of your recovery codes',
};

function PasswordForm() {
  const form = useZodForm(ConfirmPassword, () => ({ password: '' }));
  const confirming = useWrite(authRoutes.confirm);
  async function submit(): Promise<void> {
    const done = await form.submit(async (body) => {
      await confirming.mutateAsync({ body });
      return true;
    });
    if (done) submitPassword(true);
  }
  return (
    <PlainForm form={form} onSubmit={submit}>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <Buttons isRunning={form.isSaving} />
    </PlainForm>
  );
}

function CodeForm({ kind }: { kind: Exclude<Way, 'password'> }) {
  const form = useZodForm(TypedCode, () => ({ code: '' }));
  const confirming = useWrite(authRoutes.confirm);
  async function submit(): Promise<void> {
    const done = await form.submit(async ({ code }) => {
      await confirming.mutateAsync({ body: { kind, code } });
      return true;
    });
    if (done) submitPassword(true);
  }
  return (
    <PlainForm form={form} onSubmit={submit}>
      <TextInput
        label={kind === 'totp' ? 'Code' : 'Recovery code'}
        inputMode={kind === 'totp' ? 'numeric' : 'text'}
        autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
        autoFocus
        {...form.getInputProps('code')}
      />
      <Buttons isRunning={form.isSaving} />
    </PlainForm>
  );
}

function PasskeyWay({ options }: { options: PasskeyOptions }) {
  const confirming = useWrite(authRoutes.confirm);
  async function ask(): Promise<void> {
    try {
      const code = await signWithPasskey(options);
      if (!code) return;
      await confirming.mutateAsync({ body: { kind: 'passkey', code } });
      submitPassword(true);
    } catch (error) {
      // Errors of the server are already reported.
      if (error instanceof PasskeyProblem) notifyError(error.message);
    }
  }
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => void ask()}>
      Use a passkey
    </Anchor>
  );
}

const Buttons = ({ isRunning }: { isRunning: boolean }) => (
  <Group justify="flex-end" gap="xs" mt="lg">
    <Button variant="default" onClick={() => submitPassword(false)}>
      Cancel
    </Button>
    <Button type="submit" loading={isRunning}>
      Confirm
    </Button>
  </Group>
);
