import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

interface NoteDialogProps {
  title: string;
  text: string | null;
  label: string;
  confirm: string;
  isBusy: boolean;
  save: (note: string) => Promise<unknown>;
  onClose: () => void;
}
/** Asks for one line before something is done. */
export function NoteDialog({ title, text, label, confirm, isBusy, save, onClose }: NoteDialogProps) {
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (note.trim() !== '') void save(note).then(onClose, () => undefined);
        }}
      >
        <Stack gap="md">
          {text && <Text size="md">{text}</Text>}
          <TextInput
            label={label}
            withAsterisk
            data-autofocus
            maxLength={300}
            value={note}
            error={tried && note.trim() === '' && `${label} is required`}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
