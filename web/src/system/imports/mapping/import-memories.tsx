import { type ImportMemory, importRoutes } from '@aisle/contract/system/imports/imports';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { DateText } from '../../../ui/values/values.tsx';
import classes from '../imports.module.css';

/** The user's remembered columns, to rename or delete. */
export function ImportMemories({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...read(importRoutes.memories, {}), meta: { quiet: true } });
  return (
    <Modal opened onClose={onClose} title="Saved mappings" size={560}>
      <Text size="sm" c="dimmed" mb="md">
        Used for your next file with the same columns. Only you can see these.
      </Text>
      {query.error && !query.data && <Text c="var(--aisle-bad)">{query.error.message}</Text>}
      {query.data?.length === 0 && (
        <Text>No saved mappings yet. A mapping is saved when you check its rows.</Text>
      )}
      <ul className={`plain-list ${classes.memories}`}>
        {query.data?.map((memory) => (
          <Memory key={memory._id} memory={memory} />
        ))}
      </ul>
    </Modal>
  );
}

function Memory({ memory }: { memory: ImportMemory }) {
  const renaming = useWrite(importRoutes.renameMemory);
  const forgetting = useWrite(importRoutes.forgetMemory);
  const [name, setName] = useState<string>();
  const params = { id: memory._id };
  if (name !== undefined) {
    return (
      <li>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            renaming.mutate({ params, body: { name } }, { onSuccess: () => setName(undefined) });
          }}
        >
          <Group gap="xs" align="end" wrap="nowrap">
            <TextInput
              label="Name"
              value={name}
              maxLength={100}
              data-autofocus
              autoFocus
              style={{ flex: 1 }}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button variant="default" onClick={() => setName(undefined)}>
              Cancel
            </Button>
            <Button type="submit" disabled={name.trim() === ''} loading={renaming.isPending}>
              Save
            </Button>
          </Group>
        </form>
      </li>
    );
  }
  return (
    <li>
      <Stack gap={2} style={{ flex: 1, minWidth: 0 }}>
        <Text fw={500}>{memory.name}</Text>
        <Text size="sm" c="dimmed" className="text-sm secondary truncate">
          {memory.columns.join(', ')}
        </Text>
        <Text size="xs" c="dimmed">
          Last used <DateText value={memory.usedAt} />
        </Text>
      </Stack>
      <Button
        variant="subtle"
        color="teal"
        size="xs"
        aria-label={`Rename ${memory.name}`}
        onClick={() => setName(memory.name)}
      >
        Rename
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={`Delete ${memory.name}`}
        loading={forgetting.isPending}
        onClick={() => forgetting.mutate({ params })}
      >
        Delete
      </Button>
    </li>
  );
}
