import { Modal } from '@mantine/core';
import { SecretOnce } from '../../../ui/secret-once.tsx';

interface KeyDialogProps {
  name: string;
  value: string;
  /** Explains how long the previous secret remains valid. */
  note?: string;
  onClose: () => void;
}

/** Shows a new API key, or the new secret of a key, for the only time. */
export function KeyDialog({ name, value, note, onClose }: KeyDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Copy the key for ${name} now`}
      // The key can't be shown again, so the dialog doesn't close by accident.
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <SecretOnce label="Key" value={value} {...(note && { note })} onClose={onClose} />
    </Modal>
  );
}
