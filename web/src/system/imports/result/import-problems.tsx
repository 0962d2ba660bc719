import { pluralize } from '@aisle/contract/core/pluralize';
import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { Panel } from '../../../ui/record/record-page.tsx';
import { ExtraList } from '../import-extras.tsx';
import classes from '../imports.module.css';
import { CategoryInput } from '../mapping/category-input.tsx';
import { fixesOf } from './fixes.ts';

const groupsShown = 20;

/** Groups equal problems of rows, each with its fixes. */
export function ImportProblems({ found }: { found: Import }) {
  const checking = useWrite(importRoutes.dryRun, { quiet: true });
  const [isOpen, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const unknownTaxes = found.extras.find(({ key, count }) => key === 'unknownTaxes' && count > 0);
  if (found.problemGroups.length === 0) return null;
  return (
    <Panel title="What's wrong">
      <ul className={classes.problems}>
        {found.problemGroups.slice(0, groupsShown).map((group) => (
          <li key={`${group.column} ${group.message}`}>
            <div className={classes.problem}>
              <Text fw={500} size="sm">
                {group.column === null ? group.message : `${group.column}: ${group.message}`}
              </Text>
              <Text size="sm" c="dimmed">
                {pluralize(group.rows, 'row')}
                {group.examples.length > 0 && `, such as ${group.examples.map(quoted).join(', ')}`}
              </Text>
            </div>
            {group.field === 'taxes' && unknownTaxes && found.status === 'checked' && (
              <Button variant="default" size="xs" onClick={() => setOpen(true)}>
                Choose taxes…
              </Button>
            )}
            {group.cause === 'uncategorized' && found.status === 'checked' && (
              <Button variant="default" size="xs" onClick={() => setChoosing(true)}>
                Choose a category…
              </Button>
            )}
            {(found.status === 'checked' ? fixesOf(found, group) : []).map(({ label, ...body }) => (
              <Button
                key={label}
                variant="default"
                size="xs"
                disabled={checking.isPending}
                onClick={() => checking.mutate({ params: { id: found._id }, body })}
              >
                {label}
              </Button>
            ))}
          </li>
        ))}
      </ul>
      {found.problemGroups.length > groupsShown && (
        <Text size="sm" c="dimmed">
          And {pluralize(found.problemGroups.length - groupsShown, 'rarer problem')}: see the rows below.
        </Text>
      )}
      {isOpen && unknownTaxes && (
        <ExtraList found={found} extra={unknownTaxes} onClose={() => setOpen(false)} />
      )}
      {isChoosing && <CategoryDialog found={found} onClose={() => setChoosing(false)} />}
      {checking.error && (
        <Text size="sm" c="var(--aisle-bad)" role="alert">
          {checking.error.message}
        </Text>
      )}
    </Panel>
  );
}

const quoted = (text: string): string => `“${text}”`;

interface CategoryDialogProps {
  found: Import;
  onClose: () => void;
}

/** Chooses one category for all rows without one, and checks the rows again. */
function CategoryDialog({ found, onClose }: CategoryDialogProps) {
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
