import { Alert, Button, Code, Group, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { openSealed } from '../../core/offline/sealed.ts';
import { Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { unreadableReason } from './why-unreadable.ts';

/** Decrypts a response pasted from the browser's network panel. */
export function Decrypt() {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function open(event: FormEvent): Promise<void> {
    event.preventDefault();
    const sealed = text.trim();
    setOpened(undefined);
    setProblem(undefined);
    try {
      setOpened(JSON.stringify(await openSealed(sealed), null, 2));
    } catch {
      setProblem(unreadableReason(sealed));
    }
  }

  return (
    <RecordPage title="Decrypt a response" back={{ to: '/dashboard', label: 'the dashboard' }}>
      <Panel>
        <form onSubmit={(event) => void open(event)}>
          <Textarea
            label="Encrypted body"
            description="Paste a captured response (application/jose). It's decrypted in this browser and never sent anywhere."
            autosize
            minRows={6}
            maxRows={14}
            spellCheck={false}
            value={text}
            error={problem}
            onChange={(event) => setText(event.currentTarget.value)}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
          />
          <Group justify="flex-end" mt="md">
            <Button type="submit" disabled={text.trim() === ''}>
              Decrypt
            </Button>
          </Group>
        </form>
      </Panel>
      {opened !== undefined && (
        <Panel title="JSON">
          <Code block style={{ maxHeight: 500, overflow: 'auto' }} tabIndex={0} aria-label="Decrypted JSON">
            {opened}
          </Code>
        </Panel>
      )}
      {problem && (
        <Alert color="red" variant="light" role="alert">
          {problem}
        </Alert>
      )}
    </RecordPage>
  );
}
