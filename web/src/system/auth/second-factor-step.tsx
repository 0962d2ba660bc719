import type { SecondFactorChallenge } from '@aisle/contract/system/auth/auth';
import { type SecondFactorKind, TypedCode } from '@aisle/contract/system/auth/second-factors';
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isApiError } from '../../core/api-error.ts';
import { canUsePasskeys, PasskeyProblem } from '../../core/session/passkeys.ts';
import { PlainForm } from '../../ui/form/plain-form.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormProblem } from './form-problem.tsx';
import { completeByPasskey, completeSignIn } from './sign-in.ts';

type TypedKind = Exclude<SecondFactorKind, 'passkey'>;

interface SecondFactorStepProps {
  challenge: SecondFactorChallenge;
  onDone: () => void;
  /** Returns to email and password. */
  onBack: () => void;
}

/** The step after the password: an authenticator code, a recovery code or a passkey. */
export function SecondFactorStep({ challenge, onDone, onBack }: SecondFactorStepProps) {
  const { secondFactor: kinds, ticket } = challenge;
  const [kind, setKind] = useState<TypedKind | null>(kinds.includes('totp') ? 'totp' : null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);

  async function askPasskey(): Promise<void> {
    setProblem(null);
    setAsking(true);
    try {
      if (await completeByPasskey(ticket)) onDone();
    } catch (error) {
      if (!isApiError(error) && !(error instanceof PasskeyProblem)) throw error;
      setProblem(error.message);
    } finally {
      setAsking(false);
    }
  }
  function choose(next: TypedKind): void {
    setProblem(null);
    setKind(next);
  }

  return (
    <Stack gap="md">
      {kind && <CodeForm key={kind} kind={kind} ticket={ticket} onDone={onDone} onProblem={setProblem} />}
      <FormProblem message={problem} />
      {kinds.includes('passkey') && canUsePasskeys() && (
        <Button
          fullWidth
          autoFocus={kind === null}
          variant={kind === null ? 'filled' : 'default'}
          loading={isAsking}
          onClick={() => void askPasskey()}
        >
          Use a passkey
        </Button>
      )}
      {kind !== 'totp' && kinds.includes('totp') && (
        <OtherWay label="Use your authenticator app" onClick={() => choose('totp')} />
      )}
      {kind !== 'recoveryCode' && kinds.includes('recoveryCode') && (
        <OtherWay label="Use a recovery code" onClick={() => choose('recoveryCode')} />
      )}
      <OtherWay label="Back" onClick={onBack} />
    </Stack>
  );
}

const OtherWay = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Anchor component="button" type="button" size="sm" onClick={onClick}>
    {label}
  </Anchor>
);

const fields = {
  totp: {
    label: 'Code',
    description: 'The 6 digits that your authenticator app shows',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recoveryCode: {
    label: 'Recovery code',
    description: 'One of the codes you stored. Each works once',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

interface CodeFormProps extends Pick<SecondFactorStepProps, 'onDone'> {
  kind: TypedKind;
  ticket: string;
  onProblem: (message: string | null) => void;
}
function CodeForm({ kind, ticket, onDone, onProblem }: CodeFormProps) {
  const form = useZodForm(TypedCode, () => ({ code: '' }));
  async function submit(): Promise<void> {
    onProblem(null);
    const done = await form.submit(async ({ code }) => {
      try {
        await completeSignIn({ ticket, kind, code });
        return true;
      } catch (error) {
        // An error of the code is shown at its field.
        if (isApiError(error) && error.fields.length === 0) onProblem(error.message);
        throw error;
      }
    });
    if (done) onDone();
  }
  return (
    <PlainForm form={form} onSubmit={submit}>
      <Stack gap="md">
        <TextInput {...fields[kind]} name="code" autoFocus {...form.getInputProps('code')} />
        <Button type="submit" fullWidth loading={form.isSaving}>
          Sign in
        </Button>
      </Stack>
    </PlainForm>
  );
}
