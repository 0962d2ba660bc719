import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { CategoryInput } from '../mapping/category-input.tsx';

interface CategoryDialogProps {
  found: Import;
  onClose: () => void;
}

/** Chooses one category for all rows without one, and checks the rows again. */
export function CategoryDialog({ found, onClose }: CategoryDialogProps) {
  const checking = useWrite(importRoutes.dryRun, { quiet: true });
  const [category, setCategory] = useState(found.options.category ?? '');
  return (
    <Modal opened onClose={onClose} title="Choose a category" size={480}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const options = { ...found.options, category: category.trim() };
          checking.mutate(
            { params: { id: found._id }, body: { mapping: found.mapping, options } },
            { onSuccess: onClose },
          );
        }}
      >
        <CategoryInput
          importId={found._id}
          description="New products without a category get this one. Choose one of yours, or enter a new one."
          value={category}
          autoFocus
          onChange={setCategory}
        />
        {checking.error && (
          <Text size="sm" c="var(--aisle-bad)" mt={4} role="alert">
            {checking.error.message}
          </Text>
        )}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" disabled={category.trim() === ''} loading={checking.isPending}>
            Check again
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
