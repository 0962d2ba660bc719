import { ShortForm } from '../../ui/form/short-dialog.tsx';
import '../../ui/theme/mantine-more.css';
import { secondFactorRoutes, TypedCode } from '@aisle/contract/system/auth/second-factors';
import { Button, Code, CopyButton, Group, Modal, Skeleton, Text, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useWrite } from '../../core/api.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import classes from './second-factors.module.css';

export interface SetupDialogProps {
  onClose: () => void;
  /** Receives recovery codes if this is the first factor, otherwise null. */
  onAdded: (recoveryCodes: string[] | null) => void;
}

/** Shows the secret for an authenticator app, and verifies a code from it. */
export function TotpDialog({ onClose, onAdded }: SetupDialogProps) {
  const { mutate: start, data, error } = useWrite(secondFactorRoutes.startTotp);
  const isStarted = useRef(false);
  useEffect(() => {
    // Starts only once, even if React runs effects twice: each start creates another secret.
    if (!isStarted.current) start({});
    isStarted.current = true;
  }, [start]);
  // The error is already reported, or the user cancelled the password dialog.
  useEffect(() => {
    if (error) onClose();
  }, [error, onClose]);
  return (
    <Modal opened onClose={onClose} title="Set up an authenticator app" size="sm" closeOnClickOutside={false}>
      {data ? (
        <TotpForm secret={data.secret} qrCode={data.qrCode} onClose={onClose} onAdded={onAdded} />
      ) : (
        <Skeleton height={320} className="after-a-while" />
      )}
    </Modal>
  );
}

function TotpForm({
  secret,
  qrCode,
  onClose,
  onAdded,
}: SetupDialogProps & { secret: string; qrCode: string }) {
  const form = useZodForm(TypedCode, () => ({ code: '' }));
  const confirming = useWrite(secondFactorRoutes.confirmTotp);
  async function submit(): Promise<void> {
    const done = await form.submit((body) => confirming.mutateAsync({ body }));
    if (done) onAdded(done.recoveryCodes);
  }
  return (
    <ShortForm form={form} submit="Turn on" isRunning={form.isSaving} onSubmit={submit} onClose={onClose}>
      <Text>Scan this with an authenticator app on your phone, or type the secret into it.</Text>
      <img src={qrCode} alt="QR code for your authenticator app" className={classes.qrCode} />
      <div>
        <Text size="sm" fw={500} mb={4}>
          Secret
        </Text>
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <Code className="text-md break-anywhere">{secret.match(/.{1,4}/g)?.join(' ')}</Code>
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" size="xs" className={classes.copy ?? ''} onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
      </div>
      <TextInput
        label="Code"
        description="The 6 digits that the app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
        // Focuses the field now, because the dialog opened before the secret was loaded.
        autoFocus
        {...form.getInputProps('code')}
      />
    </ShortForm>
  );
}
