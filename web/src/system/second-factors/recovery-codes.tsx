import '../../ui/theme/mantine-more.css';
import { Alert, Button, CopyButton, Group, Modal, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { saveText } from '../../core/download.ts';
import { useBrand } from '../../core/session/installation.ts';
import classes from './second-factors.module.css';

/** Shows the recovery codes for the only time. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const brand = useBrand();
  const text = codes.join('\n');
  return (
    <Modal
      opened
      onClose={onClose}
      title="Your recovery codes"
      size="sm"
      // The codes can't be shown again, so the dialog doesn't close by accident.
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="yellow" variant="light">
          You won't be able to see these again. Each signs you in once if you lose your phone. Store them
          somewhere safe.
        </Alert>
        <ul className={`grid gap-2 gap-x-4 m-0 ${classes.codes}`} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                data-autofocus
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => saveText('recovery-codes.txt', `Recovery codes for ${brand}\n\n${text}\n`)}
          >
            Download
          </Button>
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose}>I've stored them</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
