import { PlainForm } from '../../ui/form/plain-form.tsx';
import '../../ui/theme/mantine-more.css';
import { authRoutes, CaptchaAnswer, CaptchaChallenge } from '@aisle/contract/system/auth/auth';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { FormProblem } from './form-problem.tsx';
import classes from './signed-out.module.css';

interface CaptchaDialogProps {
  email: string;
  /** A data URI. */
  picture: string;
  onClose: () => void;
  /** Called when the user can try to sign in once more. */
  onSolved: () => void;
}

export function CaptchaDialog({ email, picture: first, onClose, onSolved }: CaptchaDialogProps) {
  const [picture, setPicture] = useState(first);
  const [refused, setRefused] = useState<string | null>(null);
  const copy = useRef<HTMLInputElement>(null);
  const form = useZodForm(CaptchaAnswer, () => ({ captcha: '', email }));
  const checking = useWrite(authRoutes.checkCaptcha);
  const refreshing = useWrite(authRoutes.refreshCaptcha);

  async function submit(): Promise<void> {
    setRefused(null);
    const done = await form.submit(async (body) => {
      try {
        await checking.mutateAsync({ body });
        return true;
      } catch (error) {
        if (!isApiError(error)) throw error;
        // Each picture accepts one answer, so a wrong answer comes with a new picture.
        const challenge = CaptchaChallenge.safeParse(error.data);
        if (challenge.success) show(challenge.data.captchaCode);
        setRefused(error.message);
        copy.current?.focus();
        throw error;
      }
    });
    if (done) onSolved();
  }
  function show(next: string): void {
    setPicture(next);
    form.setFieldValue('captcha', '');
  }
  async function refresh(): Promise<void> {
    const next = await refreshing.mutateAsync({ body: { email } }).catch(() => null);
    if (next) show(next);
  }
  return (
    <Modal opened onClose={onClose} title="Are you human?" size="sm">
      <PlainForm form={form} onSubmit={submit}>
        <Stack gap="md">
          <img src={picture} alt="Captcha with letters and digits to copy" className={classes.captcha} />
          <TextInput
            label="Captcha"
            description="Type the characters shown"
            autoComplete="off"
            data-autofocus
            ref={copy}
            {...form.getInputProps('captcha')}
          />
          <FormProblem message={refused} />
          <Group justify="space-between">
            <Button variant="default" loading={refreshing.isPending} onClick={() => void refresh()}>
              New picture
            </Button>
            <Button type="submit" loading={form.isSaving}>
              Continue
            </Button>
          </Group>
        </Stack>
      </PlainForm>
    </Modal>
  );
}
