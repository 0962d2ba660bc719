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
      title={`${name}: copy the secret now`}
      // Once closed, it is gone: not by a slip of the hand.
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <SecretOnce
        label="Secret"
        value={secret}
        note={
          isNew
            ? 'For 24 hours everything is signed with the old secret as well, so that nothing is refused meanwhile.'
            : 'The other side uses it to verify deliveries, with any client library of Standard Webhooks (standardwebhooks.com).'
        }
        onClose={onClose}
      />
    </Modal>
  );
}
