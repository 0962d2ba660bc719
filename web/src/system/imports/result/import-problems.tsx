import { howMany } from '@aisle/contract/core/how-many';
import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { Panel } from '../../../ui/record/record-page.tsx';
import { ExtraList } from '../import-extras.tsx';
import classes from '../imports.module.css';
import { CategoryDialog } from './category-dialog.tsx';
import { fixesOf } from './fixes.ts';

const groupsShown = 20;

/** Equal problems of rows, each once, with what mends all of them. */
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
                {howMany(group.rows, 'row')}
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
          And {howMany(found.problemGroups.length - groupsShown, 'rarer problem')}: see the rows below.
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
