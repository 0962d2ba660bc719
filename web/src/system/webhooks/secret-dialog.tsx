import { Modal } from '@mantine/core';
import { SecretOnce } from '../../ui/secret-once.tsx';

interface SecretDialogProps {
  name: string;
  secret: string;
  /** Whether it replaces an old secret, which stays valid for 24 hours. */
  isNew?: boolean;
  onClose: () => void;
}

/** Shows a secret for the only time. */
export function SecretDialog({ name, secret, isNew = false, onClose }: SecretDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Copy the secret for ${name} now`}
      // The secret can't be shown again, so the dialog doesn't close by accident.
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <SecretOnce
        label="Secret"
        value={secret}
        note={
          isNew
            ? 'Deliveries are also signed with the old secret for 24 hours, so you can switch without interruption.'
            : 'Use it to verify deliveries with any Standard Webhooks library (standardwebhooks.com).'
        }
        onClose={onClose}
      />
    </Modal>
  );
}
