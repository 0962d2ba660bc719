import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface SecretOnceProps {
  label: string;
  value: string;
  /** Explains its purpose, or how long the previous secret remains valid. */
  note?: string;
  onClose: () => void;
}

/** Shows a key or secret, which can be copied only this once. */
export function SecretOnce({ label, value, note, onClose }: SecretOnceProps) {
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light">
        You won't be able to see this again. Copy it and store it somewhere safe.
      </Alert>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput
          label={label}
          readOnly
          value={value}
          style={{ flex: 1 }}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              color="teal"
              data-autofocus
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
