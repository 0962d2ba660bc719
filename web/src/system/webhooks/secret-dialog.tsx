import { Modal } from '@mantine/core';
import { SecretOnce } from '../../ui/secret-once.tsx';

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
      title={`Copy the secret for ${name} now`}
      // Once closed, it is gone: not by a slip of the hand.
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
