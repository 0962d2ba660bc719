import { Alert, Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface SecretDialogProps {
  name: string;
  secret: string;
  /** Beside an old one, which goes on for a day. */
  isNew?: boolean;
  onClose: () => void;
}

/** Shows a secret the one time that it can be seen. */
export function SecretDialog({ name, secret, isNew = false, onClose }: SecretDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${name}: copy the secret now`}
      centered
      // Once closed, it is gone: not by a slip of the hand.
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Alert color="yellow" variant="light">
          This is the only time it is shown. Keep it where passwords are kept.
        </Alert>
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            label="Secret"
            readOnly
            value={secret}
            style={{ flex: 1 }}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                color="teal"
                data-autofocus
                onClick={copy}
                leftSection={
                  copied ? <IconCheck size={16} stroke={1.5} /> : <IconCopy size={16} stroke={1.5} />
                }
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Text size="sm" c="dimmed">
          {isNew
            ? 'For 24 hours everything is signed with the old secret as well, so that nothing is refused meanwhile.'
            : 'With it, the other side checks that a delivery is ours.'}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            I have kept it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
